import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

@Suite("Two processes sharing a store")
struct TwoProcessesTests {
    @Test("Processes that save the same record do not overwrite each other’s changes")
    func counting() async throws {
        let farm = try Farm()
        let path = farm.path
        let before = try age(path)

        async let others: [Bool] = withThrowingTaskGroup { group in
            for _ in 0..<2 { group.addTask { try await ChildProcess.run(.count, at: path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try Counter(path: path).countUp()
        #expect(try await others == [true, true])

        #expect(try age(path) == before + 3 * Int64(Counter.times))
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Another process’s save is seen by the next fetch, and conflicts with a stale object")
    func otherSave() async throws {
        let farm = try Farm()
        let container = try Counter.container(farm.path)
        let context = ManagedObjectContext(container)
        let keeper = try Counter.keeper(in: context)
        let age = try #require(try keeper.value(forKey: "age") as? Int64)
        let heard = Mutex(0)
        let observation = try container.coordinator.observeRemoteChanges { _ in
            heard.withLock { $0 += 1 }
        }

        #expect(try await ChildProcess.run(.count, at: farm.path))

        try container.coordinator.checkForRemoteChanges()
        #expect(heard.withLock { $0 } >= 1)
        let later = age + Int64(Counter.times)
        let fresh = try Counter.keeper(in: ManagedObjectContext(container))
        #expect(try fresh.value(forKey: "age") as? Int64 == later)
        #expect(try keeper.value(forKey: "age") as? Int64 == age)
        try keeper.setValue(Int64(1), forKey: "age")
        #expect(throws: PersistenceError.self) { try context.save() }
        try context.refresh(keeper, mergeChanges: false)
        #expect(try keeper.value(forKey: "age") as? Int64 == later)
        observation.cancel()
        try container.close()
    }

    @Test("Inspecting an open store keeps the locks that protect its log")
    func looks() async throws {
        let farm = try Farm()
        let container = try Counter.container(farm.path)
        let before = try age(farm.path)
        try add("Cid", to: container)

        _ = try PersistentStoreCoordinator.metadataForPersistentStore(at: farm.path)
        _ = try StoreCheck.warnings(path: farm.path)
        _ = try ExternalData(storePath: farm.directory.path + "/Farm.bak", threshold: 0)
            .namesOfNeighbors()
        // The last process to close the store writes the log to the file and removes it.
        #expect(try await ChildProcess.run(.count, at: farm.path))
        try add("Dora", to: container)
        #expect(try await ChildProcess.run(.count, at: farm.path))
        try container.close()

        #expect(try names(farm.path) == ["Ann", "Ben", "Cid", "Dora"])
        #expect(try age(farm.path) == before + 2 * Int64(Counter.times))
    }

    private func names(_ path: String) throws -> [String] {
        let container = try Counter.container(path)
        let names = try ManagedObjectContext(container).values("name", of: "Keeper")
        try container.close()
        return names
    }

    private func add(_ name: String, to container: PersistentContainer) throws {
        try container.write { context in
            try ManagedObject(entityName: "Keeper", context: context).setValue(name, forKey: "name")
            try context.save()
        }
    }

    @Test("An open store is locked for other processes, and the error names the holder")
    func lock() async throws {
        let farm = try Farm()
        let container = try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path))

        #expect(try await ChildProcess.run(.knock, at: farm.path))

        try container.close()
    }

    @Test("Opening a store does not delete external files of a save in progress")
    func sweep() throws {
        let farm = try Farm()
        let name = UUID().uuidString
        let external = ExternalData(storePath: farm.path, threshold: 0)
        let writer = try RawDatabase(farm.path)
        try writer.run("BEGIN IMMEDIATE")
        try ExternalJournal(external: external).add([name])
        try external.write(Data([1]), as: name)

        // Without a busy timeout, it does not wait for the save.
        let error = #expect(throws: PersistenceError.self) {
            try Counter.container(farm.path, patience: 0).close()
        }
        let isThere = FileManager.default.fileExists(atPath: external.path(of: name))
        try writer.run("ROLLBACK")
        try Counter.container(farm.path).close()

        #expect(isThere)
        guard case .cannotOpen(_, .locked) = error else {
            Issue.record("Another error: \(String(describing: error))")
            return
        }
        #expect(!FileManager.default.fileExists(atPath: external.path(of: name)))
    }

    private func age(_ path: String) throws -> Int64 {
        let container = try Counter.container(path)
        let keeper = try Counter.keeper(in: ManagedObjectContext(container))
        let age = try #require(try keeper.value(forKey: "age") as? Int64)
        try container.close()
        return age
    }
}
