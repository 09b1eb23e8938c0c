import Synchronization

/// An event that happens once.
final class Flag: Sendable {
    private let isRaised = Mutex(false)

    /// Returns whether it is the first time.
    func raise() -> Bool {
        isRaised.withLock { isRaised in
            defer { isRaised = true }
            return !isRaised
        }
    }
}
