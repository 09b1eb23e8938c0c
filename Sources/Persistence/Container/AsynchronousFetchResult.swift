import Synchronization

/// A running fetch, with its progress, its result and a way to cancel it:
/// ``PersistentContainer/asynchronousFetch(timeLimit:_:)``.
public final class AsynchronousFetchResult<Value: Sendable>: Sendable {
    /// The progress, for one listener. A slow listener gets only the newest report; the sequence
    /// ends with the fetch.
    public let progress: AsyncStream<FetchProgress>
    private let task: Task<Value, any Error>

    init(_ progress: AsyncStream<FetchProgress>, _ task: Task<Value, any Error>) {
        self.progress = progress
        self.task = task
    }

    /// The result of the closure. Cancelling a task that waits here cancels the fetch.
    ///
    /// - Throws: errors of the closure and of the store, and `CancellationError`.
    public var finalResult: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Cancels the fetch: a waiting closure does not start, and a running one's reads are
    /// interrupted.
    public func cancel() {
        task.cancel()
    }
}

extension PersistentContainer {
    /// Starts a read without waiting for it, like Core Data's asynchronous fetch request.
    ///
    /// ```swift
    /// let fetch = container.asynchronousFetch { context, progress in
    ///     try context.fetch(Recipe.fetchRequest(), progress: progress).count
    /// }
    /// for await step in fetch.progress { print(step.completedUnitCount) }
    /// let count = try await fetch.finalResult
    /// ```
    /// - Parameters:
    ///   - timeLimit: the time limit of the closure. Default: nil, for none.
    ///   - body: the closure. Pass its `progress` to fetches, to report it in the result's `progress`.
    /// - Returns: the fetch, which continues even if the result is released.
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

/// Cancels a read from another thread.
public final class ReadCancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    /// Whether the read should end.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Cancels the read, which throws `CancellationError`.
    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}

extension StoreSession {
    /// Called by long work of the library between the responses of a store.
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
    /// Checks whether long work of a `read` closure between its fetches should continue.
    ///
    /// ```swift
    /// for recipe in recipes {
    ///     try context.checkCancellation()
    ///     render(recipe)
    /// }
    /// ```
    /// Fetches check this themselves. In contexts outside `read` closures, it does nothing.
    /// - Throws: `CancellationError` if the task that waits for the closure was cancelled,
    ///   `PersistenceError.timeLimitExceeded` after the time limit.
    public func checkCancellation() throws {
        for session in rootContext.pinnedSessions ?? [] { try session.checkLimits() }
    }
}
