import Synchronization

/// A fetch that is under way: how far it has come, what it finds, and the way to end it.
public final class AsynchronousFetchResult<Value: Sendable>: Sendable {
    /// How far it has come. Who is slow hears the newest report only; the sequence ends with the
    /// fetch, and is for one listener.
    public let progress: AsyncStream<FetchProgress>
    private let task: Task<Value, any Error>

    init(_ progress: AsyncStream<FetchProgress>, _ task: Task<Value, any Error>) {
        self.progress = progress
        self.task = task
    }

    /// The result of the closure, once it is done. A task that is cancelled while it waits here
    /// cancels the fetch.
    ///
    /// - Throws: what the closure throws, errors of the store, and `CancellationError`.
    public var finalResult: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Ends the fetch. A closure that waits for a thread does not start, and what a running one reads
    /// is broken off.
    public func cancel() {
        task.cancel()
    }
}

extension PersistentContainer {
    /// Begins to read, and does not wait for the end, as Core Data's asynchronous fetch request does.
    ///
    /// ```swift
    /// let fetch = container.asynchronousFetch { context, progress in
    ///     try context.fetch(Recipe.fetchRequest(), progress: progress).count
    /// }
    /// for await step in fetch.progress { print(step.completedUnitCount) }
    /// let count = try await fetch.finalResult
    /// ```
    /// - Parameters:
    ///   - timeLimit: how long the closure may read; nil, the default, for as long as it likes.
    ///   - body: the closure. What its fetches get as `progress` is told by the result's `progress`.
    /// - Returns: the fetch, which goes on whether someone keeps it or not.
    public func asynchronousFetch<Value: Sendable>(
        timeLimit: Duration? = nil,
        _ body:
            @escaping @Sendable (
                _ context: ManagedObjectContext, _ progress: @escaping (FetchProgress) -> Void
            ) throws -> Value
    ) -> AsynchronousFetchResult<Value> {
        let (reports, listener) = AsyncStream.makeStream(
            of: FetchProgress.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            defer { listener.finish() }
            return try await self.read(timeLimit: timeLimit) { context in
                try body(context) { listener.yield($0) }
            }
        }
        return AsynchronousFetchResult(reports, task)
    }
}

/// Tells the reader that the answer is no longer wanted.
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
        for session in rootContext.pinnedSessions ?? [] { try session.checkLimits() }
    }
}
