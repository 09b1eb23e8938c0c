import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Migration of atomic stores")
struct AtomicStoreMigrationTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
    }

    private func makeStore(_ type: StoreType) throws -> String {
        let path = farm.directory.path + "/Barn.\(type.rawValue.lowercased())"
        try PersistentStoreCoordinator.migratePersistentStore(at: farm.path, to: path, type: type)
        return path
    }

    private func newer() throws -> ManagedObjectModel {
        var model = Farm.model
        try model.change("Keeper") { entity in
            var age = AttributeDescription("years", .integer64)
            age.renamingIdentifier = "age"
            entity.attributes = [entity.attributes[0], age]
        }
        return model
    }

    @Test("A store is migrated when it is opened", arguments: AtomicStoreTests.types)
    func automatic(type: StoreType) throws {
        let path = try makeStore(type)
        let before = try dump(path)
        let identifier = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
            .identifier

        let container = try PersistentContainer(
            model: try newer(), store: StoreDescription(type: type, path: path))

        #expect(try container.read { try $0.values("years", of: "Keeper") } == ["41", "none"])
        let animals = try container.read { try $0.values("animals", of: "Keeper") }
        #expect(animals.contains("Wanda, Tweety"))
        #expect(container.coordinator.stores[0].identifier == identifier)
        try container.close()
        #expect(
            try dump(path)
                == before.map { $0.replacingOccurrences(of: #""age":"#, with: #""years":"#) }.map {
                    line in
                    // Properties are ordered by name.
                    line.replacing(#/"years":(\w+),"name":("\w+")/#) {
                        #""name":\#($0.output.2),"years":\#($0.output.1)"#
                    }
                })
        #expect(
            try dump(farm.directory.path + "/Barn-before-migration.\(type.rawValue.lowercased())")
                == before)
        #expect(
            try PersistentStoreCoordinator.storedModel(at: path).entityVersionHashesByName
                == newer().entityVersionHashesByName)
        let left = try FileManager.default.contentsOfDirectory(atPath: farm.directory.path)
        #expect(!left.contains { $0.contains("migrating") })
    }

    @Test("A store is unchanged if a mapping cannot be inferred", arguments: AtomicStoreTests.types)
    func refused(type: StoreType) throws {
        let path = try makeStore(type)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        var model = Farm.model
        try model.change("Keeper") {
            $0.attributes.append(AttributeDescription("badge", .string, isOptional: false))
        }

        #expect {
            try PersistentContainer(
                model: model, store: StoreDescription(type: type, path: path))
        } throws: { "\($0)".contains("Keeper.badge") }

        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A store is migrated with a mapping model", arguments: AtomicStoreTests.types)
    func mapped(type: StoreType) throws {
        let path = try makeStore(type)
        var mapping = try MappingModel.inferred(from: Farm.model, to: try newer())
        for index in mapping.entityMappings.indices
        where mapping.entityMappings[index].destinationEntityName == "Keeper" {
            mapping.entityMappings[index].expressions["name"] = try FetchExpression(
                mappingFormat: "uppercase($source.name)")
        }
        var migration = StoreMigration(path: path, to: try newer())
        migration.mapping = mapping

        #expect(try migration.isNeeded())
        #expect(try migration.run())

        #expect(try !migration.isNeeded())
        #expect(try dump(path).filter { $0.contains("ANN") || $0.contains("BEN") }.count == 2)
    }
}
