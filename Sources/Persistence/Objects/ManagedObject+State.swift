public import ObjectModel

extension ManagedObject {
    /// The object's context; nil after its deletion was saved or the context was released.
    public final var managedObjectContext: ManagedObjectContext? { context }

    /// The description of the object's entity.
    public final var entity: EntityDescription { layout.description }

    final var layout: EntityLayout { objectID.storeEntity.layout }

    /// Whether the object's values are not loaded.
    public final var isFault: Bool { state.contains(.fault) }

    /// Whether the next save adds the object to the store.
    public final var isInserted: Bool { state.contains(.inserted) }

    /// Whether the object is in the store and has changes.
    public final var isUpdated: Bool {
        state.contains(.updated) && state.isDisjoint(with: .wasNeverSaved)
    }

    /// Whether the next save deletes the object, or others have deleted its record; in that case it
    /// stays in its context until the next save.
    public final var isDeleted: Bool { state.contains(.deleted) }

    /// Whether the next save concerns the object.
    public final var hasChanges: Bool {
        !state.isDisjoint(with: .pending) && !wasNeverSaved && !isGone
    }

    /// Whether the object was deleted before its first save, so that nothing needs saving.
    final var wasNeverSaved: Bool { state.isSuperset(of: .wasNeverSaved) }

    /// Whether the object is deleted and its record is gone already, so that nothing needs saving.
    final var isGone: Bool { state.isSuperset(of: .gone) }

    /// The version of the record (`Z_OPT`) that the values are from. Each saved change increases
    /// it. It is 0 for a
    /// new object, unless that has the ID of a deleted record (``RestoredID/formerVersion``).
    public final var rowVersion: Int64 {
        fireIfNeeded()
        return row?.version ?? 0
    }

    /// Makes the next save increase the record's version, even if none of its own values has
    /// changed.
    ///
    /// Changes of a to-many relationship leave the version as it is. A program that edits a record
    /// together with its destinations, such as a person with telephone numbers, calls this to turn
    /// concurrent edits into conflicts. It has no effect on new and deleted objects.
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

    /// The new values of the properties that changed since the last fetch or save, by name; for a
    /// new object those that differ from the model's defaults. Without transient properties and
    /// to-many relationships.
    ///
    /// ```swift
    /// if recipe.changedValues.keys.contains("title") { print("renamed") }
    /// ```
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

    /// Whether a stored property has changed since the last fetch or save, or since the object was
    /// made.
    public final var hasPersistentChangedValues: Bool {
        !changedValues.isEmpty
            || extras?.toMany.values.contains { $0.hasChanges && !$0.property.isTransient } ?? false
    }

    /// The values as last read or saved, of the named properties or of all.
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

    /// The numbers of the values, including those after the slots, that differ from the store.
    final var changedValueNumbers: [Int] {
        guard let row else { return [] }
        guard let committedRow else { return state.contains(.inserted) ? Array(0..<row.count) : [] }
        return (0..<row.count).filter { row[$0] != committedRow[$0] }
    }
}

extension ManagedObject: CustomDebugStringConvertible {
    /// The ID, the state and the loaded values, for `print` and the debugger. Nothing is fetched
    /// for it.
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
    /// The value in an object's description; for bytes, their number.
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

/// The reasons why the values of an object were replaced.
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
    /// The object took the store's values and kept its changes.
    public static let refresh = SnapshotEvents(rawValue: 1 << 5)
    /// A merge policy chose the values in a save.
    public static let mergePolicy = SnapshotEvents(rawValue: 1 << 6)
}

extension ManagedObject {
    /// Calls the hook, whose changes are not recorded.
    final func announce(_ events: SnapshotEvents) {
        guard context != nil, !isFault, !state.contains(.awaking) else { return }
        state.insert(.awaking)
        awake(fromSnapshotEvents: events)
        state.remove(.awaking)
    }
}
