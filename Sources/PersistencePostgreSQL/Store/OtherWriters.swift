import Foundation
import Persistence
import Synchronization

/// Hears of what others write to a store, and tells those who keep something of it.
final class OtherWriters: Sendable {
    private struct State {
        /// The number of the last transaction that a look has seen.
        var seen: Int64
        /// The greatest number that somebody else's transaction is known to have.
        var known: Int64 = 0
        var bodies: [@Sendable () -> Void] = []
    }

    private let contents: StoreContents
    private let state: Mutex<State>

    /// - Throws: errors of the server.
    init(_ contents: StoreContents, _ connect: () throws -> ServerConnection) throws {
        self.contents = contents
        var last: Int64 = 0
        if contents.history != nil {
            last = try connect().runOnce(HistoryColumns.lastNumberStatement)[0].integer(0)
        }
        state = Mutex(State(seen: last))
    }

    func observe(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.bodies.append(body) }
    }

    func hear(_ event: ChangeListener.Event) {
        if case .notification(let text) = event {
            let parts = text.split(separator: " ")
            guard parts.first.map(String.init) != contents.signature else { return }
            let number = parts.count > 1 ? Int64(parts[1]) ?? 0 : 0
            state.withLock { $0.known = max($0.known, number) }
        }
        contents.countChange()
        for body in state.withLock({ $0.bodies }) { body() }
    }

    /// Looks into the history for transactions of others that were not told.
    func poll(every interval: Duration) -> ChangeListener.Poll {
        ChangeListener.Poll(interval: interval) { [self] connection in
            let parameters = StatementParameters()
            parameters.append(state.withLock { $0.seen })
            parameters.append(contents.signature)
            let result = try connection.run(
                "SELECT COALESCE(MAX(Z_PK), 0), "
                    + "COALESCE(MAX(Z_PK) FILTER (WHERE ZSTORE IS DISTINCT FROM $2), 0) "
                    + "FROM ATRANSACTION WHERE Z_PK > $1", parameters)
            guard result.rowCount > 0 else { return false }
            let (last, foreign) = (result[0].integer(0), result[0].integer(1))
            return state.withLock { state in
                state.seen = max(state.seen, last)
                guard foreign > state.known else { return false }
                state.known = foreign
                return true
            }
        }
    }
}
