import Synchronization

/// Who is told when totals are there that somebody was told to come back for.
final class AwaitedTotals: Sendable {
    private struct State {
        var isAwaited = false
        var bodies: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var isAwaited: Bool { state.withLock { $0.isAwaited } }

    /// Calls a closure whenever totals are there that were awaited.
    func observe(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.bodies.append(body) }
    }

    /// Notes that somebody was told that they are being counted.
    func begin() { state.withLock { $0.isAwaited = true } }

    /// Tells that they are there, if somebody waits.
    func end() {
        let bodies: [@Sendable () -> Void] = state.withLock { state in
            defer { state.isAwaited = false }
            return state.isAwaited ? state.bodies : []
        }
        for body in bodies { body() }
    }
}
