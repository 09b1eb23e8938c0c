import Foundation
import ObjectModel
import Synchronization
import TestSupport
import Testing

@testable import Persistence

/// Whether something is refused as a misuse.
private func isMisuse(_ body: () throws -> Void) -> Bool {
    do {
        try body()
        return false
    } catch PersistenceError.misuse {
        return true
    } catch {
        Issue.record("Another error: \(error)")
        return false
    }
}

@Suite("Closing stores while they are read", .endsIfItHangs)
struct ClosingTests {
    private let farm: Farm
    private let container: PersistentContainer

    init() throws {
        farm = try Farm()
        container = try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path))
    }

    private func expectOpen() throws {
        #expect(container.coordinator.persistentStores.count == 1)
        try container.read { (context) throws in
            #expect(try context.values("name", of: "Keeper") == ["Ann", "Ben"])
        }
    }

    @Test("A reading closure cannot close its container")
    func closing() async throws {
        let container = container
        try await container.read { (context) throws in
            #expect(isMisuse { try container.close() })
            #expect(isMisuse { try container.coordinator.stores[0].close() })
            #expect(try context.values("name", of: "Keeper") == ["Ann", "Ben"])
        }
        try expectOpen()
        try container.close()
    }

    @Test("A reading closure can neither remove nor migrate its store")
    func removing() throws {
        let coordinator = container.coordinator
        let other = farm.directory.path + "/Other.sqlite"
        try container.read { _ in
            #expect(isMisuse { try coordinator.remove(coordinator.stores[0]) })
            #expect(
                isMisuse {
                    try coordinator.migratePersistentStore(
                        coordinator.stores[0], to: .sqlite(path: other))
                })
        }
        #expect(!FileManager.default.fileExists(atPath: other))
        try expectOpen()
        try container.close()
    }

    /// The connections of a pool; opening the second one is delayed.
    private final class SlowOpening: Sendable {
        let begun = DispatchSemaphore(value: 0)
        let goesOn = DispatchSemaphore(value: 0)
        private let count = Mutex(0)

        func next() {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 2 else { return }
            begun.signal()
            goesOn.wait()
        }
    }

    @Test("Connections are shared while another one is opened, and closing waits for it", .blocking)
    func opening() throws {
        let opened = try SQLiteStoreOpener(
            .sqlite(path: farm.path), try ModelLayout(Farm.model)
        ).open(0)
        let slow = SlowOpening()
        let pool = ReaderPool(limit: 2, epochs: ReaderEpochs(), isShared: { false }) {
            slow.next()
            return try opened.openReader()
        }
        let (isReading, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ended = DispatchSemaphore(value: 0)
        func read(_ body: @escaping @Sendable () -> Void) {
            Thread {
                do {
                    try pool.withSession { _ in body() }
                } catch PersistenceError.misuse {
                    // It was opened for a pool that was closed in the meantime.
                } catch {
                    Issue.record(error)
                }
                ended.signal()
            }.start()
        }
        read {
            isReading.signal()
            ends.wait()
        }
        isReading.wait()
        read {}
        slow.begun.wait()

        ends.signal()
        #expect(ended.wait(timeout: .now() + 600) == .success)
        read {}
        #expect(ended.wait(timeout: .now() + 600) == .success)

        let closed = DispatchSemaphore(value: 0)
        Thread {
            do { try pool.close() } catch { Issue.record(error) }
            closed.signal()
        }.start()
        // Once closing starts, the pool provides no connections.
        while !isMisuse({ try pool.withSession { _ in } }) { Thread.sleep(forTimeInterval: 0.001) }
        #expect(closed.wait(timeout: .now() + 0.2) == .timedOut)
        slow.goesOn.signal()
        #expect(closed.wait(timeout: .now() + 600) == .success)
        #expect(ended.wait(timeout: .now() + 600) == .success)
        opened.lock?.release()
        try container.close()
    }
}
