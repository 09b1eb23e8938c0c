import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import Persistence

struct StoreFilesTests {
    private let farm: Farm
    private var otherPath: String { farm.directory.path + "/Other.sqlite" }

    init() throws {
        farm = try Farm()
    }

    private func container(_ path: String) throws -> PersistentContainer {
        try PersistentContainer(model: Farm.model, store: .sqlite(path: path))
    }

    private func names(_ path: String) throws -> [String] {
        let container = try container(path)
        defer { try? container.close() }
        return try container.read { try $0.values("name", of: "Keeper") }
    }

    private func picture(_ path: String) throws -> Data? {
        let container = try container(path)
        defer { try? container.close() }
        return try container.read { context in
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy"))
                .first?.value(forKey: "picture") as? Data
        }
    }

    @Test("A store in use is backed up with its saved changes and external files")
    func backup() throws {
        let container = try container(farm.path)
        try container.write { context in
            let keeper = try ManagedObject(entityName: "Keeper", context: context)
            try keeper.setValue("Cleo", forKey: "name")
            try context.save()
        }
        var parts: [Double] = []

        try container.backUp(to: otherPath) { parts.append($0) }

        #expect(try names(otherPath) == ["Ann", "Ben", "Cleo"])
        #expect(try picture(otherPath) == Farm.picture)
        #expect(parts.last == 1)
        #expect(try RawDatabase(otherPath).column("PRAGMA integrity_check") == ["ok"])
        #expect(try StoreCheck.faults(path: otherPath).isEmpty)
        try container.close()
    }

    @Test("A copy keeps its external files when the original deletes them")
    func independence() throws {
        let container = try container(farm.path)
        try container.backUp(to: otherPath)

        try container.write { context in
            for toy in try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy")) {
                context.delete(toy)
            }
            try context.save()
        }
        try container.close()

        #expect(try picture(farm.path) == nil)
        #expect(try picture(otherPath) == Farm.picture)
    }

    @Test("A copy with the same base name has separate external files in the same folder")
    func sameBaseName() throws {
        let copyPath = farm.directory.path + "/Farm.bak"
        let container = try container(farm.path)
        try container.backUp(to: copyPath)
        try container.backUp(to: copyPath)

        try container.write { context in
            let toys = try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy"))
            try toys.first?.setValue(Data(repeating: 9, count: 200_000), forKey: "picture")
            try context.save()
        }
        try container.close()

        #expect(try StoreCheck.faults(path: copyPath) == [])
        #expect(try picture(copyPath) == Farm.picture)
        #expect(try ExternalData(storePath: farm.path, threshold: 0).names().count == 2)
        #expect(try RawDatabase(copyPath).column("PRAGMA journal_mode") == ["wal"])
        try PersistentStoreCoordinator.destroyPersistentStore(at: copyPath)
        #expect(try StoreCheck.faults(path: farm.path) == [])
        #expect(try StoreCheck.warnings(path: farm.path) == [])
    }

    @Test("A failed copy keeps the original’s external files, and leaves no others")
    func failedCopy() throws {
        let copyPath = farm.directory.path + "/Farm.bak"
        let external = ExternalData(storePath: farm.path, threshold: 0)
        let before = try external.names()
        // A folder cannot be replaced by the finished copy.
        try FileManager.default.createDirectory(
            atPath: copyPath + "/full", withIntermediateDirectories: true)

        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.replacePersistentStore(
                at: copyPath, withPersistentStoreFrom: farm.path)
        }

        #expect(try external.names() == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: external.supportDirectory)
                == ["_EXTERNAL_DATA"])
        #expect(try StoreCheck.faults(path: farm.path) == [])
    }

    @Test("A store’s file copied manually next to it keeps its external files")
    func copyByHand() throws {
        let copyPath = farm.directory.path + "/Farm.bak"
        try FileManager.default.copyItem(atPath: farm.path, toPath: copyPath)
        let container = try container(farm.path)

        try container.write { context in
            for toy in try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy")) {
                context.delete(toy)
            }
            try context.save()
        }
        try container.close()

        #expect(try picture(copyPath) == Farm.picture)
    }

    @Test("A copy made during saves is a consistent snapshot")
    func concurrentBackup() async throws {
        let container = try container(farm.path)
        let writing = Task.detached(executorPreference: ThreadExecutor.shared) {
            for number in 0..<60 {
                try container.write { context in
                    for _ in 0..<2 {
                        let keeper = try ManagedObject(entityName: "Keeper", context: context)
                        try keeper.setValue("\(number)", forKey: "name")
                    }
                    try context.save()
                }
            }
        }

        for _ in 0..<5 {
            try container.backUp(to: otherPath)
            let counts = Dictionary(grouping: try names(otherPath)) { $0 }
            #expect(counts.filter { Int($0.key) != nil }.values.allSatisfy { $0.count == 2 })
        }

        try await writing.value
        try container.close()
    }

    @Test("A store replaces another one completely")
    func replacement() throws {
        let other = try container(otherPath)
        try other.write { context in
            let toy = try ManagedObject(entityName: "Toy", context: context)
            try toy.setValue(Farm.picture, forKey: "picture")
            try context.save()
        }
        try other.close()

        try PersistentStoreCoordinator.replacePersistentStore(
            at: otherPath, withPersistentStoreFrom: farm.path)

        #expect(try names(otherPath) == ["Ann", "Ben"])
        #expect(try picture(otherPath) == Farm.picture)
        let external = ExternalData(storePath: otherPath, threshold: 0)
        let original = ExternalData(storePath: farm.path, threshold: 0)
        #expect(try external.names() == original.names())
        #expect(
            try RawDatabase(otherPath).column("SELECT Z_UUID FROM Z_METADATA")
                == RawDatabase(farm.path).column("SELECT Z_UUID FROM Z_METADATA"))
    }

    @Test("The log of a replaced store is not applied to the new one")
    func staleLog() throws {
        let other = try container(otherPath)
        let busy = try RawDatabase(otherPath)
        try other.write { context in
            let keeper = try ManagedObject(entityName: "Keeper", context: context)
            try keeper.setValue("Zoe", forKey: "name")
            try context.save()
        }
        // A killed process leaves a log next to the file.
        let copy = farm.directory.path + "/Copy.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: otherPath + suffix, toPath: copy + suffix)
        }
        try other.close()
        withExtendedLifetime(busy) {}

        try PersistentStoreCoordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: farm.path)

        #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
        #expect(try names(copy) == ["Ann", "Ben"])
    }

    @Test("A source that is not a store leaves the target unchanged")
    func badSource() throws {
        let text = farm.directory.path + "/Text.sqlite"
        try "This is a text and no database.".write(
            toFile: text, atomically: true, encoding: .utf8)

        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.replacePersistentStore(
                at: farm.path, withPersistentStoreFrom: text)
        }

        #expect(try names(farm.path) == ["Ann", "Ben"])
        #expect(try picture(farm.path) == Farm.picture)
        #expect(!FileManager.default.fileExists(atPath: farm.path + "-new"))
    }

    @Test("A file that is not a database can be replaced by a store")
    func damagedTarget() throws {
        try "This is a text and no database.".write(
            toFile: otherPath, atomically: true, encoding: .utf8)

        try PersistentStoreCoordinator.replacePersistentStore(
            at: otherPath, withPersistentStoreFrom: farm.path)

        #expect(try names(otherPath) == ["Ann", "Ben"])
    }

    @Test("An open store is neither replaced nor destroyed")
    func inUse() throws {
        let container = try container(farm.path)
        try container.backUp(to: otherPath)

        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.destroyPersistentStore(at: farm.path)
        }
        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.replacePersistentStore(
                at: farm.path, withPersistentStoreFrom: otherPath)
        }

        #expect(try container.read { try $0.values("name", of: "Keeper") } == ["Ann", "Ben"])
        try container.close()
    }

    @Test("A destroyed store leaves no file")
    func destruction() throws {
        try PersistentStoreCoordinator.destroyPersistentStore(at: farm.path)
        try PersistentStoreCoordinator.destroyPersistentStore(at: farm.path)

        let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(left == [])
    }

    @Test("The space of deleted records is freed")
    func vacuum() throws {
        let container = try container(farm.path)
        try container.write { context in
            for _ in 0..<2_000 {
                let keeper = try ManagedObject(entityName: "Keeper", context: context)
                try keeper.setValue(String(repeating: "x", count: 200), forKey: "name")
            }
            try context.save()
        }
        try container.write { context in
            let request = FetchRequest<ManagedObject>(entityName: "Keeper")
            for keeper in try context.fetch(request) { context.delete(keeper) }
            try context.save()
        }
        #expect(try container.checkpoint())
        let before = try size(farm.path)

        try container.vacuum()

        #expect(try size(farm.path) * 2 < before)
        #expect(try RawDatabase(farm.path).column("PRAGMA auto_vacuum") == ["2"])
        try container.close()
    }

    @Test("An in-memory store has no file to copy")
    func memory() throws {
        let container = try PersistentContainer(model: Farm.model, store: .inMemory)

        #expect(throws: PersistenceError.self) { try container.backUp(to: otherPath) }
        #expect(throws: PersistenceError.self) { try container.vacuum() }
    }

    private func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
