import Foundation
import ObjectModel
import PersistenceInspection
import Testing

@testable import Persistence

@Suite("Atomic stores")
struct AtomicStoreTests {
    static let types: [StoreType] = [.binary, .xml]

    private func add(_ name: String, to container: PersistentContainer) throws {
        try container.write { context in
            try ManagedObject(entityName: "Keeper", context: context).setValue(name, forKey: "name")
            try context.save()
        }
    }

    private func keepers(_ container: PersistentContainer) throws -> [String] {
        try container.read { try $0.values("name", of: "Keeper") }
    }

    @Test("A reopened store contains every object", arguments: types)
    func reopened(type: StoreType) throws {
        let (zoo, sqlite) = (try AtomicZoo(type), try AtomicZoo(.sqlite))
        let tag = #/"tag":"[^"]*"/#

        let lines = try rankedDump(zoo.path).map { $0.replacing(tag, with: "") }

        #expect(lines.count == 5)
        expectSame(try rankedDump(sqlite.path).map { $0.replacing(tag, with: "") }, lines)
        let container = try zoo.container()
        #expect(
            try container.read { try $0.values("name", of: "Bird") }.map { Array($0.utf8) }
                == [Array("e\u{301}té <&> \\u0007 \u{7}\r\n\t\"".utf8)])
        #expect(
            try container.read { try $0.values("colour", of: "Bird") }.map { Array($0.utf8) }
                == [Array("\u{E9}te\u{301} \u{FFFE}".utf8)])
        try container.close()
    }

    @Test("A closed store can neither be read nor written", arguments: types)
    func closed(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let container = try zoo.container()
        let context = ManagedObjectContext(container)
        let keeper = try ManagedObject(entityName: "Keeper", context: context)
        try keeper.setValue("Zoe", forKey: "name")
        try container.close()
        let before = try zoo.bytes()

        for use in [
            { try context.save() },
            {
                let request = FetchRequest<ManagedObject>(entityName: "Keeper")
                _ = try context.count(for: request)
            },
            { try container.backUp(to: zoo.path + "-copy") },
        ] as [() throws -> Void] {
            #expect {
                try use()
            } throws: { error in
                guard case PersistenceError.misuse("The store is closed") = error else {
                    return false
                }
                return true
            }
        }

        #expect(try zoo.bytes() == before)
        #expect(!FileManager.default.fileExists(atPath: zoo.path + "-copy"))
    }

    @Test("Object URIs and the store identifier persist", arguments: types)
    func addresses(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        var addresses: [String] = []
        for _ in 0..<2 {
            let container = try zoo.container()
            addresses.append(
                try container.read { context in
                    try context.fetch(FetchRequest<ManagedObject>(entityName: "Fish"))[0].objectID
                        .uriRepresentation
                })
            let id = container.coordinator.managedObjectID(forURIRepresentation: addresses[0])
            #expect(
                try container.read { try $0.existingObject(with: #require(id)).entity.name }
                    == "Fish")
            try container.close()
        }
        #expect(addresses[0] == addresses[1])
    }

    @Test("The primary key of a deleted record is not reused", arguments: types)
    func numbers(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        func addKeeper() throws -> Int64? {
            let container = try zoo.container()
            defer { try? container.close() }
            return try container.write { context in
                let keeper = try ManagedObject(entityName: "Keeper", context: context)
                try context.save()
                let number = keeper.objectID.recordNumber
                context.delete(keeper)
                try context.save()
                return number
            }
        }

        let numbers = try [addKeeper(), addKeeper()].compactMap { $0 }

        #expect(numbers.count == 2 && numbers[1] == numbers[0] + 1)
    }

    @Test("Concurrent changes to one object are a conflict", arguments: types)
    func conflict(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let container = try zoo.container()
        let contexts = [ManagedObjectContext(container), ManagedObjectContext(container)]
        for (number, context) in contexts.enumerated() {
            let request = FetchRequest<ManagedObject>(entityName: "Keeper")
            try context.fetch(request)[0].setValue("Name \(number)", forKey: "name")
        }
        let before = try keepers(container)

        try contexts[0].save()

        #expect(before == ["Ann"])
        #expect {
            try contexts[1].save()
        } throws: { error in
            if case PersistenceError.mergeConflicts = error { true } else { false }
        }
        #expect(try keepers(container) == ["Name 0"])
        try container.close()
    }

    @Test("A failed save changes neither the file nor the store", arguments: types)
    func failedSave(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let before = try zoo.bytes()
        let container = try zoo.container()
        let obstacle = zoo.path + "-new/obstacle"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)

        #expect(throws: (any Error).self) { try add("Ben", to: container) }

        #expect(try zoo.bytes() == before)
        #expect(try keepers(container) == ["Ann"])
        try FileManager.default.removeItem(atPath: zoo.path + "-new")
        try add("Ben", to: container)
        #expect(try keepers(container) == ["Ann", "Ben"])
        try container.close()
    }

    @Test("Leftovers of a killed process are ignored and removed", arguments: types)
    func leftovers(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let file = try zoo.bytes()
        for length in [0, 10, file.count / 2, file.count - 1] {
            try file.prefix(length).write(to: URL(fileURLWithPath: zoo.path + "-new"))

            let container = try zoo.container()

            #expect(try keepers(container) == ["Ann"])
            #expect(!FileManager.default.fileExists(atPath: zoo.path + "-new"))
            try container.close()
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: zoo.directory.path)
        #expect(left == [(zoo.path as NSString).lastPathComponent])
    }

    @Test("A read-only store is not written and does not block writers", arguments: types)
    func readOnly(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let reader = try zoo.container { $0.isReadOnly = true }
        let writer = try zoo.container()

        #expect(throws: PersistenceError.self) { try add("Ben", to: reader) }
        try add("Cleo", to: writer)

        #expect(try keepers(reader) == ["Ann"])
        try reader.close()
        try writer.close()
    }

    @Test("A store can be opened for writing only once", arguments: types)
    func lock(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let container = try zoo.container()

        #expect {
            try zoo.container()
        } throws: { error in
            if case PersistenceError.cannotOpen(_, .locked) = error { true } else { false }
        }
        try container.close()
    }

    @Test(
        "Without a lock, a save that would overwrite another writer’s changes fails",
        arguments: types)
    func replaced(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let containers = try [0, 1].map { _ in try zoo.container { $0.locksFile = false } }
        try add("Ben", to: containers[0])

        #expect {
            try add("Cleo", to: containers[1])
        } throws: { error in
            if case PersistenceError.storeReplaced(zoo.path) = error { true } else { false }
        }

        try add("Dora", to: containers[0])
        for container in containers { try container.close() }
        let container = try zoo.container()
        #expect(try keepers(container) == ["Ann", "Ben", "Dora"])
        try container.close()
    }

    @Test(
        "Metadata can be read and set without opening the store, and survives saves",
        arguments: types)
    func metadata(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        let before = try dump(zoo.path)
        try PersistentStoreCoordinator.setMetadata(
            ["owner": .string("Ann & <Ben>"), "count": .integer(7), "key": .data(Data([1, 2]))],
            forPersistentStoreAt: zoo.path)
        let container = try zoo.container()
        try add("Ben", to: container)
        try container.close()

        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: zoo.path)

        #expect(metadata.applicationKeys == ["count", "key", "owner"])
        #expect(metadata.value(forKey: "owner") == .string("Ann & <Ben>"))
        #expect(metadata.value(forKey: "key") == .data(Data([1, 2])))
        #expect(metadata.storeType == type)
        #expect(metadata.isCompatible(with: AtomicZoo.model))
        #expect(try dump(zoo.path).count == before.count + 1)
        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.setMetadata(
                ["PersistenceModelCache": .null], forPersistentStoreAt: zoo.path)
        }
    }

    @Test(
        "A store with an incompatible model is refused; the error names the entities",
        arguments: types)
    func otherModel(type: StoreType) throws {
        let zoo = try AtomicZoo(type)
        var description = StoreDescription(type: type, path: zoo.path)
        description.shouldMigrateStoreAutomatically = false

        #expect {
            try PersistentContainer(model: Farm.model, store: description)
        } throws: { error in
            "\(error)".hasSuffix(
                "with another version of the model: these entities differ: Animal, Bird, Fish, "
                    + "Keeper, Toy.")
        }
    }

    @Test("A summary and a check need no model", arguments: types)
    func inspection(type: StoreType) throws {
        let zoo = try AtomicZoo(type)

        let summary = try StoreSummary(path: zoo.path)

        #expect(summary.lines.contains("Type: \(type)") && summary.lines.contains("  Toy: 2"))
        #expect(try StoreCheck.faults(path: zoo.path) == [])
        try zoo.bytes().dropLast(20).write(to: URL(fileURLWithPath: zoo.path))
        #expect(try StoreCheck.faults(path: zoo.path).count == 1)
    }
}
