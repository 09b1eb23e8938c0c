public import Persistence
import Synchronization

/// What was saved, by entity and record, in the order of commits, told to whoever keeps something in
/// memory beside the store.
///
/// Followers hear of each save that goes through ``Household/save(_:)``, within its turn: the next one
/// waits for them. Of a save that was made otherwise nothing is known but that it was made: its number
/// is missing, and whoever finds a number missing drops what it has and reads anew.
public final class ChangeFeed: Sendable {
    private struct State {
        /// The number of the last save that was told of.
        var number: Int
        var isSaving = false
        /// The numbers of the last saves, by the entities that they changed.
        var numbers: [EntityName: Int] = [:]
        /// The number of the last save of which nothing is known.
        var unknownNumber: Int
        var followers: [any ChangeFollower] = []

        func version(of entities: Set<EntityName>) -> Int {
            entities.reduce(unknownNumber) { max($0, numbers[$1] ?? 0) }
        }
    }

    /// What the save whose turn it is has written.
    private final class Written: Sendable {
        let notification = Mutex<SaveNotification?>(nil)
    }

    private let coordinator: PersistentStoreCoordinator
    private let state: Mutex<State>
    /// Held while it is a save's turn.
    private let turn = Mutex(())
    private let written = Written()
    private let observation: CoordinatorObservation

    init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
        let number = coordinator.changeCount
        state = Mutex(State(number: number, unknownNumber: number))
        observation = coordinator.observeSaves { [written] notification in
            written.notification.withLock { $0 = notification }
        }
    }

    // MARK: - Following

    /// Tells a follower of all saves from now on.
    public func add(_ follower: any ChangeFollower) {
        state.withLock { $0.followers.append(follower) }
    }

    /// Calls a closure after each save from now on, on the thread that saved and before the next
    /// save.
    public func observe(_ body: @escaping @Sendable (SavedChanges) -> Void) {
        add(ChangeObserver(body: body))
    }

    /// The number of the last save that changed records of some entities: whatever was made of these
    /// alone is as good as new for as long as it stays the same.
    public func version(of entities: Set<EntityName>) -> Int {
        state.withLock { state in
            noteUnknownSaves(&state)
            return state.version(of: entities)
        }
    }

    /// The number of the last save of all.
    public var version: Int {
        state.withLock { state in
            noteUnknownSaves(&state)
            return state.number
        }
    }

    /// The number of the last save that changed records of some entities, as a context reads them;
    /// nil if there was such a save since the context began to read.
    public func version(
        of entities: Set<EntityName>, in context: ManagedObjectContext
    ) -> Int? {
        let version = version(of: entities)
        return version <= context.changeCount ? version : nil
    }

    // MARK: - Saving

    /// Saves a context and tells the followers.
    ///
    /// - Parameters:
    ///   - preparing: what is written before, which changes no record.
    ///   - save: saves the context.
    func inTurn(
        of context: ManagedObjectContext, preparing: () throws -> Void, save: () throws -> Void
    ) throws {
        try turn.withLock { _ in
            let (former, followers) = state.withLock { state in
                noteUnknownSaves(&state)
                state.isSaving = true
                return (state.number, state.followers)
            }
            defer { state.withLock { $0.isSaving = false } }
            let endings = followers.map { $0.follow(context) }
            written.notification.withLock { $0 = nil }
            try preparing()
            try save()
            let notification = written.notification.withLock { $0.take() }
            let changes = SavedChanges(notification, from: former, to: coordinator.changeCount)
            for end in endings { end(changes) }
            state.withLock { state in
                state.number = changes.number
                for entity in changes.entities { state.numbers[entity] = changes.number }
            }
        }
    }

    /// Waits until the followers have heard of the save whose turn it is.
    func waitForTurn() {
        turn.withLock { _ in }
    }

    /// Whether what a context reads is the state of the store after the save whose number it has, and
    /// no newer one: a context takes the number before it begins to read.
    ///
    /// - Throws: errors of the store.
    func isExact(_ context: ManagedObjectContext) throws -> Bool {
        // From the first fetch on, the context reads one state of the store.
        var request = DictionaryFetchRequest(entityName: "SaleNumbering")
        request.columns = [("last", .keyPath(["last"]))]
        request.fetchLimit = 1
        _ = try context.fetchDictionaries(request)
        return state.withLock { state in
            !state.isSaving && coordinator.changeCount == context.changeCount
        }
    }

    private func noteUnknownSaves(_ state: inout State) {
        let number = coordinator.changeCount
        guard !state.isSaving, number != state.number else { return }
        state.number = number
        state.unknownNumber = number
    }
}

/// Follows by a closure that needs to know no more than which records changed.
private struct ChangeObserver: ChangeFollower {
    let body: @Sendable (SavedChanges) -> Void

    func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void { body }
}
