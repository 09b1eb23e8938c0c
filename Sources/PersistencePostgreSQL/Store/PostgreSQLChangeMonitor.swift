import Foundation
import Persistence
import Synchronization

/// Watches for changes that others save, and informs observers of the store.
final class PostgreSQLChangeMonitor: Sendable {
    private struct State {
        /// The number of the last transaction that a poll has seen.
        var seen: Int64
        /// The greatest transaction number known from other processes.
        var known: Int64 = 0
    }

    private let contents: PostgreSQLStoreContents
    private let observers = CoordinatorObservers<Void>()
    private let times = Atomic<Int>(0)
    private let state: Mutex<State>

    /// - Throws: errors of the server.
    init(_ contents: PostgreSQLStoreContents, _ connect: () throws -> ServerConnection) throws {
        self.contents = contents
        var last: Int64 = 0
        if contents.history != nil {
            last = try connect().runOnce(HistoryTables.lastNumberStatement)[0].integer(0)
        }
        contents.transactions.record(last)
        contents.transactions.markNotified(last)
        state = Mutex(State(seen: last))
    }

    /// The number of events so far.
    var count: Int { times.load(ordering: .acquiring) }

    /// The greatest transaction number known from other processes.
    var receivedTransaction: Int64 { state.withLock { $0.known } }

    func observe(_ body: @escaping @Sendable () -> Void) -> CoordinatorObservation {
        observers.add { body() }
    }

    func hear(_ event: ChangeListener.Event) {
        var notified: Int64 = 0
        switch event {
        case .notification(let text):
            let parts = text.split(separator: " ")
            notified = parts.count > 1 ? Int64(parts[1]) ?? 0 : 0
            contents.transactions.record(notified)
            guard parts.first.map(String.init) != contents.signature else {
                // Notifications arrive in the order of commits: observers know the earlier ones.
                contents.transactions.markNotified(notified)
                return
            }
            state.withLock { $0.known = max($0.known, notified) }
        case .loss:
            // Cached data may be stale, and readers will notice that the server is away.
            contents.transactions.doubt()
            times.wrappingAdd(1, ordering: .acquiringAndReleasing)
            return
        case .gap:
            contents.transactions.doubt()
            notified = askForLast() ?? 0
        case .found:
            notified = state.withLock { $0.seen }
        }
        times.wrappingAdd(1, ordering: .acquiringAndReleasing)
        observers.notify(())
        contents.transactions.markNotified(notified)
    }

    /// Asks for the last transaction number after a gap. If that fails, the next poll finds it; no
    /// replica is read until then.
    private func askForLast() -> Int64? {
        guard contents.history != nil else { return nil }
        return try? contents.transactions.clearUp {
            try ServerConnection(contents.address)
                .runOnce(HistoryTables.lastNumberStatement)[0].integer(0)
        }
    }

    /// Polls the history for transactions of others that were not notified.
    func poll(every interval: Duration) -> ChangeListener.Poll {
        ChangeListener.Poll(interval: interval) { [self] connection in
            let parameters = StatementParameters()
            parameters.append(state.withLock { $0.seen })
            parameters.append(contents.signature)
            var foreign: Int64 = 0
            let last = try contents.transactions.clearUp {
                let result = try connection.run(
                    "SELECT COALESCE(MAX(Z_PK), 0), "
                        + "COALESCE(MAX(Z_PK) FILTER (WHERE ZSTORE IS DISTINCT FROM $2), 0) "
                        + "FROM ATRANSACTION WHERE Z_PK > $1", parameters)
                foreign = result[0].integer(1)
                return result[0].integer(0)
            }
            let isNew = state.withLock { state in
                state.seen = max(state.seen, last)
                guard foreign > state.known else { return false }
                state.known = foreign
                return true
            }
            if !isNew { contents.transactions.markNotified(last) }
            return isNew
        }
    }
}

/// The progress of the history, as far as this process knows.
final class HistoryProgress: Sendable {
    private struct State {
        var latest: Int64 = 0
        var notified: Int64 = 0
        var own: Int64? = 0
        /// The number of times that transactions may have been missed, and how many of those are
        /// resolved.
        var doubtCount = 0
        var clearedCount = 0
    }

    private let state = Mutex(State())

    /// The number of the last known transaction.
    var latest: Int64 { state.withLock { $0.latest } }

    /// The number of the last transaction; nil while transactions may have been missed.
    var surelyLatest: Int64? {
        state.withLock { $0.doubtCount == $0.clearedCount ? $0.latest : nil }
    }

    /// The number of the last transaction up to which observers know all changes by others.
    var notified: Int64 { state.withLock { $0.notified } }

    func markNotified(_ number: Int64) {
        state.withLock { $0.notified = max($0.notified, number) }
    }

    /// The number of this process's last transaction; nil if it was committed and its number is not
    /// known.
    var own: Int64? {
        get { state.withLock { $0.own } }
        set { state.withLock { $0.own = newValue } }
    }

    /// Records a transaction.
    func record(_ number: Int64) {
        state.withLock { $0.latest = max($0.latest, number) }
    }

    /// Records that a transaction may have been missed.
    func doubt() {
        state.withLock { $0.doubtCount += 1 }
    }

    /// Asks for the last number, which resolves all earlier doubts, and returns it.
    @discardableResult
    func clearUp(by ask: () throws -> Int64) rethrows -> Int64 {
        let doubtCount = state.withLock { $0.doubtCount }
        let number = try ask()
        state.withLock { state in
            state.latest = max(state.latest, number)
            state.clearedCount = max(state.clearedCount, doubtCount)
        }
        return number
    }
}
