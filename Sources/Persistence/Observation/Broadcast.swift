import Synchronization

/// Sends values to several asynchronous sequences.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var last = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Mutex(State())

    deinit {
        state.withLock { state in
            for continuation in state.continuations.values { continuation.finish() }
        }
    }

    /// Whether there are no listeners.
    var isEmpty: Bool { state.withLock { $0.continuations.isEmpty } }

    /// A sequence of the later values; it ends with the sender.
    func stream() -> AsyncStream<Element> {
        AsyncStream { continuation in
            let number = state.withLock { state in
                state.last += 1
                state.continuations[state.last] = continuation
                return state.last
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
            }
        }
    }

    func send(_ element: Element) {
        let continuations = state.withLock { Array($0.continuations.values) }
        for continuation in continuations { continuation.yield(element) }
    }
}
