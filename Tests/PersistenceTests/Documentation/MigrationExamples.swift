import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The examples of “Migration”")
struct MigrationExamples {
    final class CookPolicy: EntityMigrationPolicy {
        override func createDestinationInstances(
            forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
        ) throws {
            try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
            let cooks = manager.destinationInstances(
                forEntityMappingName: mapping.name, sourceInstances: [source])
            for case let cook as Cook in cooks where cook.name == nil { cook.name = "Anonymous" }
        }
    }

    private let cookbook: CookbookStore
    private let older: ManagedObjectModel
    private let newer: ManagedObjectModel
    private var path: String { cookbook.directory + "/Older.sqlite" }

    init() throws {
        cookbook = try CookbookStore()
        try cookbook.save("Soup", by: "Ada")
        older = try CookbookStore.model()
        var model = older
        let motto = AttributeDescription("motto", .string)
        for index in model.entities.indices where model.entities[index].name == "Cook" {
            model.entities[index].attributes.append(motto)
        }
        newer = model
        try cookbook.container.backUp(to: path)
    }

    private func mottos() throws -> [String?] {
        let container = try PersistentContainer(
            model: newer, classes: [], store: .sqlite(path: path))
        defer { try? container.close() }
        return try container.read { context in
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Cook"))
                .map { try $0.value(forKey: "motto") as? String }
        }
    }

    private func mapping() throws -> MappingModel {
        var mapping = try MappingModel.inferred(from: older, to: older)
        for index in mapping.entityMappings.indices
        where mapping.entityMappings[index].name == "CookToCook" {
            mapping.entityMappings[index].expressions["motto"] = try FetchExpression(
                mappingFormat: "uppercase($source.name)")
            mapping.entityMappings[index].entityMigrationPolicyClassName = "CookPolicy"
        }
        return mapping
    }

    @Test("Cleanup after a migration can be deferred")
    func deferring() async throws {
        try PersistentContainer(model: newer, classes: [], store: .sqlite(path: path)).close()
        let newer = older

        var store = StoreDescription.sqlite(path: path)
        store.sqlite.defersLightweightMigration = true
        let container = try PersistentContainer(model: newer, classes: [], store: store)
        while try container.coordinator.finishDeferredLightweightMigrationTask() {
            try await Task.sleep(for: .milliseconds(100))
        }

        try container.close()
        let columns = try RawDatabase(path).column("SELECT name FROM pragma_table_info('ZCOOK')")
        #expect(columns.contains("ZNAME") && !columns.contains("ZMOTTO"))
    }

    @Test("A store is migrated on opening")
    func opening() throws {
        #expect(throws: PersistenceError.self) {
            var store = StoreDescription.sqlite(path: path)
            store.keepsCopyBeforeMigration = true
            let container = try PersistentContainer(
                model: newer, classes: cookbookModelClasses, store: store)
            try container.close()
        }

        // The classes are those of the older version, which is an error.
        #expect(try mottos() == [nil])
    }

    @Test("A migration reports its progress")
    func inference() throws {
        var migration = StoreMigration(path: path, to: newer)
        migration.progress = { part in print("\(Int(part * 100)) %") }
        let isMigrated = try migration.run()

        #expect(isMigrated)
        #expect(try mottos() == [nil])
    }

    @Test("A mapping model sets values, and a policy does the rest")
    func mappedMigration() throws {
        var migration = StoreMigration(path: path, to: newer)
        migration.mapping = try mapping()
        migration.policies = ["CookPolicy": CookPolicy.self]

        #expect(try migration.run())

        #expect(try mottos() == ["ADA"])
    }

    @Test("A missing mapping model is an error")
    func missingMapping() throws {
        #expect(throws: MappingModelError.self) {
            var migration = StoreMigration(path: path, to: newer)
            migration.mapping = try MappingModel(contentsOf: "Cookbook 1-2.xcmappingmodel")
            try migration.run()
        }
    }

    @Test("A store is migrated progressively through several versions")
    func steps() throws {
        var mapping = try mapping()
        mapping.sourceVersion = "Cookbook"
        mapping.destinationVersion = "Cookbook 2"
        var newest = newer
        newest.entities.append(EntityDescription("Menu"))
        let versions = zip(["Cookbook", "Cookbook 2", "Cookbook 3"], [older, newer, newest])
            .map { ProgressiveMigration.Version(name: $0, model: $1) }

        var journey = ProgressiveMigration(
            path: path, versions: versions, destination: "Cookbook 3")
        journey.mappings = [mapping]
        journey.policies = ["CookPolicy": CookPolicy.self]
        journey.progress = { print("\($0.step) of \($0.stepCount): \($0.destination)") }
        let steps = try journey.run()

        #expect(steps.map(\.destination) == ["Cookbook 2", "Cookbook 3"])
    }

    @Test("A migration stage uses a mapping model")
    func mappedStage() throws {
        let mapping = try mapping()
        var store = StoreDescription.sqlite(path: path)

        store.migrationStages = [
            .mapped(mapping, from: older, to: newer, policies: ["CookPolicy": CookPolicy.self])
        ]

        try PersistentContainer(model: newer, classes: [], store: store).close()
        #expect(try mottos() == ["ADA"])
    }

    @Test("A store is migrated in stages on opening")
    func stages() throws {
        var newest = newer
        newest.entities.append(EntityDescription("Menu"))

        var store = StoreDescription.sqlite(path: path)
        store.migrationStages = [
            .custom(
                from: older, to: newer, label: "mottos",
                didMigrate: { container in
                    try container.write { context in
                        for cook in try context.fetch(
                            FetchRequest<ManagedObject>(entityName: "Cook"))
                        {
                            try cook.setValue("Eat well", forKey: "motto")
                        }
                        try context.save()
                    }
                }),
            .lightweight([newest], label: "menus"),
        ]
        let container = try PersistentContainer(model: newest, classes: [], store: store)

        try container.close()
        let lines = try dump(path)
        #expect(lines.contains { $0.contains(#""motto":"Eat well""#) })
    }
}
