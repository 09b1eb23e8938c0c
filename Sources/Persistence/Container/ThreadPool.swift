import Foundation
import Synchronization

/// Threads for the closures of `read` and `write`, which may block and so must not run on threads
/// of Swift concurrency or of an event loop.
// The condition protects the jobs and the flag; everything else is constant.
final class ThreadPool: @unchecked Sendable {
    private let condition = NSCondition()
    /// The waiting jobs, after the taken ones, which are nil.
    private var jobs: [(@Sendable () -> Void)?] = []
    private var next = 0
    private var isStopped = false

    init(count: Int, name: String) {
        for number in 1...max(count, 1) {
            let thread = Thread { [weak self] in self?.work() }
            thread.name = "\(name) \(number)"
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    /// Runs a closure on one of the threads.
    func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            add { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Runs a closure on one of the threads. If the calling task is cancelled, a waiting closure
    /// does not start, and a running one is asked to end.
    func run<T: Sendable>(
        cancelledBy cancellation: ReadCancellation, _ body: @escaping @Sendable () throws -> T
    ) async throws -> T {
        let closure = CancellableJob(body)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                if closure.wait(caller) { add { closure.run() } }
            }
        } onCancel: {
            cancellation.cancel()
            closure.cancel()
        }
    }

    /// Ends the threads after the waiting jobs. Later jobs run at once on the calling thread.
    func stop() {
        condition.lock()
        isStopped = true
        condition.broadcast()
        condition.unlock()
    }

    private func add(_ job: @escaping @Sendable () -> Void) {
        condition.lock()
        let isStopped = isStopped
        if !isStopped {
            jobs.append(job)
            condition.signal()
        }
        condition.unlock()
        if isStopped { job() }
    }

    private func work() {
        while let job = take() { job() }
    }

    private func take() -> (@Sendable () -> Void)? {
        condition.lock()
        defer { condition.unlock() }
        while next == jobs.count {
            if isStopped { return nil }
            condition.wait()
        }
        let job = jobs[next]
        jobs[next] = nil
        next += 1
        if next == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            next = 0
        } else if next >= 1_024, next * 2 >= jobs.count {
            jobs.removeFirst(next)
            next = 0
        }
        return job
    }
}

/// A closure that waits for a thread, and may be cancelled.
final class CancellableJob<Value: Sendable>: Sendable {
    typealias Body = @Sendable () throws -> Value
    typealias Caller = CheckedContinuation<Value, any Error>

    private enum State {
        case prepared(Body)
        case waiting(Body, Caller)
        /// Running, finished or cancelled.
        case settled
    }

    private let state: Mutex<State>

    init(_ body: @escaping Body) {
        state = Mutex(.prepared(body))
    }

    /// Records the waiting caller. Returns whether the closure should run.
    func wait(_ caller: Caller) -> Bool {
        let isWanted = state.withLock { state in
            guard case .prepared(let body) = state else { return false }
            state = .waiting(body, caller)
            return true
        }
        if !isWanted { caller.resume(throwing: CancellationError()) }
        return isWanted
    }

    /// Runs the closure, unless it was cancelled.
    func run() {
        let taken: (body: Body, caller: Caller)? = state.withLock { state in
            guard case .waiting(let body, let caller) = state else { return nil }
            state = .settled
            return (body, caller)
        }
        guard let taken else { return }
        taken.caller.resume(with: Result { try taken.body() })
    }

    /// Drops a waiting closure and resumes its caller.
    func cancel() {
        let caller: Caller? = state.withLock { state in
            defer { state = .settled }
            guard case .waiting(_, let caller) = state else { return nil }
            return caller
        }
        caller?.resume(throwing: CancellationError())
    }
}
