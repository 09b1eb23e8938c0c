import Foundation
import ObjectModel
import PersistenceInspection
import Testing

@testable import Persistence

@Suite("Older stores without a stored model")
struct OlderStoreTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
        let database = try RawDatabase(farm.path)
        try database.run("DROP TABLE Z_MODELCACHE")
        // Core Data's hashes are different from ours.
        var metadata = try StoreMetadata(reading: database.connection)
        metadata.setModel(Farm.model, hashes: metadata.hashes.mapValues { Data($0.reversed()) })
        try metadata.update(database.connection)
    }

    private func newer() throws -> ManagedObjectModel {
        var model = Farm.model
        try model.change("Keeper") { $0.attributes[1] = Farm.optional("town", .string) }
        return model
    }

    /// An earlier version, and one with a difference that no column shows.
    private func versions() throws -> [ProgressiveMigration.Version] {
        var (first, last) = (Farm.model, try newer())
        try first.change("Keeper") { $0.attributes.removeLast() }
        try last.change("Toy") { $0.attributes.append(Farm.optional("size", .integer16)) }
        return [
            .init(name: "Farm", model: first), .init(name: "Farm 2", model: Farm.model),
            .init(name: "Farm 3", model: try newer()), .init(name: "Farm 4", model: last),
        ]
    }

    private func expectOther(_ text: String, _ body: () throws -> Void) {
        let error = #expect(throws: PersistenceError.self) { try body() }
        #expect("\(error.map { "\($0)" } ?? "")".contains(text), "\(error.map { "\($0)" } ?? "")")
    }

    @Test("Inspections require a model, and accept one")
    func inspection() throws {
        expectOther("has to be given") { _ = try StoreSummary(path: farm.path) }
        expectOther("has to be given") { _ = try StoreCheck.faults(path: farm.path) }
        expectOther("has to be given") {
            try PersistentStoreCoordinator.migratePersistentStore(
                at: farm.path, to: farm.directory.path + "/Copy.xml", type: .xml)
        }

        let summary = try StoreSummary(path: farm.path, model: Farm.model)

        #expect(summary.counts.first { $0.entity == "Keeper" }?.count == 2)
        #expect(try StoreCheck.faults(path: farm.path, model: Farm.model) == [])
        let copy = farm.directory.path + "/Copy.xml"
        try PersistentStoreCoordinator.migratePersistentStore(
            at: farm.path, to: copy, type: .xml, model: Farm.model)
        #expect(try StoreSummary(path: copy).counts.map(\.count) == summary.counts.map(\.count))
    }

    @Test("A store is migrated from a given version, and refused without one")
    func source() throws {
        var migration = StoreMigration(path: farm.path, to: try newer())
        expectOther("has to be given") { _ = try migration.run() }
        expectOther("has to be given") {
            try PersistentContainer(model: newer(), store: .sqlite(path: farm.path)).close()
        }

        migration.source = Farm.model

        #expect(try migration.isNeeded())
        #expect(try migration.run())
        #expect(try !migration.isNeeded())
        let container = try PersistentContainer(model: newer(), store: .sqlite(path: farm.path))
        try container.read { (context) throws in
            #expect(try context.values("town", of: "Keeper") == ["none", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
        }
        try container.close()
    }

    @Test("A mapping with expressions is applied to the given version")
    func mapped() throws {
        var migration = StoreMigration(path: farm.path, to: Farm.model)
        var newer = Farm.model
        try newer.change("Keeper") { $0.attributes[1].attributeType = .string }
        migration = StoreMigration(path: farm.path, to: newer)
        migration.source = Farm.model
        migration.mapping = try .inferred(from: Farm.model, to: Farm.model)
        let keeper = try #require(
            migration.mapping?.entityMappings.firstIndex { $0.destinationEntityName == "Keeper" })
        migration.mapping?.entityMappings[keeper].expressions["age"] = try FetchExpression(
            mappingFormat: "$source.name")

        #expect(try migration.run())

        #expect(try RawDatabase(farm.path).column("SELECT ZAGE FROM ZKEEPER") == ["Ann", "Ben"])
    }

    @Test("The most similar version of a bundle is the source of a progressive migration")
    func bundle() throws {
        let versions = try versions()
        let migration = ProgressiveMigration(
            path: farm.path, versions: versions, destination: "Farm 4")

        let steps = try migration.run()

        #expect(steps.map(\.source) == ["Farm 2"])
        #expect(try RawDatabase(farm.path).column("SELECT ZNAME FROM ZKEEPER") == ["Ann", "Ben"])
        #expect(try migration.run().isEmpty)
    }

    @Test("The most similar version is the source of a staged migration")
    func stages() throws {
        let versions = try versions()

        let labels = try StagedMigration(
            path: farm.path,
            stages: [
                .lightweight(versions.prefix(3).map(\.model), label: "first"),
                .custom(from: versions[2].model, to: versions[3].model, label: "second"),
            ]
        ).run()

        #expect(labels == ["first", "second"])
    }

    @Test("Of versions with the same columns, types and then identifiers decide")
    func likeness() throws {
        var others = Farm.model
        try others.change("Keeper") { $0.attributes[1].attributeType = .string }
        var named = Farm.model
        named.versionIdentifiers = ["farm"]

        let byType = try PersistentStoreCoordinator.storedModel(
            at: farm.path, among: [Farm.model, others])
        let byName = try PersistentStoreCoordinator.storedModel(
            at: farm.path, among: [Farm.model, named])

        #expect(byType.hashesForComparison == Farm.model.hashesForComparison)
        #expect(byName.versionIdentifiers == [])
        expectOther("none of the versions") {
            _ = try PersistentStoreCoordinator.storedModel(
                at: farm.path, among: [try versions()[3].model])
        }
    }

    @Test(
        "XML and binary stores of Core Data without a model can be migrated too",
        arguments: AtomicStoreTests.types)
    func atomic(type: StoreType) throws {
        let path = farm.directory.path + "/Barn.\(type.rawValue)"
        try PersistentStoreCoordinator.migratePersistentStore(
            at: farm.path, to: path, type: type, model: Farm.model)
        let format = try #require(try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path))
        let file = AtomicStoreMetadataFile(path: path, format: format)
        var metadata = try file.read()
        metadata.contents.members[StoreMetadata.Key.modelCache] = nil
        let writer = try #require(format as? any AtomicStoreMetadataWriting)
        try AtomicStoreFile.write(
            try writer.file(try Data(contentsOf: URL(fileURLWithPath: path)), with: metadata),
            to: path)
        expectOther("has to be given") { _ = try StoreSummary(path: path) }
        var migration = StoreMigration(path: path, to: try newer())
        migration.source = Farm.model

        #expect(try StoreCheck.faults(path: path, model: Farm.model) == [])
        #expect(try migration.run())

        #expect(
            try PersistentStoreCoordinator.storedModel(at: path).hashesForComparison
                == newer().hashesForComparison)
    }
}
