import Foundation
public import Persistence
import Synchronization

/// What was saved, by entity and record, in the order of commits, told to whoever keeps something in
/// memory beside the store.
///
/// Followers hear of each save that goes through ``Household/save(_:)``, within its turn: the next one
/// waits for them. Of a save that was made otherwise nothing is known but that it was made: its number
/// is missing, and whoever finds a number missing drops what it has and reads anew.
///
/// Of a store that several servers write, the feed follows the history: what others save is told by entity
/// and record, as soon as the store hears of it.
public final class ChangeFeed: Sendable {
    private struct State {
        /// The number of the last save that was told of.
        var number: Int
        var isSaving = false
        /// The numbers of the last saves, by the entities that they changed.
        var numbers: [EntityName: Int] = [:]
        /// The number of the last save of which nothing is known.
        var unknownNumber: Int
        /// How many saves have had their turn, those apart that had nothing to save.
        var turnCount = 0
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
    /// What others save; nil for a store that nobody else writes.
    let others: OtherSaves?

    /// - Parameter others: what others save; nil, the default, for a store that nobody else writes.
    init(_ coordinator: PersistentStoreCoordinator, others: OtherSaves? = nil) {
        self.coordinator = coordinator
        self.others = others
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

    /// The number that whoever begins to read now has: that of the last save, told or not.
    var storeNumber: Int { coordinator.changeCount }

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
            try follow(context) {
                written.notification.withLock { $0 = nil }
                try preparing()
                try save()
                let notification = written.notification.withLock { $0.take() }
                return (notification, hasWritten: others == nil || notification != nil)
            }
        }
    }

    /// Forgets what nobody keeps in memory, such as who changed what long ago: whatever is kept stays as it
    /// is, at the number of the transaction that forgets.
    ///
    /// - Parameter body: returns whether it has written something, in one transaction.
    func forgetInTurn(of context: ManagedObjectContext, _ body: () throws -> Bool) throws {
        try turn.withLock { _ in
            try follow(context) { (nil, hasWritten: try body()) }
        }
    }

    /// Tells the followers what one transaction changes, in the turn of whoever calls this.
    ///
    /// - Parameter body: returns what is told of the transaction, nil for no records, and whether there was
    ///   one.
    private func follow(
        _ context: ManagedObjectContext,
        _ body: () throws -> (SaveNotification?, hasWritten: Bool)
    ) throws {
        let (former, followers) = state.withLock { state in
            noteUnknownSaves(&state)
            state.isSaving = true
            return (state.number, state.followers)
        }
        defer { state.withLock { $0.isSaving = false } }
        let endings = followers.map { $0.follow(context) }
        let (notification, hasWritten) = try body()
        let number = hasWritten ? coordinator.changeCount : former
        // Whatever others have saved is told of separately, and not in the order of the numbers then.
        let isAlone = others == nil || number <= former + 1
        let changes = SavedChanges(notification, from: isAlone ? former : nil, to: number)
        for end in endings { end(changes) }
        state.withLock { state in
            if hasWritten { state.turnCount += 1 }
            state.number = changes.number
            if changes.isPartial { state.unknownNumber = changes.number }
            for entity in changes.entities { state.numbers[entity] = changes.number }
        }
    }

    /// Writes what is no record, such as what the history tells: whatever is kept is read anew afterwards, by
    /// other servers too.
    ///
    /// - Parameter body: returns whether it has written something; if not, the store's number is as it was.
    func inTurn(of context: ManagedObjectContext, writing body: () throws -> Bool) throws {
        guard let others else {
            // Of a save of which no records are known, nobody needs to be told.
            _ = try body()
            return
        }
        let changes: SavedChanges? = try turn.withLock { _ in
            let (former, followers) = state.withLock { state in
                state.isSaving = true
                return (state.number, state.followers)
            }
            defer { state.withLock { $0.isSaving = false } }
            guard try body() else { return nil }
            context.name = others.server
            try context.noteOtherChangeInHistory()
            let number = max(former, coordinator.changeCount)
            let changes = SavedChanges(nil, from: nil, to: number)
            for follower in followers { follower.follow(others: changes) }
            state.withLock { state in
                state.number = number
                state.unknownNumber = number
                state.turnCount += 1
            }
            return changes
        }
        if let changes { letRead(changes) }
    }

    // MARK: - Others

    /// Begins to follow what others save, from now on.
    ///
    /// - Throws: errors of the store.
    func followOthers() throws {
        guard let others else { return }
        try others.begin()
        state.withLock { $0.number = coordinator.changeCount }
        others.observe { [weak self] in self?.tellOfOthers() }
    }

    /// Tells the followers what others have saved since they were last told.
    private func tellOfOthers() {
        guard let others else { return }
        // Nobody waits for a turn with something that whoever has the turn may need: what is to be told is
        // read before.
        let (heard, turnCount) = turn.withLock { _ in
            (coordinator.changeCount, state.withLock { $0.turnCount })
        }
        let transactions = others.next()
        let changes = turn.withLock { _ in
            let (former, number, followers) = state.withLock { state in
                let number = max(state.number, heard + state.turnCount - turnCount)
                return (state.number, number, state.followers)
            }
            let changes =
                transactions.map { SavedChanges($0, from: former, to: number) }
                ?? SavedChanges(nil, from: nil, to: number)
            for follower in followers { follower.follow(others: changes) }
            state.withLock { state in
                state.number = number
                if changes.isPartial { state.unknownNumber = number }
                for entity in changes.entities { state.numbers[entity] = number }
            }
            return changes
        }
        letRead(changes)
    }

    /// Lets the followers read what they cannot know otherwise, after the turn: those who read hold what the
    /// followers need for it, and may wait for the turn's end.
    private func letRead(_ changes: SavedChanges) {
        for follower in state.withLock({ $0.followers }) { follower.read(others: changes) }
    }

    /// How long a transaction waits for what it reads to be told, and for how long at a time.
    private static let (patience, pause) = (0.05, 0.000_5)

    /// Whether the followers were told of all that others have saved and a context reads.
    ///
    /// A context that writes has the turn, so that nothing is added meanwhile. What was saved just before is
    /// told within a millisecond or so.
    /// - Throws: errors of the store.
    func hasTold(all context: ManagedObjectContext) throws -> Bool {
        guard let last = try context.lastTransactionNumber else { return false }
        let end = Date.now + Self.patience
        while let told = coordinator.toldTransaction {
            if told >= last { return true }
            guard Date.now < end else { return false }
            Thread.sleep(forTimeInterval: Self.pause)
        }
        return false
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
        // What others save is told.
        guard others == nil else { return }
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

    func follow(others saved: SavedChanges) { body(saved) }
}
