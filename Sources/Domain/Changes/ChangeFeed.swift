import Foundation
public import Persistence
import Synchronization

/// The versions of entities: the number of the last save of each, and of all. Data computed from
/// some entities is valid until their version changes. Lists that are open in a browser are
/// notified of each save.
///
/// A save that did not go through ``Household/save(_:)`` changes the versions of all entities.
///
/// Saves by others are published as soon as the store is notified: by entity and record if they are
/// in the history, and otherwise as unknown changes, which change the versions of all entities.
public final class ChangeFeed: Sendable {
    private struct State {
        /// The store's change counts at the last published save.
        var counts: ChangeCounts
        var isSaving = false
        /// The numbers of the last saves by changed entity.
        var numbers: [EntityName: Int] = [:]
        /// The number of the last save with unknown changes.
        var unknownNumber: Int
        var observers: [@Sendable (SavedChanges) -> Void] = []
        /// Observers of others' saves that may read the store.
        var readers: [@Sendable (SavedChanges) -> Void] = []

        /// The number of the last published save.
        var number: Int { counts.total }

        /// Records a published save.
        mutating func note(_ changes: SavedChanges, _ counts: ChangeCounts) {
            self.counts = counts
            if changes.isPartial { unknownNumber = counts.total }
            for entity in changes.entities { numbers[entity] = counts.total }
        }

        func version(of entities: Set<EntityName>) -> Int {
            entities.reduce(unknownNumber) { max($0, numbers[$1] ?? 0) }
        }
    }

    /// The changes of the save that is running.
    private final class Written: Sendable {
        let notification = Mutex<SaveNotification?>(nil)
    }

    private let coordinator: PersistentStoreCoordinator
    private let state: Mutex<State>
    /// Held during a save.
    private let turn = Mutex(())
    private let written = Written()
    private let observation: CoordinatorObservation
    /// The saves of others; nil if they are not followed.
    private let others: OtherSaves?
    /// Whether several servers write the store at the same time, as in a database: then all of them
    /// keep the history. A file has one writer at a time, and another program that writes it may
    /// not keep the history.
    let isWrittenAtOnce: Bool

    /// - Parameter others: the saves of others; nil, the default, to follow none.
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

    /// Calls a closure after each save from now on, on the thread of the save and before the next
    /// one.
    ///
    /// It must not read the store, since other readers may be waiting for it.
    public func observe(_ body: @escaping @Sendable (SavedChanges) -> Void) {
        state.withLock { $0.observers.append(body) }
    }

    /// Calls a closure after each save of others from now on, outside of their turn, so that it may
    /// read.
    func observeOthers(_ body: @escaping @Sendable (SavedChanges) -> Void) {
        state.withLock { $0.readers.append(body) }
    }

    /// The version of some entities: the number of the last save that changed their records. Data
    /// computed from these entities only is valid while it stays the same.
    public func version(of entities: Set<EntityName>) -> Int {
        state.withLock { state in
            noteUnknownSaves(&state)
            return state.version(of: entities)
        }
    }

    /// The number of the last save of any entity.
    public var version: Int {
        state.withLock { state in
            noteUnknownSaves(&state)
            return state.number
        }
    }

    /// The version of some entities as a context reads them; nil if they have changed since the
    /// context began to read.
    public func version(
        of entities: Set<EntityName>, in context: ManagedObjectContext
    ) -> Int? {
        let version = version(of: entities)
        return version <= context.changeCount ? version : nil
    }

    // MARK: - Saving

    /// Marks the transactions of a context as this server's, to tell them from those of others.
    func sign(_ context: ManagedObjectContext) {
        if let others { context.name = others.server }
    }

    /// Saves a context and publishes the changes.
    ///
    /// - Parameter save: saves the context, and before that writes data outside of records.
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

    /// Deletes data that is never cached, such as old history: cached data stays valid at the
    /// number of the transaction.
    ///
    /// - Parameter body: returns whether it has written something, in one transaction.
    func forgetInTurn(_ body: () throws -> Bool) throws {
        try turn.withLock { _ in
            try follow { (nil, hasWritten: try body()) }
        }
    }

    /// Publishes the changes of one transaction. The caller has the turn.
    ///
    /// - Parameter body: returns the changes of the transaction, nil for no records, and whether
    ///   there was a transaction.
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
        // Saves by others are published separately, and then not in the order of the numbers.
        let isAlone = counts.others == former.others
        publish(SavedChanges(notification, isPartial: !isAlone, number: counts.total), counts)
    }

    /// Publishes a save. The caller has the turn.
    private func publish(_ changes: SavedChanges, _ counts: ChangeCounts) {
        // The versions change first: what an observer has read again at once must not come from a
        // cache of the former version.
        let observers = state.withLock { state in
            state.note(changes, counts)
            return state.observers
        }
        for observer in observers { observer(changes) }
    }

    /// Writes data outside of records, such as parts of the history: cached data becomes invalid
    /// afterwards, on other servers too.
    ///
    /// - Parameter body: returns whether it has written something; if not, the versions stay the
    ///   same.
    func inTurn(of context: ManagedObjectContext, writing body: () throws -> Bool) throws {
        guard isWrittenAtOnce else {
            // A save without known records need not be published: others are notified of it.
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
            publish(changes, counts)
            return changes
        }
        if let changes { notifyReaders(changes) }
    }

    // MARK: - Others

    /// Starts to follow the saves of others.
    ///
    /// - Throws: errors of the store.
    func followOthers() throws {
        guard let others else { return }
        try others.begin()
        state.withLock { $0.counts = coordinator.changeCounts }
        others.observe { [weak self] in self?.publishOthers() }
    }

    /// Publishes the saves of others since the last call.
    private func publishOthers() {
        guard let others else { return }
        // The history is read before the turn, so that waiting for the turn holds nothing that its
        // holder may need.
        let heard = coordinator.changeCounts.others
        let transactions = others.next()
        let changes = turn.withLock { _ in
            var counts = state.withLock(\.counts)
            counts.others = max(counts.others, heard)
            let changes =
                transactions.map { SavedChanges($0, number: counts.total) }
                ?? SavedChanges(nil, isPartial: true, number: counts.total)
            publish(changes, counts)
            return changes
        }
        notifyReaders(changes)
    }

    /// Calls observers that read, after the turn: the readers of the store may be waiting for the
    /// turn's end.
    private func notifyReaders(_ changes: SavedChanges) {
        for reader in state.withLock(\.readers) { reader(changes) }
    }

    /// The maximum time that a transaction waits for others' saves to be published, and the pause
    /// between two checks, in seconds.
    private static let (patience, pause) = (0.05, 0.000_5)

    /// Waits until the noticed saves of others are published. A save in between would be published
    /// as unknown.
    func waitForOthers() {
        // A file's changes are published on this thread.
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
        // Saves by others are published when they are noticed.
        guard others == nil ? counts != state.counts : counts.own != state.counts.own else {
            return
        }
        state.counts = counts
        state.unknownNumber = counts.total
    }
}
