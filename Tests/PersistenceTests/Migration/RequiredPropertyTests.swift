import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Properties required by the newer version")
struct RequiredPropertyTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    private static func requireFavourite(_ model: inout ManagedObjectModel) throws {
        try model.change("Keeper") { $0.relationships[1].isOptional = false }
    }

    private static func addStall(_ model: inout ManagedObjectModel) throws {
        model.entities.append(EntityDescription("Stall"))
        try model.change("Animal") {
            $0.relationships.append(
                RelationshipDescription(toOne: "stall", "Stall", isOptional: false))
        }
    }

    @Test("A missing relationship is refused with entity, relationship and number of records")
    func relationships() throws {
        let required = try farm.refusal(Self.requireFavourite)
        let added = try farm.refusal(Self.addStall)
        let lost = try farm.refusal { model in
            try model.change("Keeper") { $0.relationships[1].isOptional = false }
            model.entities.removeAll { $0.name == "Bird" }
        }

        #expect(required == "Keeper.favourite: it must lead to a record now, and 1 record has none")
        #expect(added == "Bird.stall: it must lead to a record now, and 1 record has none")
        #expect(lost == "Keeper.favourite: it must lead to a record now, and 2 records have none")
    }

    @Test("A missing attribute is refused with the number of records, before anything is copied")
    func attributes() throws {
        let required = try farm.refusal { model in
            try model.change("Keeper") { $0.attributes[1].isOptional = false }
        }
        let added = try farm.refusal { model in
            try model.change("Keeper") { $0.attributes.append(Farm.required("badge", .string)) }
        }

        let reason = "it must have a value now, there is no default, and"
        #expect(required == "Keeper.age: \(reason) 1 record has none")
        #expect(added == "Keeper.badge: \(reason) 2 records have none")
        #expect(!FileManager.default.fileExists(atPath: farm.copyPath))
    }

    @Test("A required property is accepted if all records have a value or there are no records")
    func present() throws {
        try RawDatabase(farm.path).run(
            "UPDATE ZKEEPER SET ZAGE = 30, ZFAVOURITE = 1, Z1_FAVOURITE = 3")
        let column = try RawDatabase(farm.path).column(
            "SELECT Z_ENT FROM ZANIMAL WHERE Z_PK = 1")
        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET Z1_FAVOURITE = \(column[0])")
        try RawDatabase(farm.path).run("DELETE FROM ZTOY")
        try RawDatabase(farm.path).run("DELETE FROM Z_1TOYS")

        try farm.migrate { model in
            try Self.requireFavourite(&model)
            try model.change("Keeper") { $0.attributes[1].isOptional = false }
            model.entities.append(EntityDescription("Box"))
            try model.change("Toy") {
                $0.attributes.append(Farm.required("size", .integer16))
                $0.relationships.append(
                    RelationshipDescription(toOne: "box", "Box", isOptional: false))
            }
        } read: { (context) throws in
            #expect(try context.values("age", of: "Keeper") == ["30", "30"])
            #expect(try context.values("size", of: "Toy") == [])
            #expect(try context.values("favourite", of: "Keeper").contains("none") == false)
        }
    }

    @Test(
        "A required relationship can be filled through its inverse",
        arguments: AtomicStoreTests.types)
    func filled(type: StoreType) throws {
        let path = farm.directory.path + "/Barn.\(type.rawValue)"
        try PersistentStoreCoordinator.migratePersistentStore(at: farm.path, to: path, type: type)
        var model = Farm.model
        try model.change("Animal") {
            $0.relationships[0].name = "owner"
            $0.relationships[0].isOptional = false
        }
        try model.change("Keeper") { $0.relationships[0].inverseName = "owner" }

        for path in [farm.path, path] { #expect(try StoreMigration(path: path, to: model).run()) }

        #expect(try StoreCheck.faults(path: path) == [])
        #expect(try StoreCheck.faults(path: farm.path) == [])
    }

    @Test("A refused XML or binary store is unchanged", arguments: AtomicStoreTests.types)
    func atomic(type: StoreType) throws {
        let path = farm.directory.path + "/Barn.\(type.rawValue)"
        try PersistentStoreCoordinator.migratePersistentStore(at: farm.path, to: path, type: type)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        var model = Farm.model
        try Self.requireFavourite(&model)

        let error = #expect(throws: MigrationError.self) {
            try StoreMigration(path: path, to: model).run()
        }

        #expect(error?.property == "favourite" && error?.reason.contains("1 record") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A version with a default is not skipped if records would lack a value")
    func chain() throws {
        var (second, third) = (Farm.model, Farm.model)
        var rank = Farm.required("rank", .integer32)
        try third.change("Keeper") { $0.attributes.append(rank) }
        rank.defaultValueString = "7"
        try second.change("Keeper") { $0.attributes.append(rank) }
        // A default alone does not change the version hash.
        try second.change("Toy") { $0.attributes.append(Farm.optional("size", .integer16)) }

        let steps = try ProgressiveMigration(
            path: farm.path,
            versions: [
                .init(name: "1", model: Farm.model), .init(name: "2", model: second),
                .init(name: "3", model: third),
            ], destination: "3"
        ).run()

        #expect(steps.map(\.destination) == ["2", "3"])
        #expect(try RawDatabase(farm.path).column("SELECT ZRANK FROM ZKEEPER") == ["7", "7"])
    }
}
