/// Changes that are taken back together, the last one first.
final class UndoGroup {
    private enum Entry {
        case change(ObjectChange)
        case action(UndoAction)
        case group(UndoGroup)
    }

    private struct Place: Hashable {
        let object: ObjectIdentifier
        let number: Int
    }

    private var entries: [Entry] = []
    /// The values that were recorded: what a value was before its first change is enough.
    private var recorded: Set<Place> = []
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
        let place = Place(object: ObjectIdentifier(object), number: number)
        if recorded.insert(place).inserted { append(change()) }
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
