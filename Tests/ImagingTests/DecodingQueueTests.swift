import Dispatch
import Drawing
import Foundation
import Synchronization
import Testing

@testable import Imaging

@Suite("Decoding queue") struct DecodingQueueTests {
    @Test("Jobs run on the queue’s threads")
    func usesOwnThreads() async throws {
        let queue = DecodingQueue(threads: 1, maxWaiting: 1)
        defer { queue.close() }

        let first = try await queue.run { (pthread_self(), withUnsafeCurrentTask { $0 == nil }) }
        let second = try await queue.run { (pthread_self(), withUnsafeCurrentTask { $0 == nil }) }

        #expect(first == second)
        #expect(first.1, "the thread belongs to no task")
    }

    @Test("Jobs run concurrently up to the number of threads")
    func boundsConcurrency() async throws {
        let queue = DecodingQueue(threads: 2, maxWaiting: 100)
        defer { queue.close() }
        let counts = Counts()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { try await queue.run { counts.work(untilAtOnce: 2) } }
            }
            try await group.waitForAll()
        }

        #expect(counts.most == 2)
    }

    @Test("A full queue refuses jobs with a time to retry")
    func refusesWhenFull() async throws {
        let queue = DecodingQueue(threads: 1, maxWaiting: 1)
        defer { queue.close() }
        let blocker = try await Blocker(occupying: queue)
        async let waiting = queue.run { "served" }
        await queue.waitUntil(waiting: 1)

        let refusal = await #expect(throws: ImagingError.self) { try await queue.run {} }

        blocker.release()
        guard case .busy(let seconds) = refusal else {
            Issue.record("not refused as busy: \(String(describing: refusal))")
            return
        }
        #expect(seconds >= 1)
        #expect(try await waiting == "served")
    }

    @Test("A job that is cancelled while it waits does not run")
    func cancelsWaitingWork() async throws {
        let queue = DecodingQueue(threads: 1, maxWaiting: 5)
        defer { queue.close() }
        let blocker = try await Blocker(occupying: queue)
        let counts = Counts()
        let task = Task { try await queue.run { counts.work(untilAtOnce: 1) } }
        await queue.waitUntil(waiting: 1)

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        blocker.release()
        #expect(try await queue.run { "still served" } == "still served")
        #expect(counts.most == 0)
    }

    @Test("A cancelled task is refused without waiting")
    func refusesCancelledTasks() async throws {
        let queue = DecodingQueue(threads: 1, maxWaiting: 5)
        defer { queue.close() }
        let blocker = try await Blocker(occupying: queue)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.run {}
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        blocker.release()
    }

    @Test("Closing a queue cancels waiting jobs")
    func closes() async throws {
        let queue = DecodingQueue(threads: 1, maxWaiting: 5)
        let blocker = try await Blocker(occupying: queue)
        let task = Task { try await queue.run {} }
        await queue.waitUntil(waiting: 1)

        queue.close()

        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await queue.run {} }
        blocker.release()
    }

    @Test("An error of a job is thrown to the caller")
    func passesErrorsOn() async throws {
        let queue = DecodingQueue(threads: 1, maxWaiting: 1)
        defer { queue.close() }

        await #expect(throws: ImagingError.empty) {
            try await queue.run { throw ImagingError.empty }
        }
    }

    @Test("Twenty concurrent pictures are all processed")
    func servesMany() async throws {
        let file = try TemporaryFile(Uploads.camera.encoded(as: .jpeg))
        let processor = ImageProcessor()

        let count = try await withThrowingTaskGroup(of: Thumbnail.self) { group in
            for _ in 0..<20 {
                group.addTask { try await processor.thumbnail(ofFileAt: file.path) }
            }
            return try await Set(group.reduce(into: []) { $0.append($1.png) }).count
        }

        #expect(count == 1)
    }
}

/// Counts concurrent jobs.
private final class Counts: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    private let reached = DispatchSemaphore(value: 0)

    var most: Int { counts.withLock { $0.most } }

    /// Returns once that many jobs have run at once, or after minutes.
    func work(untilAtOnce count: Int) {
        let most = counts.withLock { counts in
            counts = (counts.now + 1, max(counts.most, counts.now + 1))
            return counts.most
        }
        if most < count { _ = reached.wait(timeout: .now() + 600) }
        // A finished job lets the next one start.
        reached.signal()
        counts.withLock { $0.now -= 1 }
    }
}

/// A job that keeps a thread of a queue busy until it is released.
private struct Blocker {
    private let end = DispatchSemaphore(value: 0)

    init(occupying queue: DecodingQueue) async throws {
        let (began, signal) = AsyncStream.makeStream(of: Void.self)
        let end = end
        Task {
            try await queue.run {
                signal.finish()
                end.wait()
            }
        }
        for await _ in began {}
    }

    func release() { end.signal() }
}

extension DecodingQueue {
    fileprivate func waitUntil(waiting count: Int) async {
        while waitingCount < count { await Task.yield() }
    }
}
