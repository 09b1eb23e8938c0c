import Synchronization

/// The observation of a coordinator or a store; it ends when this is released or cancelled.
public final class CoordinatorObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Makes an observation, for stores of one's own.
    ///
    /// - Parameter end: ends it; it may be called more than once.
    public init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Ends the observation.
    public func cancel() {
        end()
    }

    deinit {
        end()
    }
}

/// Those who hear of one kind of event, on any thread, in the order in which they began to.
package final class CoordinatorObservers<Event: Sendable>: Sendable {
    private struct State {
        var last = 0
        var bodies: [Int: @Sendable (Event) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether nobody hears.
    package var isEmpty: Bool { state.withLock { $0.bodies.isEmpty } }

    package func add(_ body: @escaping @Sendable (Event) -> Void) -> CoordinatorObservation {
        let number = state.withLock { state in
            state.last += 1
            state.bodies[state.last] = body
            return state.last
        }
        return CoordinatorObservation {
            // What the closure holds goes when nobody is kept waiting by that.
            _ = self.state.withLock { $0.bodies.removeValue(forKey: number) }
        }
    }

    package func notify(_ event: Event) {
        let bodies = state.withLock { $0.bodies.sorted { $0.key < $1.key }.map(\.value) }
        for body in bodies { body(event) }
    }

    /// What is told from now on.
    func stream() -> AsyncStream<Event> {
        AsyncStream { continuation in
            let observation = add { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}
