import Foundation
public import Persistence
import Synchronization

/// The number of the last save of each entity, and of all: whatever was made of some entities is as good as new
/// until their number rises. Lists that are open in a browser hear of each save besides.
///
/// A save that did not go through ``Household/save(_:)`` raises the numbers of all entities.
///
/// What others save is told as soon as the store hears of it: by entity and record where it is in the history,
/// and otherwise as something of which nothing else is known, which raises the numbers of all entities.
public final class ChangeFeed: Sendable {
    private struct State {
        /// How often the store had been written when the last save was told of.
        var counts: ChangeCounts
        var isSaving = false
        /// The numbers of the last saves, by the entities that they changed.
        var numbers: [EntityName: Int] = [:]
        /// The number of the last save of which nothing is known.
        var unknownNumber: Int
        var observers: [@Sendable (SavedChanges) -> Void] = []
        /// Those who read what others have saved.
        var readers: [@Sendable (SavedChanges) -> Void] = []

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

    /// Calls a closure after each save from now on, on the thread that saved and before the next save.
    ///
    /// It reads nothing: all who read may be waiting for it.
    public func observe(_ body: @escaping @Sendable (SavedChanges) -> Void) {
        state.withLock { $0.observers.append(body) }
    }

    /// Calls a closure after each save of others from now on, outside of their turn, so that it may read.
    func observeOthers(_ body: @escaping @Sendable (SavedChanges) -> Void) {
        state.withLock { $0.readers.append(body) }
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

    /// Saves a context and tells of it.
    ///
    /// - Parameter save: saves the context, and writes before what changes no record.
    func inTurn(save: () throws -> Void) throws {
        waitForOthers()
        try turn.withLock { _ in
            try follow {
                written.notification.withLock { $0 = nil }
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
    func forgetInTurn(_ body: () throws -> Bool) throws {
        try turn.withLock { _ in
            try follow { (nil, hasWritten: try body()) }
        }
    }

    /// Tells what one transaction changes. The caller has the turn.
    ///
    /// - Parameter body: returns what is told of the transaction, nil for no records, and whether there was
    ///   one.
    private func follow(
        _ body: () throws -> (SaveNotification?, hasWritten: Bool)
    ) throws {
        let former = state.withLock { state in
            noteUnknownSaves(&state)
            state.isSaving = true
            return state.counts
        }
        defer { state.withLock { $0.isSaving = false } }
        let (notification, hasWritten) = try body()
        let counts = hasWritten ? coordinator.changeCounts : former
        // Whatever others have saved is told of separately, and not in the order of the numbers then.
        let isAlone = counts.others == former.others
        tell(SavedChanges(notification, isPartial: !isAlone, number: counts.total), counts)
    }

    /// Tells of a save. The caller has the turn.
    private func tell(_ changes: SavedChanges, _ counts: ChangeCounts) {
        for observer in state.withLock(\.observers) { observer(changes) }
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
            state.withLock { $0.isSaving = true }
            defer { state.withLock { $0.isSaving = false } }
            guard try body() else { return nil }
            sign(context)
            try context.recordOtherChangeInHistory()
            let counts = coordinator.changeCounts
            let changes = SavedChanges(nil, isPartial: true, number: counts.total)
            tell(changes, counts)
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

    /// Tells what others have saved since that was last told.
    private func tellOfOthers() {
        guard let others else { return }
        // Nobody waits for a turn with something that whoever has the turn may need: what is to be told is
        // read before.
        let heard = coordinator.changeCounts.others
        let transactions = others.next()
        let changes = turn.withLock { _ in
            var counts = state.withLock(\.counts)
            counts.others = max(counts.others, heard)
            let changes =
                transactions.map { SavedChanges($0, number: counts.total) }
                ?? SavedChanges(nil, isPartial: true, number: counts.total)
            tell(changes, counts)
            return changes
        }
        letRead(changes)
    }

    /// Lets read what nobody can know otherwise, after the turn: those who read hold what is needed for it, and
    /// may wait for the turn's end.
    private func letRead(_ changes: SavedChanges) {
        for reader in state.withLock(\.readers) { reader(changes) }
    }

    /// How long a transaction waits for what it reads to be told, and for how long at a time.
    private static let (patience, pause) = (0.05, 0.000_5)

    /// Waits until it was told what was heard of others. A save that came in between would be told
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
