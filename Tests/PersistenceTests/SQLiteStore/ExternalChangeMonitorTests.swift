import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

@Suite("Monitoring a store’s file for external changes")
struct ExternalChangeMonitorTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    private func open(
        _ model: ManagedObjectModel = Farm.model,
        _ change: (inout StoreDescription) -> Void = { _ in }
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: farm.path)
        change(&store)
        return try PersistentContainer(model: model, store: store)
    }

    private func add(_ name: String, to container: PersistentContainer) throws {
        try container.write { context in
            _ = try context.make("Keeper", name)
            try context.save()
        }
    }

    /// Counts the notifications of a coordinator.
    private final class Listener: Sendable {
        private let heard = Mutex(0)
        private let observation: Mutex<CoordinatorObservation?>

        init(_ container: PersistentContainer) {
            observation = Mutex(nil)
            let new = container.coordinator.observeOtherWriters { [weak self] in
                self?.heard.withLock { $0 += 1 }
            }
            observation.withLock { $0 = new }
        }

        var count: Int { heard.withLock { $0 } }

        func cancel() { observation.withLock { $0 = nil } }

        /// Waits for notifications; only if none are posted does it take that long.
        func waits(for count: Int) async throws -> Bool {
            for _ in 0..<6_000 where self.count < count {
                try await Task.sleep(for: .milliseconds(10))
            }
            return self.count >= count
        }
    }

    /// Long enough for several polls.
    private static let severalLooks = Duration.milliseconds(900)

    @Test("A save by another container is notified, and is in the history")
    func history() async throws {
        let first = try open { $0.tracksHistory = true }
        let second = try open()
        let listener = Listener(first)
        let numbers = Mutex<[Int64]>([])
        let observation = try first.coordinator.observeRemoteChanges { news in
            numbers.withLock { $0 += news.historyToken.transactionNumbers.values }
        }
        let token = try first.coordinator.currentPersistentHistoryToken()
        let before = first.coordinator.changeCount

        try add("Cid", to: second)

        #expect(try await listener.waits(for: 1))
        #expect(first.coordinator.changeCount == before + 1)
        #expect(first.coordinator.changeCounts.others == 1)
        let told = try await first.read { try $0.fetchHistory(.fetchHistory(after: token)) }
        #expect(told.flatMap(\.changes).map(\.changedObjectID.entityName) == ["Keeper"])
        for _ in 0..<6_000 where numbers.withLock({ $0.isEmpty }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(numbers.withLock { $0 } == told.map(\.transactionNumber))
        observation.cancel()
        try first.close()
        try second.close()
    }

    @Test(
        "A save by another process is notified, with or without a lock", arguments: [true, false])
    func process(locksFile: Bool) async throws {
        let container = try open { $0.locksFile = locksFile }
        let listener = Listener(container)
        let before = container.coordinator.changeCount

        #expect(try await ChildProcess.run(.count, at: farm.path))

        #expect(try await listener.waits(for: 1))
        #expect(container.coordinator.changeCount > before)
        try container.close()
    }

    @Test("A store does not notify its own saves")
    func own() async throws {
        let container = try open()
        let listener = Listener(container)
        let store = try #require(container.coordinator.stores.first as? SQLiteStore)
        let before = container.coordinator.changeCount

        try add("Cid", to: container)
        #expect(try container.checkpoint())
        try add("Dora", to: container)
        try container.vacuum()
        try container.analyze()
        #expect(try store.checkpoint())
        try await container.write { context in
            #expect(try context.beginHistory())
            _ = try context.make("Keeper", "Eve")
            try context.save()
            _ = try context.execute(BatchDeleteRequest(entityName: "Fish"))
            try context.deleteHistory(before: Date.distantFuture)
        }
        try await Task.sleep(for: Self.severalLooks)

        #expect(listener.count == 0)
        #expect(container.coordinator.changeCount == before + 5)
        try container.close()
    }

    @Test("A transaction detects preceding changes by others at once")
    func transaction() throws {
        let container = try open()
        let listener = Listener(container)
        let before = container.coordinator.changeCount

        for round in 1...20 {
            try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZAGE = \(round)")
            try add("Cid", to: container)
            let counts = ChangeCounts(own: before + round, others: round)
            #expect(container.coordinator.changeCounts == counts)
            #expect(container.coordinator.changeCount == counts.total)
        }
        listener.cancel()
        try container.close()
    }

    @Test("Changes that bypass the lock are notified, even a migration")
    func passingBy() async throws {
        let container = try open()
        let listener = Listener(container)

        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZAGE = 1")
        #expect(try await listener.waits(for: 1))
        let newer = try FarmChange.newerModel
        var copy = StoreDescription.sqlite(path: farm.path)
        copy.locksFile = false
        copy.shouldMigrateStoreAutomatically = true
        try SQLiteStore(copy, layout: ModelLayout(newer)).close()

        await #expect(throws: PersistenceError.self) {
            try await container.read { _ = try $0.named("Keeper") }
        }
        try container.close()
    }

    @Test("Without observers, a store with a lock is not polled")
    func silence() async throws {
        let container = try open()
        let listener = Listener(container)
        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZAGE = 1")
        #expect(try await listener.waits(for: 1))
        let before = container.coordinator.changeCount

        listener.cancel()
        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZAGE = 2")
        try await Task.sleep(for: Self.severalLooks)

        #expect(listener.count == 1)
        #expect(container.coordinator.changeCount == before)
        let later = Listener(container)
        try add("Cid", to: container)
        #expect(container.coordinator.changeCount == before + 2)
        #expect(try await later.waits(for: 1))
        try container.close()
    }

    @Test("A store that is added later is monitored")
    func added() async throws {
        let container = try PersistentContainer(model: Farm.model, store: .inMemory)
        let listener = Listener(container)
        try container.coordinator.addPersistentStore(with: .sqlite(path: farm.path))

        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZAGE = 1")

        #expect(try await listener.waits(for: 1))
        try container.close()
    }

    @Test(
        "A read-only store notifies about external changes, with or without a log next to the file",
        arguments: [true, false])
    func reading(isOpen: Bool) async throws {
        let writer = isOpen ? try open() : nil
        let container = try open { $0.isReadOnly = true }
        let listener = Listener(container)
        let before = container.coordinator.changeCount

        let other = try writer ?? open()
        try add("Cid", to: other)

        #expect(try await listener.waits(for: 1))
        #expect(container.coordinator.changeCount > before)
        #expect(try await container.read { try $0.named("Keeper").count } == 3)
        try other.close()
        try container.close()
    }

    @Test("The monitor’s statements are not traced")
    func trace() async throws {
        let trace = SQLTrace()
        let container = try open { $0.trace = trace }
        let listener = Listener(container)
        trace.removeAll()

        try await Task.sleep(for: Self.severalLooks)

        #expect(trace.sql == [])
        listener.cancel()
        try container.close()
    }

    @Test("A store that is released without being closed is not monitored")
    func release() async throws {
        weak var store: SQLiteStore?
        func listen() throws -> Listener {
            let container = try open()
            store = container.coordinator.stores.first as? SQLiteStore
            return Listener(container)
        }
        let listener = try listen()
        for _ in 0..<6_000 where store != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(store == nil)
        listener.cancel()
    }
}
