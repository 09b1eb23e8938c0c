import CPictures
import Dispatch
import Foundation
import Synchronization

/// A bounded job queue with its threads.
final class DecodingQueue: Sendable {
    private struct Job: Sendable {
        var number: Int
        var run: @Sendable () -> Void
        var refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var running = 0
        var hasThreads = false
        var isClosed = false
        var nextNumber = 0
        /// The usual duration of a job in seconds, smoothed.
        var usualDuration = 0.5
    }

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let threads: Int
    private let maxWaiting: Int

    init(threads: Int, maxWaiting: Int) {
        self.threads = threads
        self.maxWaiting = maxWaiting
    }

    /// The number of waiting jobs.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs a closure on one of the queue's threads.
    ///
    /// - Throws: errors of the closure; ``ImagingError/busy(retryAfterSeconds:)`` if the queue is
    ///   full; `CancellationError` if the task is cancelled before the closure starts.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(
                    Job(
                        number: number,
                        run: { continuation.resume(with: Result { try body() }) },
                        refuse: { continuation.resume(throwing: $0) }))
                // A cancellation before the job was queued did not find it.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Ends the threads after their current jobs; waiting jobs are refused.
    func close() {
        let refused = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in refused { job.refuse(CancellationError()) }
        for _ in 0..<threads { work.signal() }
    }

    private func enqueue(_ job: Job) {
        let refusal: (any Error)? = state.withLock { state in
            if state.isClosed { return CancellationError() }
            let free = threads - state.running
            guard state.waiting.count < maxWaiting + free else {
                return ImagingError.busy(retryAfterSeconds: secondsUntilFree(state))
            }
            state.waiting.append(job)
            if !state.hasThreads { startThreads() }
            state.hasThreads = true
            return nil
        }
        if let refusal { job.refuse(refusal) } else { work.signal() }
    }

    private func secondsUntilFree(_ state: State) -> Int {
        let rounds = Double(state.waiting.count + threads) / Double(threads)
        return max(1, Int((rounds * state.usualDuration).rounded(.up)))
    }

    private func cancel(_ number: Int) {
        let job = state.withLock { state -> Job? in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            return state.waiting.remove(at: index)
        }
        job?.refuse(CancellationError())
    }

    private func startThreads() {
        for _ in 0..<threads { Thread.detachNewThread { [self] in serve() } }
    }

    /// The loop of a thread.
    private func serve() {
        while true {
            work.wait()
            let (job, isClosed) = state.withLock { state -> (Job?, Bool) in
                guard !state.isClosed, !state.waiting.isEmpty else { return (nil, state.isClosed) }
                state.running += 1
                return (state.waiting.removeFirst(), false)
            }
            if isClosed { break }
            if let job { perform(job) }
        }
        VipsLibrary.endThread()
    }

    private func perform(_ job: Job) {
        let start = ContinuousClock.now
        job.run()
        let duration = (ContinuousClock.now - start) / .seconds(1)
        state.withLock { state in
            state.running -= 1
            state.usualDuration = 0.8 * state.usualDuration + 0.2 * duration
        }
        cvips_release_free_memory()
    }
}
