import Synchronization

/// Collects errors of several threads.
final class Failures: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    func add(_ error: any Error) {
        first.withLock { $0 = $0 ?? error }
    }

    /// Throws the first error, if any.
    func check() throws {
        if let error = first.withLock({ $0 }) { throw error }
    }
}
