import Foundation
import Synchronization
import Testing

@testable import Persistence

@Suite("Thread pool", .endsIfItHangs)
struct ThreadPoolTests {
    /// Counts the tokens that are alive.
    private final class Counter: Sendable {
        let alive = Atomic<Int>(0)
        let executed = Atomic<Int>(0)
    }

    private final class Token: Sendable {
        let counter: Counter

        init(_ counter: Counter) {
            self.counter = counter
            counter.alive.add(1, ordering: .relaxed)
        }

        deinit {
            counter.alive.subtract(1, ordering: .relaxed)
        }
    }

    /// Waits for a condition that other threads bring about.
    private func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("Finished closures are released while others wait")
    func release() async throws {
        let threads = ThreadPool(count: 1, name: "test")
        let gate = DispatchSemaphore(value: 0)
        let counter = Counter()
        let tasks = (0..<3_000).map { _ in
            let token = Token(counter)
            return Task {
                try await threads.run {
                    gate.wait()
                    token.counter.executed.add(1, ordering: .relaxed)
                }
            }
        }

        for _ in 0..<2_000 { gate.signal() }

        // The thread may still hold one more.
        try await wait {
            counter.executed.load(ordering: .relaxed) == 2_000
                && counter.alive.load(ordering: .relaxed) <= 1_001
        }
        for _ in 0..<1_000 { gate.signal() }
        for task in tasks { try await task.value }
        try await wait { counter.alive.load(ordering: .relaxed) == 0 }
        threads.stop()
    }

    @Test("A closure that is cancelled while it waits never runs")
    func cancelledInTheQueue() async {
        let counter = Counter()
        let closure = CancellableJob { _ = counter.executed.add(1, ordering: .relaxed) }

        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { caller in
                #expect(closure.wait(caller))
                closure.cancel()
                closure.run()
            }
        }

        #expect(counter.executed.load(ordering: .relaxed) == 0)
    }

    @Test("A closure that is cancelled while it waits is released at once")
    func cancelled() async throws {
        let threads = ThreadPool(count: 1, name: "test")
        let gate = DispatchSemaphore(value: 0)
        let counter = Counter()
        let first = Task { try await threads.run { gate.wait() } }
        let waiting = (0..<100).map { _ in
            let token = Token(counter)
            return Task {
                try await threads.run(cancelledBy: ReadCancellation()) {
                    token.counter.executed.add(1, ordering: .relaxed)
                }
            }
        }

        for task in waiting { task.cancel() }

        // The first closure holds the only thread, unless another one got there before it.
        try await wait { counter.alive.load(ordering: .relaxed) == 0 }
        gate.signal()
        try await first.value
        threads.stop()
    }

    @Test("Stopped threads end, and later closures still run")
    func stopped() async throws {
        var threads: ThreadPool? = ThreadPool(count: 2, name: "test")
        weak let known = threads
        #expect(try await threads?.run { 1 } == 1)

        threads?.stop()

        #expect(try await threads?.run { 2 } == 2)
        #expect(try await threads?.run(cancelledBy: ReadCancellation()) { 3 } == 3)
        // Each thread retains the pool until it ends.
        threads = nil
        try await wait { known == nil }
    }

    @Test("Reads and writes in a closed container fail at once")
    func closed() async throws {
        let library = try TestLibrary(.sqlite)
        try library.container.close()

        await #expect(throws: PersistenceError.self) {
            try await library.container.read { try $0.count(for: FetchRequest<Book>()) }
        }
        await #expect(throws: PersistenceError.self) {
            try await library.container.write { context in
                _ = Book(context: context)
                try context.save()
            }
        }
    }
}
