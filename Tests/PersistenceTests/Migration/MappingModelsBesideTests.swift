import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Mapping models next to the model")
struct MappingModelsBesideTests {
    private final class KeeperPolicy: EntityMigrationPolicy {}

    private let farm: Farm

    init() throws { farm = try Farm() }

    private var bundle: String { farm.directory.path + "/Farm.xcdatamodeld" }

    /// Writes two versions of the model, and a mapping model between them that sets the rank of
    /// keepers.
    private func model(policy: String = "") throws -> ManagedObjectModel {
        var newer = Farm.model
        try newer.change("Keeper") { $0.attributes.append(Farm.optional("rank", .string)) }
        try Farm.model.write(to: bundle + "/Farm 1.xcdatamodel")
        try newer.write(to: bundle + "/Farm 2.xcdatamodel")
        let file = """
            <database>
            <object type="XDDEVMAPPINGMODEL" id="z1">
            <attribute name="sourcemodelpath" type="string">Farm.xcdatamodeld/Farm 1.xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">Farm.xcdatamodeld/Farm 2.xcdatamodel</attribute>
            </object>
            <object type="XDDEVATTRIBUTEMAPPING" id="n1">
            <attribute name="name" type="string">name</attribute></object>
            <object type="XDDEVATTRIBUTEMAPPING" id="r1">
            <attribute name="name" type="string">rank</attribute>
            <attribute name="valueexpression" type="string">uppercase($source.name)</attribute>
            </object>
            <object type="XDDEVENTITYMAPPING" id="m1">
            <attribute name="sourcename" type="string">Keeper</attribute>
            <attribute name="destinationname" type="string">Keeper</attribute>
            <attribute name="migrationpolicyclassname" type="string">\(policy)</attribute>
            <relationship name="attributemappings" idrefs="n1 r1"></relationship>
            </object>
            </database>
            """
        let folder = farm.directory.path + "/Ranks.xcmappingmodel"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder + "/xcmapping.xml"))
        return try ManagedObjectModel(contentsOf: bundle, version: "Farm 2")
    }

    private func ranks(_ model: ManagedObjectModel, _ store: StoreDescription) throws -> [[String]]
    {
        let container = try PersistentContainer(model: model, store: store)
        defer { try? container.close() }
        return try container.read { context in
            try zip(context.values("name", of: "Keeper"), context.values("rank", of: "Keeper"))
                .map { [$0, $1] }
        }
    }

    @Test("An old store is migrated with them on opening")
    func opening() throws {
        let ranks = try ranks(model(), .sqlite(path: farm.path))

        #expect(!ranks.isEmpty)
        #expect(ranks.allSatisfy { $0[0].uppercased() == $0[1] }, "\(ranks)")
    }

    @Test("A store is unchanged if a policy is missing, and opens with it")
    func policies() throws {
        let model = try model(policy: "Farms.KeeperPolicy")
        var store = StoreDescription.sqlite(path: farm.path)

        #expect(throws: MigrationError.self) { try ranks(model, store) }
        #expect(
            try SQLiteStore.storedModel(path: farm.path).hashesForComparison
                == Farm.model.hashesForComparison)
        store.migrationPolicies = ["KeeperPolicy": KeeperPolicy.self]
        #expect(try !ranks(model, store).isEmpty)
    }

    @Test("A mapping to a model outside of the bundle is inferred")
    func changedModel() throws {
        var model = try model()
        try model.change("Keeper") { $0.attributes.append(Farm.optional("title", .string)) }

        #expect(try ranks(model, .sqlite(path: farm.path)).allSatisfy { $0[1] == "none" })
    }
}
