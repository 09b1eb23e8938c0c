import Foundation
import Synchronization
import Testing

@testable import Domain

@Suite("Work that is retried")
struct RetryQueueTests {
    private struct Failure: Error {}

    /// Work that fails a number of times, with the stack depths at which it ran.
    private final class Attempts: Sendable {
        let depths = Mutex<[Int]>([])
        private let failureCount: Int

        init(failing count: Int) { failureCount = count }

        func run() throws {
            let count = depths.withLock { depths in
                depths.append(Thread.callStackReturnAddresses.count)
                return depths.count
            }
            if count <= failureCount { throw Failure() }
        }
    }

    @Test("Failed work stays queued until it succeeds, and each retry runs it once")
    func untilItSucceeds() throws {
        let (queue, attempts) = (RetryQueue(), Attempts(failing: 2))

        queue.attempt { try attempts.run() }
        #expect(throws: Failure.self) { try queue.retry() }
        #expect(!queue.isEmpty)
        try queue.retry()
        try queue.retry()

        #expect(queue.isEmpty)
        #expect(attempts.depths.withLock { $0.count } == 3)
    }

    @Test("The hundredth retry has the same stack depth as the first")
    func depth() {
        let (queue, attempts) = (RetryQueue(), Attempts(failing: 200))

        queue.attempt { try attempts.run() }
        for _ in 0..<100 { try? queue.retry() }

        #expect(Set(attempts.depths.withLock { $0.dropFirst() }).count == 1)
    }
}
