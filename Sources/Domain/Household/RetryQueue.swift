import Persistence
import Synchronization

/// A queue of work that follows a save and has failed: it is retried until it succeeds.
///
/// It lasts as long as the program. After a restart, files and records show what is left:
/// ``PendingErasure``, unfinished imports, and what has expired.
final class RetryQueue: Sendable {
    typealias Work = @Sendable () throws -> Void

    // An array wraps a closure in two more functions each time it is read and added again, and after
    // some thousand retries the stack would overflow. A structure keeps it as it is.
    private struct Job {
        let name: String?
        let work: Work
    }

    private struct State {
        var pending: [Job] = []
        /// The number of running attempts, whose outcome is unknown.
        var attemptCount = 0

        mutating func keep(_ job: Job) {
            guard job.name == nil || !pending.contains(where: { $0.name == job.name }) else {
                return
            }
            pending.append(job)
        }
    }

    private let state = Mutex(State())

    /// Whether nothing is left to do.
    var isEmpty: Bool { state.withLock { $0.pending.isEmpty && $0.attemptCount == 0 } }

    /// Does work, or keeps it for ``retry()`` if it fails.
    ///
    /// - Parameter name: the name of work that is kept once, however often it is attempted. Default: nil.
    func attempt(_ name: String? = nil, _ work: @escaping Work) {
        do {
            try work()
        } catch {
            state.withLock { $0.keep(Job(name: name, work: work)) }
        }
    }

    /// Retries all work.
    ///
    /// - Throws: the first error. Failed work stays in the queue.
    func retry() throws {
        let jobs = state.withLock { state in
            defer { state.pending = [] }
            state.attemptCount += 1
            return state.pending
        }
        defer { state.withLock { $0.attemptCount -= 1 } }
        var firstError: (any Error)?
        for job in jobs {
            do {
                try job.work()
            } catch {
                state.withLock { $0.keep(job) }
                firstError = firstError ?? error
            }
        }
        if let firstError { throw firstError }
    }
}

extension Household {
    /// Whether work that follows a save is left to do.
    public var hasUnfinishedWork: Bool { !unfinished.isEmpty }

    /// Retries work that follows saves and has failed.
    ///
    /// - Throws: errors of the file system. The next call retries failed work.
    public func finishWork() async throws {
        // Only other servers are kept from an import by its claim.
        try await onImportThread { [unfinished] in try unfinished.retry() }
    }
}
