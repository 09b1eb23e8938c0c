import Persistence
import Synchronization

/// What other servers save into a store that several write, read from its history.
final class OtherSaves: Sendable {
    private struct State {
        /// The place up to which was told; nil if it is not known.
        var token: PersistentHistoryToken?
        var observation: CoordinatorObservation?
    }

    private let container: PersistentContainer
    /// The name of the contexts of this server's own saves.
    let server: String
    private let state = Mutex(State())

    init(_ container: PersistentContainer, server: String) {
        self.container = container
        self.server = server
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
    /// alone. One thread asks at a time.
    func next() -> [PersistentHistoryTransaction]? {
        do {
            // What comes in between is told again, which does no harm, and not missed.
            let end = try container.coordinator.currentPersistentHistoryToken()
            guard let token = state.withLock({ $0.token }) else {
                state.withLock { $0.token = end }
                return nil
            }
            var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
            request.transactionPredicate = .comparison(
                FetchComparison(
                    .keyPath(["contextName"]), .notEqual, .constant(.string(server))))
            let transactions = try container.read { try $0.fetchHistory(request) }
            state.withLock { $0.token = end }
            // One without a change tells that something else than records was written, or that what it had
            // changed is told no more.
            return transactions.contains { $0.changes.isEmpty } ? nil : transactions
        } catch {
            // The history is gone, or the store is: once it can be read again, all is read anew.
            state.withLock { $0.token = nil }
            return nil
        }
    }
}
