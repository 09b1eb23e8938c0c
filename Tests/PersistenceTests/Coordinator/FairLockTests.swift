import Foundation
import Synchronization
import Testing

@testable import Persistence

@Suite("Locks in the order of those who ask")
struct FairLockTests {
    @Test("A thread that locks again at once comes after one that waits")
    func order() {
        let lock = FairLock()
        let order = Mutex<[String]>([])
        let end = DispatchSemaphore(value: 0)
        lock.lock()
        Thread.detachNewThread {
            lock.lock()
            order.withLock { $0.append("other") }
            lock.unlock()
            end.signal()
        }
        while !lock.isAwaited { usleep(100) }

        lock.unlock()
        lock.lock()
        order.withLock { $0.append("again") }
        lock.unlock()

        end.wait()
        #expect(order.withLock { $0 } == ["other", "again"])
    }

    @Test("It is recursive, and is not taken from others")
    func recursion() {
        let lock = FairLock()
        lock.lock()
        #expect(lock.try())
        lock.lock()
        func isFreeElsewhere() -> Bool {
            let isFree = Mutex(false)
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                if lock.try() {
                    isFree.withLock { $0 = true }
                    lock.unlock()
                }
                end.signal()
            }
            end.wait()
            return isFree.withLock { $0 }
        }

        lock.unlock()
        lock.unlock()
        #expect(!isFreeElsewhere())
        lock.unlock()
        #expect(isFreeElsewhere())
    }

    @Test("Others write between the saves of a thread that saves again and again")
    func saves() throws {
        let container = try PersistentContainer(
            model: Library.model, classes: Library.classes, store: .inMemory)
        let isOtherDone = Mutex(false)
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            defer { end.signal() }
            try? container.write { _ in isOtherDone.withLock { $0 = true } }
        }

        var turns = 0
        while !isOtherDone.withLock({ $0 }), turns < 1_000 {
            try container.write { _ in usleep(10_000) }
            turns += 1
        }

        end.wait()
        #expect(isOtherDone.withLock { $0 })
        #expect(turns < 1_000)
        try container.close()
    }
}
