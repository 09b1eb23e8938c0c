/// A group of changes that are undone together, the last one first.
final class UndoGroup {
    private enum Entry {
        case change(ObjectChange)
        case action(UndoAction)
        case group(UndoGroup)
    }

    private struct ChangedValue: Hashable {
        let object: ObjectIdentifier
        let number: Int
    }

    private var entries: [Entry] = []
    /// The values that are recorded: the first old value of each is enough.
    private var recorded: Set<ChangedValue> = []
    var actionName = ""

    var isEmpty: Bool { entries.isEmpty }

    // MARK: - Recording

    func append(_ change: ObjectChange) {
        entries.append(.change(change))
    }

    func append(_ action: UndoAction) {
        entries.append(.action(action))
    }

    func append(_ group: UndoGroup) {
        entries.append(.group(group))
    }

    /// Records the old value of a property, unless an earlier one is recorded.
    func appendFirst(of number: Int, in object: ManagedObject, _ change: () -> ObjectChange) {
        let value = ChangedValue(object: ObjectIdentifier(object), number: number)
        if recorded.insert(value).inserted { append(change()) }
    }

    /// Removes the last group, if nothing follows it.
    func popGroup() -> UndoGroup? {
        guard case .group(let group)? = entries.last else { return nil }
        entries.removeLast()
        return group
    }

    func removeAll() {
        entries = []
        recorded = []
    }

    func removeAll(of target: AnyObject) {
        entries.removeAll { entry in
            switch entry {
            case .change(let change): return change.context === target
            case .action(let action): return action.target === target
            case .group(let group):
                group.removeAll(of: target)
                return group.isEmpty
            }
        }
    }

    // MARK: - Undoing

    func revert() {
        for change in changes { change.prepare() }
        revertEntries()
    }

    private func revertEntries() {
        for entry in entries.reversed() {
            switch entry {
            case .change(let change): change.revert()
            case .action(let action): action.body()
            case .group(let group): group.revertEntries()
            }
        }
    }

    /// Updates the state of the objects, after undoing another group has recorded this one.
    func updateStates() {
        var contexts: [ObjectIdentifier: (ManagedObjectContext, [ManagedObject])] = [:]
        for change in changes {
            guard let context = change.context else { continue }
            contexts[ObjectIdentifier(context), default: (context, [])].1.append(change.object)
        }
        for (context, objects) in contexts.values { context.updateStates(of: objects) }
        announce()
    }

    /// Reports once to each object that its values were replaced.
    private func announce() {
        var events: [ManagedObject: SnapshotEvents] = [:]
        let changes = changes
        for change in changes { events[change.object, default: []].insert(change.kind.event) }
        for change in changes {
            guard let event = events.removeValue(forKey: change.object) else { continue }
            change.object.announce(event)
        }
    }

    private var changes: [ObjectChange] {
        entries.flatMap { entry -> [ObjectChange] in
            switch entry {
            case .change(let change): [change]
            case .action: []
            case .group(let group): group.changes
            }
        }
    }
}

/// An action that the application registered.
struct UndoAction {
    weak var target: AnyObject?
    let body: () -> Void

    init(_ target: AnyObject, _ body: @escaping () -> Void) {
        self.target = target
        self.body = body
    }
}

/// One change of one object.
///
/// It refers to the object and not to its ID, which changes with the first save, and when a deleted
/// object comes back.
struct ObjectChange {
    enum Kind {
        /// An attribute, or a position in an order, had this value.
        case value(Int, AttributeValue)
        /// A to-one relationship had this destination.
        case destination(Int, ManagedObject?)
        /// A to-many relationship gained an object.
        case gained(Int, ManagedObject)
        /// A to-many relationship lost an object.
        case lost(Int, ManagedObject)
        /// An ordered relationship had this order.
        case order(Int, RelationshipOrder)
        /// The object was inserted, or came back.
        case appeared
        /// The object was deleted.
        case vanished(ObjectRemains)

        /// The event that undoing a step, which recorded this change, was for the object.
        var event: SnapshotEvents {
            switch self {
            case .appeared: .undoDeletion
            case .vanished: .undoInsertion
            default: .undoUpdate
            }
        }
    }

    weak var context: ManagedObjectContext?
    let object: ManagedObject
    let kind: Kind

    /// Gives an object that will come back its new ID, so that others can refer to it.
    func prepare() {
        guard case .vanished = kind, object.context == nil, !object.objectID.isTemporaryID else {
            return
        }
        object.objectID = ManagedObjectID(
            storeEntity: object.objectID.storeEntity, key: TemporaryKey.next())
    }

    func revert() {
        guard let context else { return }
        switch kind {
        case .value(let number, let old): object.setValue(old, at: number)
        case .destination(let slot, let old): object.setToOneValue(old, at: slot)
        case .gained(let slot, let other): object.relationship(at: slot).lose(other)
        case .lost(let slot, let other): object.relationship(at: slot).gain(other)
        case .order(let slot, let order): object.relationship(at: slot).restore(order)
        case .appeared: context.undoInsertion(object)
        case .vanished(let remains): context.undoDeletion(object, remains)
        }
    }
}

/// The order of an ordered relationship at one time.
struct RelationshipOrder {
    let objects: [ManagedObject]
    /// Whether the order differed from the store's.
    let wasReordered: Bool
    /// The number of saves at that time.
    let saveCount: Int
}

struct ObjectRemains {
    var destinations: [Int: ManagedObject] = [:]
    var members: [Int: [ManagedObject]] = [:]
}
