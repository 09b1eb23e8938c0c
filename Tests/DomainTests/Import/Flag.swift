import Synchronization

/// Something that happens once.
final class Flag: Sendable {
    private let isRaised = Mutex(false)

    /// Whether it is the first time.
    func raise() -> Bool {
        isRaised.withLock { isRaised in
            defer { isRaised = true }
            return !isRaised
        }
    }
}
