import Synchronization

/// Who reads a store at the moment, and what waits until they have ended.
final class ReaderTurns: Sendable {
    private struct State {
        var lastTurn = 0
        var present: Set<Int> = []
        var waiting: [Work] = []

        /// Takes what nobody who reads is in the way of any more.
        mutating func takeReady() -> [Work] {
            let first = present.min() ?? .max
            let ready = waiting.filter { $0.lastTurn < first }
            waiting.removeAll { $0.lastTurn < first }
            return ready
        }
    }

    private struct Work {
        /// The last of the turns that it waits for.
        var lastTurn: Int
        var run: @Sendable () -> Void
    }

    private let state = Mutex(State())

    /// Notes that someone begins to read, and returns the number of this turn.
    func begin() -> Int {
        state.withLock { state in
            state.lastTurn += 1
            state.present.insert(state.lastTurn)
            return state.lastTurn
        }
    }

    /// Notes that a turn has ended, and does what waited for it.
    func end(_ turn: Int) {
        let ready = state.withLock { state in
            state.present.remove(turn)
            return state.takeReady()
        }
        ready.forEach { $0.run() }
    }

    /// Runs a closure once all turns that have begun have ended; at once if nobody reads.
    func whenPresentReadersHaveEnded(_ body: @escaping @Sendable () -> Void) {
        let ready = state.withLock { state in
            state.waiting.append(Work(lastTurn: state.lastTurn, run: body))
            return state.takeReady()
        }
        ready.forEach { $0.run() }
    }
}
