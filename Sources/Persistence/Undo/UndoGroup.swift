/// Changes that are taken back together, the last one first.
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
    /// The values that were recorded: what a value was before its first change is enough.
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

    /// Records what a value was, unless an earlier value is recorded already.
    func appendFirst(of number: Int, in object: ManagedObject, _ change: () -> ObjectChange) {
        let value = ChangedValue(object: ObjectIdentifier(object), number: number)
        if recorded.insert(value).inserted { append(change()) }
    }

    /// Takes out the group that was added last, if nothing came after it.
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

    // MARK: - Taking back

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

    /// Puts in order, after this was recorded by taking another group back, what that left behind.
    func settle() {
        var contexts: [ObjectIdentifier: (ManagedObjectContext, [ManagedObject])] = [:]
        for change in changes {
            guard let context = change.context else { continue }
            contexts[ObjectIdentifier(context), default: (context, [])].1.append(change.object)
        }
        for (context, objects) in contexts.values { context.settle(objects) }
        announce()
    }

    /// Tells each object once that its values were replaced.
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

/// An action of the application's own.
struct UndoAction {
    weak var target: AnyObject?
    let body: () -> Void

    init(_ target: AnyObject, _ body: @escaping () -> Void) {
        self.target = target
        self.body = body
    }
}

/// One change of one object, and how it is taken back.
///
/// Objects are held by reference and not by ID: an ID changes with the first save, and when an
/// object comes back that was deleted from the store.
struct ObjectChange {
    enum Kind {
        /// The value of an attribute, or a position in an order, was another one.
        case value(Int, AttributeValue)
        /// A to-one relationship led elsewhere.
        case destination(Int, ManagedObject?)
        /// A to-many relationship gained an object.
        case gained(Int, ManagedObject)
        /// A to-many relationship lost an object.
        case lost(Int, ManagedObject)
        /// An ordered relationship had another order.
        case order(Int, RelationshipOrder)
        /// The object was inserted, or came back.
        case appeared
        /// The object was deleted.
        case vanished(ObjectRemains)

        /// The event that undoing the step was to the object, if it left this behind.
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

    /// Gives an object that will come back its new ID, so that others can refer to it before.
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
        case .appeared: context.withdraw(object)
        case .vanished(let remains): context.bringBack(object, remains)
        }
    }
}

/// The order of an ordered relationship at some time.
struct RelationshipOrder {
    let objects: [ManagedObject]
    /// Whether it was another order than the store's.
    let wasReordered: Bool
    /// Which save that is to be compared with.
    let saveCount: Int
}

/// The destinations of a deleted object.
struct ObjectRemains {
    var destinations: [Int: ManagedObject] = [:]
    var members: [Int: [ManagedObject]] = [:]
}
