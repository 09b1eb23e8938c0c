import Foundation
import ObjectModel
import PersistenceInspection
import Testing

@testable import Persistence

@Suite("Deferred migrations")
struct DeferredMigrationTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    /// Keepers lose their age and may have a town; animals have no toys; the toys are removed; an
    /// entity is added.
    private static var newer: ManagedObjectModel {
        get throws {
            var model = Farm.model
            model.entities.append(EntityDescription("Zebra"))
            model.entities.removeAll { $0.name == "Toy" }
            try model.change("Keeper") { keeper in
                keeper.attributes.removeAll { $0.name == "age" }
                keeper.attributes.append(Farm.optional("town", .string))
            }
            try model.change("Animal") { animal in
                animal.relationships.removeAll { $0.name == "toys" }
            }
            return model
        }
    }

    private func open(
        _ model: ManagedObjectModel, defers: Bool = true
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: farm.path)
        store.sqlite.defersLightweightMigration = defers
        return try PersistentContainer(model: model, store: store)
    }

    private var hasMore: Bool {
        get throws {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: farm.path)
                .hasDeferredLightweightMigration
        }
    }

    private func columns(_ table: String) throws -> Set<String> {
        try StoreCatalog(RawDatabase(farm.path).connection).columns[table] ?? []
    }

    private var pictures: [String] {
        let folder = farm.directory.path + "/.Farm_SUPPORT/_EXTERNAL_DATA"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    @Test("Obsolete columns and tables remain without effect, and are dropped one table at a time")
    func tasks() throws {
        let container = try open(Self.newer)

        try container.write { context in
            #expect(try context.values("name", of: "Keeper") == ["Ann", "Ben"])
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
            let keeper = try ManagedObject(entityName: "Keeper", context: context)
            try keeper.setValue("Cid", forKey: "name")
            try keeper.setValue("York", forKey: "town")
            try context.save()
        }
        #expect(try hasMore)
        #expect(try columns("ZKEEPER").contains("ZAGE"))
        #expect(try columns("Z_MIGRATION_ZTOY").contains("ZPICTURE"))
        #expect(pictures.count == 1)
        #expect(try StoreCheck.faults(path: farm.path).isEmpty)
        #expect(
            try StoreSummary(path: farm.path).lines.contains { $0.hasPrefix("Migration: ") })

        var count = 0
        while try container.coordinator.finishDeferredLightweightMigrationTask() {
            count += 1
            try container.read { context in
                let towns = try context.values("town", of: "Keeper")
                #expect(towns == ["none", "none", "York"])
            }
        }

        #expect(count == 3)
        #expect(try !hasMore)
        #expect(pictures.isEmpty)
        try container.close()
        try expectStore(at: farm.path, of: Self.newer)
        #expect(
            try !StoreSummary(path: farm.path).lines.contains { $0.hasPrefix("Migration: ") })
    }

    @Test("Nothing is copied if only columns and tables are dropped")
    func inPlace() throws {
        let page = { (table: String) in
            try RawDatabase(farm.path).column(
                "SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")
        }
        let before = try (page("ZKEEPER"), page("ZANIMAL"), page("ZTOY"))
        var newer = Farm.model
        newer.entities.removeAll { $0.name == "Toy" }
        try newer.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }
        try newer.change("Animal") { $0.relationships.removeAll { $0.name == "toys" } }

        try open(newer).close()

        let after = try (page("ZKEEPER"), page("ZANIMAL"), page("Z_MIGRATION_ZTOY"))
        #expect(before == after)
    }

    @Test("Deferred cleanup is done when the store is opened without deferring")
    func later() throws {
        try open(Self.newer).close()
        #expect(try hasMore)

        try open(Self.newer).close()
        #expect(try hasMore)
        try open(Self.newer, defers: false).close()

        #expect(try !hasMore)
        try expectStore(at: farm.path, of: Self.newer)
    }

    @Test("The next version may add an attribute again that the previous one removed")
    func again() throws {
        try open(Self.newer).close()
        var newest = try Self.newer
        try newest.change("Keeper") { keeper in
            keeper.attributes.append(Farm.optional("age", .string))
        }

        let container = try open(newest)

        try container.read { context in
            let ages = try context.values("age", of: "Keeper")
            #expect(ages == ["none", "none"])
        }
        try container.coordinator.finishDeferredLightweightMigration()
        try container.close()
        try expectStore(at: farm.path, of: newest)
    }

    @Test("Tables rebuilt with another number leave the old ones for deferred cleanup")
    func rebuilt() throws {
        var newer = try Self.newer
        newer.entities.append(EntityDescription("Aardvark"))

        let container = try open(newer)

        #expect(try columns("Z_MIGRATION_ZKEEPER").contains("ZAGE"))
        try container.coordinator.finishDeferredLightweightMigration()
        try container.read { context in
            let favourites = try context.values("favourite", of: "Keeper")
            #expect(favourites == ["Tweety", "none"])
        }
        try container.close()
        try expectStore(at: farm.path, of: newer)
    }

    @Test("A migration without a container defers too, and finishes earlier cleanup")
    func withoutContainer() throws {
        var migration = StoreMigration(path: farm.path, to: try Self.newer)
        migration.defersCleanup = true
        #expect(try migration.run())
        #expect(try hasMore)

        migration.defersCleanup = false
        #expect(try migration.run() == false)

        #expect(try !hasMore)
        try expectStore(at: farm.path, of: Self.newer)
    }

    @Test("A read-only store keeps its deferred cleanup")
    func readOnly() throws {
        try open(Self.newer).close()
        var store = StoreDescription.sqlite(path: farm.path)
        store.isReadOnly = true

        let container = try PersistentContainer(model: Self.newer, store: store)
        #expect(try container.coordinator.finishDeferredLightweightMigrationTask() == false)
        try container.close()

        #expect(try hasMore)
    }

    @Test("Metadata naming parts that the model needs does not drop any of them")
    func hostileTasks() throws {
        let database = try RawDatabase(farm.path)
        var metadata = try StoreMetadata(reading: database.connection)
        metadata.deferredTasks.columns = [
            "ZKEEPER": ["ZNAME", "Z_PK", "ZX\"; DROP TABLE ZTOY; --"], "ZTOY": [],
            "Z_METADATA": [], "Z_MIGRATION_NONE": [], "sqlite_master": ["name"],
        ]
        try metadata.update(database.connection)

        try open(Farm.model, defers: false).close()

        try expectStore(at: farm.path, of: Farm.model)
        #expect(try StoreCheck.faults(path: farm.path).isEmpty)
    }

    @Test("External files of obsolete columns are deleted with their records")
    func filesOfLeftoverColumns() throws {
        var newer = Farm.model
        try newer.change("Toy") { $0.attributes.removeAll { $0.name == "picture" } }
        let container = try open(newer)
        #expect(try hasMore)
        #expect(try columns("ZTOY").contains("ZPICTURE"))

        try container.write { context in
            for toy in try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy")) {
                context.delete(toy)
            }
            try context.save()
        }
        try container.coordinator.finishDeferredLightweightMigration()

        #expect(pictures.isEmpty)
        try container.close()
        #expect(try StoreCheck.warnings(path: farm.path) == [])
    }

    @Test("External files of removed values are deleted by the migration")
    func files() throws {
        #expect(pictures.count == 1)

        try open(Self.newer, defers: false).close()

        #expect(pictures.isEmpty)
        #expect(FileManager.default.fileExists(atPath: farm.copyPath))
    }
}
