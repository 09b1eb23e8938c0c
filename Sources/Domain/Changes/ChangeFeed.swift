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
/// What others save is told as soon as the store hears of it: by entity and record where it is in the history,
/// and otherwise as something of which nothing else is known, after which everything is read anew.
public final class ChangeFeed: Sendable {
    private struct State {
        /// How often the store had been written when the last save was told of.
        var counts: ChangeCounts
        var isSaving = false
        /// The numbers of the last saves, by the entities that they changed.
        var numbers: [EntityName: Int] = [:]
        /// The number of the last save of which nothing is known.
        var unknownNumber: Int
        var followers: [any ChangeFollower] = []

        /// The number of the last save that was told of.
        var number: Int { counts.total }

        /// Takes note of a save that was told.
        mutating func note(_ changes: SavedChanges, _ counts: ChangeCounts) {
            self.counts = counts
            if changes.isPartial { unknownNumber = counts.total }
            for entity in changes.entities { numbers[entity] = counts.total }
        }

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
    /// What others save; nil where nobody follows it.
    private let others: OtherSaves?
    /// Whether several write the store at the same time, as they do in a database: all of them keep the history
    /// then. A file has one writer at a time, and whoever writes it beside this server may tell nothing of it.
    let isWrittenAtOnce: Bool

    /// - Parameter others: what others save; nil, the default, to follow nobody else.
    init(_ coordinator: PersistentStoreCoordinator, others: OtherSaves? = nil) {
        self.coordinator = coordinator
        self.others = others
        isWrittenAtOnce = coordinator.isWrittenAtOnce
        let counts = coordinator.changeCounts
        state = Mutex(State(counts: counts, unknownNumber: counts.total))
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

    /// Gives the transactions of a context this server's name, by which they are told from those of others.
    func sign(_ context: ManagedObjectContext) {
        if let others { context.name = others.server }
    }

    /// Saves a context and tells the followers.
    ///
    /// - Parameters:
    ///   - preparing: what is written before, which changes no record.
    ///   - save: saves the context.
    func inTurn(
        of context: ManagedObjectContext, preparing: () throws -> Void, save: () throws -> Void
    ) throws {
        waitForOthers()
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
            return (state.counts, state.followers)
        }
        defer { state.withLock { $0.isSaving = false } }
        let endings = followers.map { $0.follow(context) }
        let (notification, hasWritten) = try body()
        let counts = hasWritten ? coordinator.changeCounts : former
        // Whatever others have saved is told of separately, and not in the order of the numbers then.
        let isAlone = counts.others == former.others
        let changes = SavedChanges(
            notification, from: isAlone ? former.total : nil, to: counts.total)
        for end in endings { end(changes) }
        state.withLock { $0.note(changes, counts) }
    }

    /// Writes what is no record, such as what the history tells: whatever is kept is read anew afterwards, by
    /// other servers too.
    ///
    /// - Parameter body: returns whether it has written something; if not, the store's number is as it was.
    func inTurn(of context: ManagedObjectContext, writing body: () throws -> Bool) throws {
        guard isWrittenAtOnce else {
            // Of a save of which no records are known, nobody needs to be told: others hear that there was one.
            _ = try body()
            return
        }
        let changes: SavedChanges? = try turn.withLock { _ in
            let followers = state.withLock { state in
                state.isSaving = true
                return state.followers
            }
            defer { state.withLock { $0.isSaving = false } }
            guard try body() else { return nil }
            sign(context)
            try context.noteOtherChangeInHistory()
            let counts = coordinator.changeCounts
            let changes = SavedChanges(nil, from: nil, to: counts.total)
            for follower in followers { follower.follow(others: changes) }
            state.withLock { $0.note(changes, counts) }
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
        state.withLock { $0.counts = coordinator.changeCounts }
        others.observe { [weak self] in self?.tellOfOthers() }
    }

    /// Tells the followers what others have saved since they were last told.
    private func tellOfOthers() {
        guard let others else { return }
        // Nobody waits for a turn with something that whoever has the turn may need: what is to be told is
        // read before.
        let heard = coordinator.changeCounts.others
        let transactions = others.next()
        let changes = turn.withLock { _ in
            let (former, followers) = state.withLock { ($0.counts, $0.followers) }
            var counts = former
            counts.others = max(former.others, heard)
            let changes =
                transactions.map { SavedChanges($0, from: former.total, to: counts.total) }
                ?? SavedChanges(nil, from: nil, to: counts.total)
            for follower in followers { follower.follow(others: changes) }
            state.withLock { $0.note(changes, counts) }
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

    /// Waits until the followers were told of what was heard of others. A save that came in between would be told
    /// as one of which nothing is known.
    func waitForOthers() {
        // Of what writes a file it is told on this thread.
        guard others != nil, isWrittenAtOnce else { return }
        let heard = coordinator.changeCounts.others
        let end = Date.now + Self.patience
        while state.withLock({ $0.counts.others }) < heard, Date.now < end {
            Thread.sleep(forTimeInterval: Self.pause)
        }
    }

    private func noteUnknownSaves(_ state: inout State) {
        guard !state.isSaving else { return }
        let counts = coordinator.changeCounts
        // What others save is told when it is heard of.
        guard others == nil ? counts != state.counts : counts.own != state.counts.own else {
            return
        }
        state.counts = counts
        state.unknownNumber = counts.total
    }
}

/// Follows by a closure that needs to know no more than which records changed.
private struct ChangeObserver: ChangeFollower {
    let body: @Sendable (SavedChanges) -> Void

    func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void { body }

    func follow(others saved: SavedChanges) { body(saved) }
}
