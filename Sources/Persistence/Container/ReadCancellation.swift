import Synchronization

/// Tells whoever reads that nobody waits for the answer any more.
public final class ReadCancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    /// Whether the reading is to end.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Ends the reading: what is under way throws `CancellationError`.
    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}

extension StoreSession {
    /// Work of this library's own between the answers of a store asks here.
    ///
    /// - Throws: `CancellationError`, `PersistenceError.timeLimitExceeded`.
    package func checkLimits() throws {
        if let cancellation, cancellation.isCancelled { throw CancellationError() }
        if let deadline, ContinuousClock.now >= deadline {
            throw PersistenceError.timeLimitExceeded
        }
    }
}

extension ManagedObjectContext {
    /// Long work of a `read` closure between its fetches asks here whether it is to go on.
    ///
    /// Fetches ask of their own accord. In other contexts than those of `read` closures nothing
    /// happens.
    /// - Throws: `CancellationError` if the task was cancelled that waits for the closure,
    ///   `PersistenceError.timeLimitExceeded` if its time is over.
    public func checkCancellation() throws {
        var root = self
        while let parent = root.parent { root = parent }
        for session in root.pinnedSessions ?? [] { try session.checkLimits() }
    }
}
