import Synchronization

/// How far the history has come, as far as this program knows.
final class KnownTransactions: Sendable {
    private struct State {
        var latest: Int64 = 0
        var told: Int64 = 0
        var own: Int64? = 0
        /// How often something may have been missed, and how much of that was cleared up.
        var doubtCount = 0
        var clearedCount = 0
    }

    private let state = Mutex(State())

    /// The number of the last transaction that is known of.
    var latest: Int64 { state.withLock { $0.latest } }

    /// The same; nil while one may have been missed.
    var surelyLatest: Int64? {
        state.withLock { $0.doubtCount == $0.clearedCount ? $0.latest : nil }
    }

    /// The number of the last transaction up to which those who observe were told of all of others.
    var told: Int64 { state.withLock { $0.told } }

    func noteTold(_ number: Int64) {
        state.withLock { $0.told = max($0.told, number) }
    }

    /// The number of the last transaction of this opening of the store; nil if that one was committed and its
    /// number is not known.
    var own: Int64? {
        get { state.withLock { $0.own } }
        set { state.withLock { $0.own = newValue } }
    }

    /// Takes note of a transaction.
    func note(_ number: Int64) {
        state.withLock { $0.latest = max($0.latest, number) }
    }

    /// Takes note that there may be a transaction of which nothing was heard.
    func doubt() {
        state.withLock { $0.doubtCount += 1 }
    }

    /// Asks for the last number, which clears up all doubts from before, and returns it.
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
