import Synchronization

/// What follows a save that was made, and could not be done at once: it is tried again until it succeeds.
///
/// It lasts as long as the program. After a restart the files say what is left: ``PendingErasure``,
/// records of imports that were begun, and files that are older than they may be.
final class UnfinishedWork: Sendable {
    typealias Work = @Sendable () throws -> Void

    private let pending = Mutex<[Work]>([])

    /// Whether nothing is left to be done.
    var isEmpty: Bool { pending.withLock { $0.isEmpty } }

    /// Does work, or keeps it for ``retry()``, which tells why it cannot be done.
    func attempt(_ work: @escaping Work) {
        do {
            try work()
        } catch {
            pending.withLock { $0.append(work) }
        }
    }

    /// Tries all that is left.
    ///
    /// - Throws: the first error. What failed is kept.
    func retry() throws {
        let works = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        var firstError: (any Error)?
        for work in works {
            do {
                try work()
            } catch {
                pending.withLock { $0.append(work) }
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
    }
}
