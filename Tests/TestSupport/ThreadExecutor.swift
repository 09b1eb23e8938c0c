import Foundation
public import Testing

/// Runs each job on a new thread.
///
/// Swift's pool has one thread a core. A test that spins or blocks there stops every other test,
/// and waits for ever if what it waits for needs the pool too.
public final class ThreadExecutor: TaskExecutor {
    public static let shared = ThreadExecutor()

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

/// Runs a closure that spins or blocks on a thread, and waits for it without one.
public func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await Task.detached(executorPreference: ThreadExecutor.shared) { try body() }.value
}

/// Runs a test, or the tests of a suite, on threads instead of Swift's pool.
public struct ThreadTrait: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor.shared) { try await function() }
    }
}

extension Trait where Self == ThreadTrait {
    /// For a test that blocks or spins, which must not occupy Swift's pool.
    public static var blocking: Self { Self() }
}
