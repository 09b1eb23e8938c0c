import Foundation
import ObjectModel
import PersistenceInspection
import Testing

@testable import Persistence

/// Core Data creates a store with a configuration's entities only, numbered from 1.
@Suite("Stores with the entities of a configuration only")
struct ConfiguredStoreTests {
    /// A store of the farm, without the entities before and among its own.
    private let farm: Farm
    private var otherPath: String { farm.directory.path + "/Other.sqlite" }

    init() throws { farm = try Farm() }

    private static var model: ManagedObjectModel {
        var model = Farm.model
        var aardvark = EntityDescription("Aardvark")
        aardvark.attributes = [Farm.optional("name", .string)]
        var horse = EntityDescription("Horse")
        horse.attributes = [Farm.optional("name", .string)]
        model.entities += [aardvark, horse]
        model.configurations = [
            ConfigurationDescription("Farm", entityNames: Farm.model.entities.map(\.name)),
            ConfigurationDescription("Zoo", entityNames: ["Aardvark", "Horse"]),
        ]
        return model
    }

    private func open(tracksHistory: Bool = false) throws -> PersistentContainer {
        var own = StoreDescription.sqlite(path: farm.path)
        own.configuration = "Farm"
        own.tracksHistory = tracksHistory
        var other = StoreDescription.sqlite(path: otherPath)
        other.configuration = "Zoo"
        other.tracksHistory = tracksHistory
        return try PersistentContainer(model: Self.model, stores: [own, other])
    }

    /// Replaces the model in the store by that of all configurations.
    private func keepWholeModel() throws {
        let database = try RawDatabase(farm.path)
        try database.run("DELETE FROM Z_MODELCACHE")
        try StoreModelCache.insert(Self.model, database.connection)
    }

    private func bookkeeping() throws -> [[String?]] {
        try RawDatabase(farm.path).rows(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY 1")
    }

    @Test("Records and relationships are read", arguments: [false, true])
    func reading(keepsWholeModel: Bool) throws {
        if keepsWholeModel { try keepWholeModel() }
        let container = try open()

        try container.read { (context) throws in
            #expect(try context.values("name", of: "Animal") == ["Wanda", "Tweety"])
            #expect(try context.values("wingspan", of: "Bird") == ["30"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
            #expect(try context.values("players", of: "Toy") == ["Tweety, Wanda"])
            #expect(try context.values("name", of: "Aardvark") == [])
            #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Horse")) == 0)
            var request = FetchRequest<ManagedObject>(entityName: "Keeper")
            request.predicate = try FetchPredicate(format: "ANY animals.name == 'Tweety'")
            #expect(try context.fetch(request).count == 1)
        }
        try container.close()
    }

    @Test("Records are written with the store’s entity numbers", arguments: [false, true])
    func writing(keepsWholeModel: Bool) throws {
        if keepsWholeModel { try keepWholeModel() }
        let before = try bookkeeping()
        let container = try open(tracksHistory: true)

        try container.write { context in
            let keeper = try ManagedObject(entityName: "Keeper", context: context)
            try keeper.setValue("Cid", forKey: "name")
            let bird = try ManagedObject(entityName: "Bird", context: context)
            try bird.setValue("Woodstock", forKey: "name")
            try bird.setValue(keeper, forKey: "keeper")
            try keeper.setValue(bird, forKey: "favourite")
            let toy = try ManagedObject(entityName: "Toy", context: context)
            try toy.setValue("Kennel", forKey: "label")
            try toy.setValue([bird], forKey: "players")
            try ManagedObject(entityName: "Horse", context: context).setValue("H", forKey: "name")
            try context.save()
            let request = PersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
            let changes = try context.fetchHistory(request).flatMap(\.changes)
            let names = Set(changes.map(\.changedObjectID.entityName))
            #expect(names == ["Bird", "Horse", "Keeper", "Toy"])
        }
        try container.close()

        #expect(try bookkeeping() == before)
        #expect(try StoreCheck.faults(path: farm.path) == [])
        let database = try RawDatabase(otherPath)
        #expect(try database.column("SELECT ZNAME FROM ZHORSE") == ["H"])
        var store = StoreDescription.sqlite(path: farm.path)
        store.configuration = "Farm"
        store.isReadOnly = true
        // The configuration's model equals the model of a store with all of its entities.
        let own = try PersistentContainer(
            model: keepsWholeModel ? Self.model : Farm.model,
            store: keepsWholeModel ? store : .sqlite(path: farm.path))
        try own.read { (context) throws in
            #expect(try context.values("name", of: "Bird") == ["Tweety", "Woodstock"])
            #expect(try context.values("favourite", of: "Keeper").last == "Woodstock")
            #expect(try context.values("toys", of: "Bird") == ["Ball", "Kennel"])
        }
        try own.close()
    }

    @Test("Batch requests use the store’s entity numbers")
    func batches() throws {
        let container = try open()
        try container.write { context in
            try context.execute(
                BatchInsertRequest(entityName: "Fish", objects: [["name": "Nemo"]]))
            var update = BatchUpdateRequest(entityName: "Bird")
            update.propertiesToUpdate = ["wingspan": .constant(.integer(5))]
            update.resultType = .objectIDs
            let updated = try context.execute(update).objectIDs
            #expect(updated.map(\.entityName) == ["Bird"])
            var deletion = BatchDeleteRequest(entityName: "Fish")
            deletion.resultType = .objectIDs
            let deleted = try context.execute(deletion).objectIDs
            #expect(deleted.map(\.entityName) == ["Fish", "Fish"])
        }
        try container.read { (context) throws in
            #expect(try context.values("wingspan", of: "Animal") == ["5"])
            #expect(try context.values("animals", of: "Keeper") == ["Tweety", ""])
        }
        try container.close()
    }

    @Test("An R-tree of an absent entity is not created in the store")
    func absentPlaces() throws {
        var model = Self.model
        try model.change("Horse") { horse in
            horse.attributes.append(Farm.optional("x", .double))
            var element = FetchIndexElementDescription(propertyName: "x")
            element.collationType = .rTree
            horse.indexes = [FetchIndexDescription("byPlace", elements: [element])]
        }
        var own = StoreDescription.sqlite(path: farm.path)
        own.configuration = "Farm"

        let container = try PersistentContainer(model: model, stores: [own])
        try container.read { (context) throws in
            #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Horse")) == 0)
        }
        try container.close()

        let names = try RawDatabase(farm.path).column("SELECT name FROM sqlite_master")
        #expect(names.filter { $0.contains("HORSE") || $0.contains("Horse") } == [])
    }

    @Test("An object of an absent entity cannot be saved")
    func stranger() throws {
        try keepWholeModel()
        let container = try PersistentContainer(
            model: Self.model, store: .sqlite(path: farm.path))

        try container.write { context in
            try ManagedObject(entityName: "Horse", context: context).setValue("H", forKey: "name")
            #expect(throws: PersistenceError.self) { try context.save() }
        }

        try container.close()
    }

    @Test("The store can be dumped, summarized and checked")
    func inspection() throws {
        try keepWholeModel()

        let summary = try StoreSummary(path: farm.path)
        #expect(summary.lines.contains("  Keeper: 2") && summary.lines.contains("  Horse: 0"))
        #expect(try StoreCheck.faults(path: farm.path) == [])
        let dump = try StoreDump(path: farm.path)
        var lines: [String] = []
        try dump.forEachLine { lines.append($0) }
        try dump.close()
        #expect(lines.count == 5)
        #expect(lines.contains { $0.contains(#""favourite":{"entity":"Bird","id":2}"#) })
    }

    @Test("The store is migrated with a mapping model, and refuses inferred migration")
    func newerVersion() throws {
        try keepWholeModel()
        var newer = Self.model
        try newer.change("Keeper") { $0.attributes.append(Farm.optional("town", .string)) }
        var migration = StoreMigration(path: farm.path, to: newer)
        let error = #expect(throws: MigrationError.self) { try migration.run() }
        #expect("\(try #require(error))".contains("configuration"))
        var mapping = try MappingModel.inferred(from: Self.model, to: newer)
        for index in mapping.entityMappings.indices
        where mapping.entityMappings[index].name == "KeeperToKeeper" {
            mapping.entityMappings[index].expressions["town"] = try FetchExpression(
                mappingFormat: "uppercase($source.name)")
        }
        migration.mapping = mapping

        #expect(try migration.run())

        try expectStore(at: farm.path, of: newer)
        let container = try PersistentContainer(model: newer, store: .sqlite(path: farm.path))
        try container.read { (context) throws in
            #expect(try context.values("town", of: "Keeper") == ["ANN", "BEN"])
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
        }
        try container.close()
    }

    @Test("Without a configuration, the store is migrated as an older version and gets all tables")
    func migration() throws {
        let container = try PersistentContainer(
            model: Self.model, store: .sqlite(path: farm.path))
        try container.close()

        try expectStore(at: farm.path, of: Self.model)
    }
}
