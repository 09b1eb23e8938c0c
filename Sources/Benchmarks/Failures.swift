import Synchronization

/// What went wrong on several threads.
final class Failures: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    func add(_ error: any Error) {
        first.withLock { $0 = $0 ?? error }
    }

    /// Throws the first failure, if there is one.
    func check() throws {
        if let error = first.withLock({ $0 }) { throw error }
    }
}
