import Synchronization

/// A closure that waits for a thread, until nobody waits for its result any more.
final class WaitingClosure<Value: Sendable>: Sendable {
    typealias Body = @Sendable () throws -> Value
    typealias Caller = CheckedContinuation<Value, any Error>

    private enum State {
        case prepared(Body)
        case waiting(Body, Caller)
        /// It runs, has run, or never will.
        case settled
    }

    private let state: Mutex<State>

    init(_ body: @escaping Body) {
        state = Mutex(.prepared(body))
    }

    /// Takes note of who waits. Returns whether there is anything to run.
    func wait(_ caller: Caller) -> Bool {
        let isWanted = state.withLock { state in
            guard case .prepared(let body) = state else { return false }
            state = .waiting(body, caller)
            return true
        }
        if !isWanted { caller.resume(throwing: CancellationError()) }
        return isWanted
    }

    /// Runs the closure, unless it was cancelled.
    func run() {
        let taken: (body: Body, caller: Caller)? = state.withLock { state in
            guard case .waiting(let body, let caller) = state else { return nil }
            state = .settled
            return (body, caller)
        }
        guard let taken else { return }
        taken.caller.resume(with: Result { try taken.body() })
    }

    /// Lets the closure go if it does not run yet, and its caller go on.
    func cancel() {
        let caller: Caller? = state.withLock { state in
            defer { state = .settled }
            guard case .waiting(_, let caller) = state else { return nil }
            return caller
        }
        caller?.resume(throwing: CancellationError())
    }
}
