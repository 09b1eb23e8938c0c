import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

struct ProgressiveMigrationTests {
    private typealias Version = ProgressiveMigration.Version

    /// The farm; then with towns; then with a rank that cannot be inferred; then with a motto.
    private static func versions() throws -> [ProgressiveMigration.Version] {
        var versions = [Version(name: "Farm", model: Farm.model)]
        var rank = Farm.required("rank", .integer32)
        rank.isOptional = false
        for (name, attribute) in [
            ("Farm 2", Farm.optional("town", .string)), ("Farm 3", rank),
            ("Farm 4", Farm.optional("motto", .string)),
        ] {
            var model = versions[versions.count - 1].model
            try model.change("Keeper") { $0.attributes.append(attribute) }
            versions.append(Version(name: name, model: model))
        }
        return versions
    }

    private static func mapping() throws -> MappingModel {
        let versions = try versions()
        var mapping = try MappingModel.inferred(from: versions[1].model, to: versions[1].model)
        mapping.sourceVersion = "Farm 2"
        mapping.destinationVersion = "Farm 3"
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        mapping.entityMappings[keeper].expressions["rank"] = try FetchExpression(
            mappingFormat: "$source.animals.@count + 1")
        return mapping
    }

    @Test("A chain uses the mapping model, with inferred steps before and after")
    func chain() throws {
        let farm = try Farm()
        var migration = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 4")
        migration.mappings = [try Self.mapping()]
        let told = Mutex<[ProgressiveMigration.Progress]>([])
        migration.progress = { part in told.withLock { $0.append(part) } }

        let steps = try migration.run()

        #expect(steps.map(\.destination) == ["Farm 2", "Farm 3", "Farm 4"])
        #expect(steps.map { $0.mapping != nil } == [false, true, false])
        let parts = told.withLock { $0 }
        #expect(parts.map(\.step) == parts.map(\.step).sorted())
        #expect(parts.last?.fraction == 1 && parts.last?.stepCount == 3)
        let container = try PersistentContainer(
            model: try Self.versions()[3].model, store: .sqlite(path: farm.path))
        try container.read { (context) throws in
            #expect(try context.values("rank", of: "Keeper") == ["3", "1"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
            let toys = try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy"))
            #expect(try toys.first?.value(forKey: "picture") as? Data == Farm.picture)
        }
        try container.close()
        #expect(try migration.run().isEmpty)
        let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(!left.contains { $0.contains("migrating") })
        let copy = try SQLiteStore.storedModel(path: farm.copyPath)
        #expect(copy.hashesForComparison == Farm.model.hashesForComparison)
    }

    @Test("Versions with an inferable mapping need a single step")
    func shortest() throws {
        let farm = try Farm()
        var versions = try Self.versions()
        versions.remove(at: 2)
        try versions[2].model.change("Keeper") { $0.attributes.removeAll { $0.name == "rank" } }

        let steps = try ProgressiveMigration(
            path: farm.path, versions: versions, destination: "Farm 4"
        ).run()

        #expect(steps.map(\.destination) == ["Farm 4"])
    }

    @Test("Without a chain of mappings, the error names the obstacle")
    func noChain() throws {
        let farm = try Farm()
        let migration = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 4")

        let error = #expect(throws: MigrationError.self) { try migration.run() }

        #expect(error?.property == "rank")
    }

    @Test("A failed chain leaves the store unchanged")
    func interruption() throws {
        let farm = try Farm()
        var mapping = try Self.mapping()
        let keeper = try #require(
            mapping.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        mapping.entityMappings[keeper].expressions["rank"] = .constant(.null)
        let before = try RawDatabase(farm.path).contents()
        var migration = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 4")
        migration.mappings = [mapping]

        #expect(throws: PersistenceError.self) { try migration.run() }

        #expect(try RawDatabase(farm.path).contents() == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(!left.contains { $0.contains("migrating") })
    }

    @Test("A cancelled chain leaves the store unchanged at every point")
    func cancellation() throws {
        let farm = try Farm()
        let before = try RawDatabase(farm.path).contents()
        let asked = Mutex(0)
        var migration = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 4")
        migration.mappings = [try Self.mapping()]
        var bound = 0

        while true {
            asked.withLock { $0 = 0 }
            migration.isCancelled = { [bound] in
                asked.withLock { asked in
                    asked += 1
                    return asked > bound
                }
            }
            do {
                try migration.run()
                break
            } catch is CancellationError {
                #expect(try RawDatabase(farm.path).contents() == before)
                let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
                #expect(!left.contains { $0.contains("migrat") })
            }
            bound += 1
        }

        // Before the lock, before each of three steps, within them, and at the end.
        #expect(bound > 10)
    }

    @Test("Steps that another process completes before the store is locked are not repeated")
    func stepsUnderLock() throws {
        let farm = try Farm()
        var migration = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 4")
        migration.mappings = [try Self.mapping()]
        let others = Mutex<[[String]]>([])
        let other = migration
        migration.isCancelled = {
            // The first time, the steps are known and the store is not locked.
            guard others.withLock(\.isEmpty) else { return false }
            let steps = try? other.run().map(\.destination)
            others.withLock { $0.append(steps ?? []) }
            return false
        }

        let steps = try migration.run()

        #expect(others.withLock { $0 } == [["Farm 2", "Farm 3", "Farm 4"]])
        #expect(steps.isEmpty)
        let container = try PersistentContainer(
            model: try Self.versions()[3].model, store: .sqlite(path: farm.path))
        #expect(try container.read { try $0.values("rank", of: "Keeper") } == ["3", "1"])
        try container.close()
        let copy = try SQLiteStore.storedModel(path: farm.copyPath)
        #expect(copy.hashesForComparison == Farm.model.hashesForComparison)
    }

    @Test("Steps that another process has left are completed")
    func restUnderLock() throws {
        let farm = try Farm()
        var migration = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 4")
        migration.mappings = [try Self.mapping()]
        let isDone = Mutex(false)
        let other = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 2")
        migration.isCancelled = {
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { _ = try? other.run() }
            return false
        }

        let steps = try migration.run()

        #expect(steps.map(\.destination) == ["Farm 3", "Farm 4"])
    }

    @Test("A single step can be cancelled")
    func cancelledStep() throws {
        let farm = try Farm()
        let before = try RawDatabase(farm.path).contents()
        var migration = ProgressiveMigration(
            path: farm.path, versions: try Self.versions(), destination: "Farm 2")
        migration.isCancelled = { true }

        #expect(throws: CancellationError.self) { try migration.run() }

        #expect(try RawDatabase(farm.path).contents() == before)
    }
}
