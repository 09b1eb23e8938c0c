import Persistence
import Synchronization

/// Reads the saves of others from the store's history.
final class OtherSaves: Sendable {
    private struct State {
        /// The token up to which changes were read; nil if unknown.
        var token: PersistentHistoryToken?
        var observation: CoordinatorObservation?
    }

    private let container: PersistentContainer
    /// The context name of this server's own saves.
    let server: String
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - server: the context name of this server's own saves.
    ///   - limit: the number of transactions from which their changes count as unknown, since
    /// invalidating all caches is then less work. Default: 1,000.
    init(_ container: PersistentContainer, server: String, limit: Int = 1_000) {
        self.container = container
        self.server = server
        self.limit = limit
    }

    /// Starts at the end of the history.
    ///
    /// - Throws: errors of the store.
    func begin() throws {
        let token = try container.coordinator.currentPersistentHistoryToken()
        state.withLock { $0.token = token }
    }

    /// Calls a closure, on a thread of the store, after saves of others.
    func observe(_ body: @escaping @Sendable () -> Void) {
        let observation = container.coordinator.observeOtherWriters(body)
        state.withLock { $0.observation = observation }
    }

    /// The saves of others since the last call; nil if they are unknown, too many, or changed data
    /// outside of records. Only one thread may call this at a time.
    func next() -> [PersistentHistoryTransaction]? {
        do {
            // Transactions in between are read twice, which does no harm, but not missed.
            let end = try container.coordinator.currentPersistentHistoryToken()
            guard let token = state.withLock({ $0.token }) else {
                state.withLock { $0.token = end }
                return nil
            }
            var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
            request.fetchLimit = limit
            request.transactionPredicate = .key("contextName") != server
            let transactions = try container.read { try $0.fetchHistory(request) }
            // Later saves are read once more when they are noticed: a reader that started before
            // does not see them, but has the same version.
            let place = container.coordinator.receivedToken(upTo: end, notBefore: token)
            state.withLock { $0.token = place }
            // A transaction without changes wrote data outside of records, or its changes were
            // deleted from the history. Another program that writes a file need not keep the
            // history.
            let isTold =
                transactions.count < limit && transactions.allSatisfy { !$0.changes.isEmpty }
                && (container.coordinator.isWrittenAtOnce || !transactions.isEmpty)
            return isTold ? transactions : nil
        } catch {
            // The store keeps no history, or the token has expired, or the store is unavailable:
            // once it can be read again, all caches become invalid.
            state.withLock { $0.token = nil }
            return nil
        }
    }
}
