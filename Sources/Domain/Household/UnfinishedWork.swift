import Synchronization

/// What follows a save that was made, and could not be done at once: it is tried again until it succeeds.
///
/// It lasts as long as the program. After a restart the files say what is left: ``PendingErasure``,
/// records of imports that were begun, and files that are older than they may be.
final class UnfinishedWork: Sendable {
    typealias Work = @Sendable () throws -> Void

    private struct State {
        var pending: [Work] = []
        /// How many attempts are under way, of which nobody knows yet what they leave.
        var attemptCount = 0
    }

    private let state = Mutex(State())

    /// Whether nothing is left to be done.
    var isEmpty: Bool { state.withLock { $0.pending.isEmpty && $0.attemptCount == 0 } }

    /// Does work, or keeps it for ``retry()``, which tells why it cannot be done.
    func attempt(_ work: @escaping Work) {
        do {
            try work()
        } catch {
            state.withLock { $0.pending.append(work) }
        }
    }

    /// Tries all that is left.
    ///
    /// - Throws: the first error. What failed is kept.
    func retry() throws {
        let works = state.withLock { state in
            defer { state.pending = [] }
            state.attemptCount += 1
            return state.pending
        }
        defer { state.withLock { $0.attemptCount -= 1 } }
        var firstError: (any Error)?
        for work in works {
            do {
                try work()
            } catch {
                state.withLock { $0.pending.append(work) }
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
    }
}
