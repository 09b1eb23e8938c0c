/// The observation of a context; it ends when this is released or cancelled.
public final class ContextObservation {
    private let end: () -> Void
    private var isEnded = false

    init(_ end: @escaping () -> Void) {
        self.end = end
    }

    /// Ends the observation.
    public func cancel() {
        guard !isEnded else { return }
        isEnded = true
        end()
    }

    deinit {
        cancel()
    }
}

/// Those who hear of one kind of event in a context, in the order in which they began to.
final class ContextObservers<Event> {
    private var bodies: [(number: Int, body: (Event) -> Void)] = []
    private var last = 0

    var isEmpty: Bool { bodies.isEmpty }

    func add(_ body: @escaping (Event) -> Void) -> ContextObservation {
        last += 1
        let number = last
        bodies.append((number, body))
        return ContextObservation { [weak self] in
            self?.bodies.removeAll { $0.number == number }
        }
    }

    func notify(_ event: Event) {
        for (_, body) in bodies { body(event) }
    }
}
