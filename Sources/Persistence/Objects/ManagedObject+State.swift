public import ObjectModel

extension ManagedObject {
    /// The context that the object is in; nil after its deletion was saved or its context went away.
    public final var managedObjectContext: ManagedObjectContext? { context }

    /// The description of the object's entity.
    public final var entity: EntityDescription { layout.description }

    final var layout: EntityLayout { objectID.storeEntity.layout }

    /// Whether no value was asked for since the object was fetched or refreshed.
    public final var isFault: Bool { state.contains(.fault) }

    /// Whether the object is to be added to the store by the next save.
    public final var isInserted: Bool { state.contains(.inserted) }

    /// Whether the object is in the store and has changes.
    public final var isUpdated: Bool {
        state.contains(.updated) && state.isDisjoint(with: .wasNeverSaved)
    }

    /// Whether the object is to be deleted from the store by the next save, or was by others:
    /// it is in its context until the next save then.
    public final var isDeleted: Bool { state.contains(.deleted) }

    /// Whether the next save has something to do for the object.
    public final var hasChanges: Bool {
        !state.isDisjoint(with: .pending) && !wasNeverSaved && !isGone
    }

    /// Whether the object was deleted before anyone saved it: there is nothing to do for it.
    final var wasNeverSaved: Bool { state.isSuperset(of: .wasNeverSaved) }

    /// Whether the object is deleted and its record is gone already: there is nothing to do for it.
    final var isGone: Bool { state.isSuperset(of: .gone) }

    /// The version of the record (`Z_OPT`) that the values are from; rises with each save of a
    /// change, and is 0 for a new object, if that does not have the ID of a deleted record
    /// (``RestoredID/formerVersion``).
    public final var rowVersion: Int64 {
        fireIfNeeded()
        return row?.version ?? 0
    }

    /// Has the next save raise the version of the record, even if none of its own values has changed.
    ///
    /// Parts of a record may be kept in others: a person's telephone numbers at the other end of
    /// a relationship to many, whose changes leave the version of the person as it is. A program that edits
    /// such a record as one whole raises its version with them, so that an edit which began before is a
    /// conflict. A new object, and one that is to be deleted, stay as they are.
    ///
    /// ```swift
    /// person.numbers = Set(numbers)
    /// person.raiseVersion()
    /// ```
    public final func raiseVersion() {
        fireIfNeeded()
        guard let context,
            state.isDisjoint(with: [.inserted, .deleted, .inaccessible, .versionRaised])
        else { return }
        _ = changeableRow()
        state.insert(.versionRaised)
        context.recordChange(of: self)
    }

    /// The names and new values of the properties that were changed since the object was fetched or
    /// saved last, or since it was made: those that differ from the model's defaults then. Transient
    /// properties and relationships to many are not among them.
    public final var changedValues: [String: AttributeValue] {
        guard let row, committedRow != nil || isInserted else { return [:] }
        var changes: [String: AttributeValue] = [:]
        for slot in layout.slots where !slot.isToMany && !slot.isTransient {
            let (number, value) = (slot.number, row[slot.number])
            if value != committedRow?[number] ?? layout.defaults[number] {
                changes[slot.name] = value
            }
        }
        return changes
    }

    /// Whether a property that is stored was changed since the object was fetched or saved last, or
    /// since it was made.
    public final var hasPersistentChangedValues: Bool {
        !changedValues.isEmpty
            || extras?.toMany.values.contains { $0.hasChanges && !$0.property.isTransient } ?? false
    }

    /// The values as they were last read or saved, for the named properties or for all.
    ///
    /// ```swift
    /// let former = recipe.committedValues(forKeys: ["title"])["title"]?.stringValue
    /// ```
    public final func committedValues(forKeys keys: [String]? = nil) -> [String: AttributeValue] {
        fireIfNeeded()
        guard let committed = state.contains(.inserted) ? nil : committedRow ?? row else {
            return [:]
        }
        var values: [String: AttributeValue] = [:]
        for slot in layout.slots where !slot.isToMany && (keys?.contains(slot.name) ?? true) {
            values[slot.name] = committed[slot.number]
        }
        return values
    }

    /// The numbers of the values, those behind the slots included, that differ from the store.
    final var changedValueNumbers: [Int] {
        guard let row else { return [] }
        guard let committedRow else { return state.contains(.inserted) ? Array(0..<row.count) : [] }
        return (0..<row.count).filter { row[$0] != committedRow[$0] }
    }
}

extension ManagedObject: CustomDebugStringConvertible {
    /// The ID, the state and the values that were read, for `print` and the debugger. Nothing is fetched for it.
    public final var debugDescription: String {
        let facts = [stateNames, valueTexts].flatMap(\.self)
        return
            "<\(layout.name) \(objectID)\(facts.isEmpty ? "" : ": ")\(facts.joined(separator: ", "))>"
    }

    private var stateNames: [String] {
        [
            (isFault, "fault"), (isInserted, "inserted"), (isUpdated, "updated"),
            (isDeleted, "deleted"), (state.contains(.inaccessible), "not in the store"),
            (context == nil, "in no context"),
        ].filter(\.0).map(\.1)
    }

    private var valueTexts: [String] {
        guard !isFault, let row else { return [] }
        return layout.slots.compactMap { slot in
            if slot.isToMany {
                guard let members = extras?.toMany[slot.number], !members.isFault else {
                    return nil
                }
                return "\(slot.name) = \(members.objects.count) of \(slot.typeName)"
            }
            return "\(slot.name) = \(row[slot.number].debugText)"
        }
    }
}

extension AttributeValue {
    /// The value in a line of an object's description; of bytes their number.
    fileprivate var debugText: String {
        switch self {
        case .null: "nil"
        case .string(let text): "\"\(text.prefix(100))\(text.count > 100 ? "…" : "")\""
        case .data(let data): "\(data.count) bytes"
        case .deferred(let count): count.map { "\($0) bytes" } ?? "not read"
        case .transformable(let value): "\(value.base)"
        case .object(let id): "\(id)"
        default: base.map { "\($0)" } ?? "nil"
        }
    }
}

/// Why the values of an object were replaced.
public struct SnapshotEvents: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// An insertion was undone, or a deletion redone.
    public static let undoInsertion = SnapshotEvents(rawValue: 1 << 1)
    /// A deletion was undone, or an insertion redone.
    public static let undoDeletion = SnapshotEvents(rawValue: 1 << 2)
    /// A change was undone or redone.
    public static let undoUpdate = SnapshotEvents(rawValue: 1 << 3)
    /// The context was rolled back.
    public static let rollback = SnapshotEvents(rawValue: 1 << 4)
    /// The object took over what the store says, and kept its changes.
    public static let refresh = SnapshotEvents(rawValue: 1 << 5)
    /// A merge policy decided about the values in a save.
    public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}

extension ManagedObject {
    /// Calls the hook, in which changes are not recorded.
    final func announce(_ events: SnapshotEvents) {
        guard context != nil, !isFault, !state.contains(.awaking) else { return }
        state.insert(.awaking)
        awake(fromSnapshotEvents: events)
        state.remove(.awaking)
    }
}
