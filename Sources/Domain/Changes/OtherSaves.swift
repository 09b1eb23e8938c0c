import Persistence
import Synchronization

/// What others save into the store, read from its history.
final class OtherSaves: Sendable {
    private struct State {
        /// The place up to which was told; nil if it is not known.
        var token: PersistentHistoryToken?
        var observation: CoordinatorObservation?
    }

    private let container: PersistentContainer
    /// The name of the contexts of this server's own saves.
    let server: String
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - server: the name of the contexts of this server's own saves.
    ///   - limit: how many transactions are too many to be told of one by one: it is less work then to read
    ///     anew what is kept. Default: 1,000.
    init(_ container: PersistentContainer, server: String, limit: Int = 1_000) {
        self.container = container
        self.server = server
        self.limit = limit
    }

    /// Begins at the end of the history.
    ///
    /// - Throws: errors of the store.
    func begin() throws {
        let token = try container.coordinator.currentPersistentHistoryToken()
        state.withLock { $0.token = token }
    }

    /// Calls a closure, on a thread of the store's, when others have saved something.
    func observe(_ body: @escaping @Sendable () -> Void) {
        let observation = container.coordinator.observeOtherWriters(body)
        state.withLock { $0.observation = observation }
    }

    /// What others have saved since this was last asked for; nil if nobody knows, or it was not records
    /// alone, or it was too much. One thread asks at a time.
    func next() -> [PersistentHistoryTransaction]? {
        do {
            // What comes in between is told again, which does no harm, and not missed.
            let end = try container.coordinator.currentPersistentHistoryToken()
            guard let token = state.withLock({ $0.token }) else {
                state.withLock { $0.token = end }
                return nil
            }
            var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
            request.fetchLimit = limit
            request.transactionPredicate = .key("contextName") != server
            let transactions = try container.read { try $0.fetchHistory(request) }
            // What was saved since is told once more when it is heard of: whoever began to read before that does
            // not have it, and has the same number.
            let place = container.coordinator.receivedToken(upTo: end, notBefore: token)
            state.withLock { $0.token = place }
            // One without a change tells that something else than records was written, or that what it had
            // changed is told no more. Who writes a file need not keep its history.
            let isTold =
                transactions.count < limit && transactions.allSatisfy { !$0.changes.isEmpty }
                && (container.coordinator.isWrittenAtOnce || !transactions.isEmpty)
            return isTold ? transactions : nil
        } catch {
            // The store keeps no history, or it is gone, or the store is: once it can be read again, all is read
            // anew.
            state.withLock { $0.token = nil }
            return nil
        }
    }
}
