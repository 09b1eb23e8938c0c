import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// The state after Core Data migrated a store in place: `Z_PRIMARYKEY` keeps the old names of
/// renamed entities.
@Suite("Stores with old entity names")
struct RenamedEntityTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/Cars.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private static func entity(
        _ name: String, _ parent: String? = nil, was older: String? = nil
    ) -> EntityDescription {
        var entity = EntityDescription(name, superentityName: parent)
        if parent == nil { entity.attributes = [Farm.optional("name", .string)] }
        entity.renamingIdentifier = older
        return entity
    }

    private static var model: ManagedObjectModel {
        ManagedObjectModel(entities: [
            entity("Car"), entity("SportCar", "Car"),
            entity("LuxuryCar", "SportCar", was: "ExpensiveSportCar"), entity("Person"),
        ])
    }

    /// Makes a store with a record of each entity, named after it, and changes entity names in
    /// `Z_PRIMARYKEY`.
    private func make(_ model: ManagedObjectModel, _ names: [String: String]) throws {
        let container = try PersistentContainer(model: model, store: .sqlite(path: path))
        try container.write { context in
            for entity in model.entities { _ = try context.make(entity.name, entity.name) }
            try context.save()
        }
        try container.close()
        let database = try RawDatabase(path)
        let numbers = Dictionary(
            uniqueKeysWithValues: try database.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY").map {
                ($0[0] ?? "", $0[1] ?? "")
            })
        for (name, older) in names {
            try database.run(
                "UPDATE Z_PRIMARYKEY SET Z_NAME = '\(older)' WHERE Z_ENT = \(numbers[name] ?? "")")
        }
    }

    private func expectRecords(_ model: ManagedObjectModel, of names: [String]) throws {
        let container = try PersistentContainer(model: model, store: .sqlite(path: path))
        let context = ManagedObjectContext(container)
        for name in names {
            var request = FetchRequest<ManagedObject>(entityName: name)
            request.includesSubentities = false
            let found = try context.fetch(request).map { try $0.text("name") }
            #expect(found == [name], "\(name)")
        }
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("A store with old entity names is opened, dumped, checked and written")
    func opening() throws {
        try make(Self.model, ["LuxuryCar": "ExpensiveSportCar"])

        #expect(try dump(path).joined().contains("LuxuryCar"))
        try expectRecords(Self.model, of: ["Car", "SportCar", "LuxuryCar", "Person"])
        let container = try PersistentContainer(model: Self.model, store: .sqlite(path: path))
        try container.write { context in
            _ = try context.make("LuxuryCar", "Another")
            try context.save()
        }
        #expect(try ManagedObjectContext(container).named("LuxuryCar").count == 2)
        try container.close()
    }

    @Test(
        "A store with old entity names is migrated, in place and with a mapping",
        arguments: [false, true])
    func migration(byObjects: Bool) throws {
        try make(Self.model, ["LuxuryCar": "ExpensiveSportCar"])
        var newer = Self.model
        newer.entities.append(EntityDescription("Aardvark"))
        try newer.change("Person") { $0.attributes.append(Farm.optional("town", .string)) }
        var migration = StoreMigration(path: path, to: newer)
        if byObjects {
            var mapping = try MappingModel.inferred(from: Self.model, to: newer)
            let index = try #require(
                mapping.entityMappings.firstIndex { $0.destinationEntityName == "Person" })
            mapping.entityMappings[index].expressions["town"] = try FetchExpression(
                mappingFormat: "uppercase($source.name)")
            migration.mapping = mapping
        }

        #expect(try migration.run())

        try expectRecords(newer, of: ["Car", "SportCar", "LuxuryCar", "Person"])
        let names = try RawDatabase(path).column("SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT")
        #expect(names == ["Aardvark", "Car", "SportCar", "LuxuryCar", "Person"])
    }

    @Test("A store with old entity names is copied to another type, with its last primary keys")
    func transfer() throws {
        let model = ManagedObjectModel(entities: [Self.entity("Auto", was: "Car")])
        try make(model, ["Auto": "Car"])
        let container = try PersistentContainer(model: model, store: .sqlite(path: path))
        try container.write { context in
            context.delete(try context.named("Auto")[0])
            try context.save()
        }
        let coordinator = container.coordinator
        try coordinator.migratePersistentStore(
            coordinator.stores[0], to: .binary(path: directory.path + "/Cars.binary"))
        try container.write { context in
            let car = try context.make("Auto", "Next")
            try context.save()
            #expect(car.objectID.recordNumber == 2)
        }
        try container.close()
    }

    @Test("An old name that another entity has now is not confused with it")
    func takenName() throws {
        let model = ManagedObjectModel(entities: [
            Self.entity("Auto", was: "Car"), Self.entity("Car"), Self.entity("Person"),
        ])
        try make(model, ["Auto": "Car"])
        #expect(
            try RawDatabase(path).column("SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT")
                == ["Car", "Car", "Person"])
        try expectRecords(model, of: ["Auto", "Car", "Person"])
    }

    @Test("Names that two entities swapped are matched by entity number")
    func exchangedNames() throws {
        let model = ManagedObjectModel(entities: [
            Self.entity("Auto", was: "Car"), Self.entity("Car", was: "Auto"),
        ])
        try make(model, ["Auto": "Car", "Car": "Auto"])
        try expectRecords(model, of: ["Auto", "Car"])
    }

    @Test("Without a model in the store, renaming identifiers of the given model are used")
    func withoutModel() throws {
        try make(Self.model, ["LuxuryCar": "ExpensiveSportCar"])
        try RawDatabase(path).run("DELETE FROM Z_MODELCACHE")
        let container = try PersistentContainer(model: Self.model, store: .sqlite(path: path))
        #expect(try ManagedObjectContext(container).named("LuxuryCar").count == 1)
        try container.close()
    }

    @Test("A store with other entity numbers is refused")
    func otherNumbers() throws {
        try make(Self.model, ["SportCar": "LuxuryCar", "LuxuryCar": "SportCar"])
        #expect(throws: PersistenceError.self) {
            try PersistentContainer(model: Self.model, store: .sqlite(path: path))
        }
    }
}
