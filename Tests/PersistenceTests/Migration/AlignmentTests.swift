import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Indexes, constraints and derivations of a newer model")
struct AlignmentTests {
    private let farm: Farm

    init() throws { farm = try Farm() }

    @Test("A new constraint is enforced from the next opening on")
    func constraint() throws {
        try farm.migrate { model in
            try model.change("Keeper") { $0.uniquenessConstraints = [["name"]] }
        } read: { context in
            let names = try context.values("name", of: "Keeper")
            #expect(names == ["Ann", "Ben"])
        }
        var model = Farm.model
        try model.change("Keeper") { $0.uniquenessConstraints = [["name"]] }
        let container = try PersistentContainer(model: model, store: .sqlite(path: farm.path))

        try container.write { context in
            let twin = try ManagedObject(entityName: "Keeper", context: context)
            try twin.setValue("Ann", forKey: "name")
            #expect {
                try context.save()
            } throws: { error in
                guard case PersistenceError.constraintConflict("Keeper", ["name"]) = error else {
                    return false
                }
                return true
            }
        }

        try container.close()
    }

    @Test("Duplicates of a unique value are reported, and the store is unchanged")
    func sharedValue() throws {
        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZNAME = 'Ann', ZAGE = 41")

        let reason = try farm.refusal { model in
            try model.change("Keeper") { $0.uniquenessConstraints = [["name", "age"]] }
        }

        #expect(
            reason
                == "Keeper.name, age: it must be unique now, and several records share "
                + "“Ann”, “41”")
    }

    private func constrain(_ model: inout ManagedObjectModel) throws {
        try model.change("Keeper") { keeper in
            keeper.uniquenessConstraints = [["name"]]
            keeper.indexes = [
                FetchIndexDescription("byAge", elements: [.init(propertyName: "age")])
            ]
        }
    }

    @Test("Removed constraints and indexes are dropped for another version")
    func removal() throws {
        try farm.migrate(constrain) { _ in }
        var model = Farm.model
        try model.change("Keeper") { $0.versionHashModifier = "without constraints" }

        try PersistentContainer(model: model, store: .sqlite(path: farm.path)).close()

        try expectStore(at: farm.path, of: model)
    }

    @Test("An older program does not drop constraints of a newer model", arguments: [true, false])
    func olderProgram(isMadeByOlder: Bool) throws {
        var newer = Farm.model
        try constrain(&newer)
        let path = isMadeByOlder ? farm.path : farm.directory.path + "/Newer.sqlite"
        try PersistentContainer(model: newer, store: .sqlite(path: path)).close()

        let older = try PersistentContainer(model: Farm.model, store: .sqlite(path: path))

        try older.write { context in
            for _ in 0..<2 { _ = try context.make("Keeper", "Cid") }
            #expect {
                try context.save()
            } throws: { error in
                guard case PersistenceError.constraintConflict("Keeper", ["name"]) = error else {
                    return false
                }
                return true
            }
        }
        try older.close()
        let indexes = try RawDatabase(path).column(
            "SELECT name FROM sqlite_master WHERE tbl_name = 'ZKEEPER' AND type = 'index'")
        #expect(indexes.contains("Z_Keeper_UNIQUE_name") && !indexes.contains("Z_Keeper_byAge"))
        try PersistentContainer(model: newer, store: .sqlite(path: path)).close()
        try expectStore(at: path, of: newer)
    }

    /// An addition of a newer model besides a constraint, so that a program with the older model
    /// migrates the store back.
    enum Addition: CaseIterable {
        /// The first entity shifts the numbers of others, so that their tables are rebuilt; the
        /// last one does not.
        case firstEntity, lastEntity
        case attribute, name

        func add(to model: inout ManagedObjectModel) throws {
            switch self {
            case .firstEntity: model.entities.append(EntityDescription("Aardvark"))
            case .lastEntity: model.entities.append(EntityDescription("Zebra"))
            case .attribute:
                try model.change("Keeper") {
                    $0.attributes.append(Farm.optional("town", .string))
                    $0.uniquenessConstraints.append(["town"])
                }
            case .name:
                try model.change("Keeper") { keeper in
                    keeper.attributes[0].name = "title"
                    keeper.attributes[0].renamingIdentifier = "name"
                    keeper.uniquenessConstraints = [["title"]]
                }
            }
        }
    }

    @Test(
        "An older program that migrates a store back does not drop constraints",
        arguments: Addition.allCases, [true, false])
    func migrationBack(addition: Addition, defersCleanup: Bool) throws {
        var newer = Farm.model
        try constrain(&newer)
        try addition.add(to: &newer)
        try PersistentContainer(model: newer, store: .sqlite(path: farm.path)).close()
        var other = Farm.model
        try other.change("Toy") { $0.attributes.append(Farm.optional("colour", .string)) }
        var store = StoreDescription.sqlite(path: farm.path)
        store.sqlite.defersLightweightMigration = defersCleanup

        // The second program finds a constraint that is not in the store's own model.
        for older in [Farm.model, other] {
            let container = try PersistentContainer(model: older, store: store)
            try container.write { context in
                _ = try context.make("Keeper", "Ann")
                #expect {
                    try context.save()
                } throws: { error in
                    guard case PersistenceError.constraintConflict("Keeper", ["name"]) = error
                    else { return false }
                    return true
                }
            }
            try container.close()
            let constraints = try RawDatabase(farm.path).column(
                "SELECT name FROM sqlite_master WHERE tbl_name = 'ZKEEPER' "
                    + "AND sql LIKE 'CREATE UNIQUE INDEX %'")
            #expect(constraints == ["Z_Keeper_UNIQUE_name"])
        }

        try PersistentContainer(model: newer, store: .sqlite(path: farm.path)).close()
        try expectStore(at: farm.path, of: newer)
    }

    @Test(
        "A constraint that the records would violate does not block an older program",
        arguments: ["Aardvark", "Zebra"])
    func migrationBackWithDefaults(entity: String) throws {
        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZAGE = NULL")
        var newer = Farm.model
        try newer.change("Keeper") { $0.uniquenessConstraints = [["age"]] }
        newer.entities.append(EntityDescription(entity))
        try PersistentContainer(model: newer, store: .sqlite(path: farm.path)).close()
        var older = Farm.model
        try older.change("Keeper") { keeper in
            keeper.attributes[1].isOptional = false
            keeper.attributes[1].defaultValueString = "18"
        }

        let container = try PersistentContainer(model: older, store: .sqlite(path: farm.path))

        let ages = try container.read { try $0.values("age", of: "Keeper") }
        #expect(ages == ["18", "18"])
        try container.close()
        try expectStore(at: farm.path, of: older)
    }

    @Test("A constraint within a table of an older store is dropped for another version")
    func constraintOfTable() throws {
        var older = Farm.model
        try older.change("Keeper") { $0.uniquenessConstraints = [["name"], ["age"]] }
        try PersistentContainer(model: older, store: .sqlite(path: farm.path)).close()
        let database = try RawDatabase(farm.path)
        let sql = try #require(
            try database.column("SELECT sql FROM sqlite_master WHERE name = 'ZKEEPER'").first)
        let indexes = try database.column(
            "SELECT sql FROM sqlite_master WHERE tbl_name = 'ZKEEPER' AND type = 'index'")
        let constrained = sql.dropLast().trimmingCharacters(in: .whitespaces)
            .replacing("CREATE TABLE ZKEEPER", with: "CREATE TABLE ZNEW")
        try database.run(
            constrained + ", CONSTRAINT ZNAME UNIQUE (ZNAME), CONSTRAINT ZAGE UNIQUE (ZAGE))")
        try database.run("INSERT INTO ZNEW SELECT * FROM ZKEEPER")
        try database.run("DROP TABLE ZKEEPER")
        try database.run("ALTER TABLE ZNEW RENAME TO ZKEEPER")
        for index in indexes where !index.contains("UNIQUE") { try database.run(index) }
        var newer = Farm.model
        try newer.change("Keeper") { keeper in
            keeper.uniquenessConstraints = [["age"]]
            keeper.versionHashModifier = "fewer constraints"
        }

        let container = try PersistentContainer(model: newer, store: .sqlite(path: farm.path))

        try container.write { context in
            let twin = try ManagedObject(entityName: "Keeper", context: context)
            try twin.setValue("Ann", forKey: "name")
            try context.save()
            try twin.setValue(Int64(41), forKey: "age")
            #expect(throws: PersistenceError.self) { try context.save() }
            let favourites = try context.values("favourite", of: "Keeper")
            #expect(favourites == ["Tweety", "none", "none"])
        }
        try container.close()
        try expectStore(at: farm.path, of: newer)
    }

    @Test("A changed derivation recomputes the values of all records and keeps them up to date")
    func derivation() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Shop.sqlite"
        let old = try PersistentContainer(model: Shop.model, store: .sqlite(path: path))
        try old.write { context in
            let order = try ManagedObject(entityName: "Order", context: context)
            try order.setValue("Äpfel", forKey: "title")
            let line = try ManagedObject(entityName: "Line", context: context)
            try line.setValue(Decimal(5), forKey: "amount")
            try line.setValue(order, forKey: "order")
            try context.save()
        }
        try old.close()
        var model = Shop.model
        try model.change("Order") { order in
            for index in order.attributes.indices {
                switch order.attributes[index].name {
                case "loudTitle": order.attributes[index].derivationExpression = "lowercase:(title)"
                case "total": order.attributes[index].derivationExpression = "lines.amount.@max"
                default: continue
                }
            }
        }

        let new = try PersistentContainer(model: model, store: .sqlite(path: path))

        try new.write { context in
            let order = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Order")).first)
            #expect(try order.text("loudTitle") == "äpfel")
            let line = try ManagedObject(entityName: "Line", context: context)
            try line.setValue(Decimal(7), forKey: "amount")
            try line.setValue(order, forKey: "order")
            try order.setValue("BIRNEN", forKey: "title")
            try context.save()
            #expect(try order.attributeValue(forKey: "total") == .decimal(7))
            #expect(try order.text("loudTitle") == "birnen")
        }
        try new.close()
        #expect(
            try StoreMetadata(reading: RawDatabase(path).connection).hashes
                == model.entityVersionHashesByName)
    }

    @Test("A migration replaces the triggers of changed derivations")
    func migratedDerivation() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Shop.sqlite"
        let old = try PersistentContainer(model: Shop.model, store: .sqlite(path: path))
        try old.write { context in
            let order = try ManagedObject(entityName: "Order", context: context)
            try order.setValue("Äpfel", forKey: "title")
            try context.save()
        }
        try old.close()
        var model = Shop.model
        try model.change("Order") { order in
            order.attributes.append(Farm.optional("note", .string))
            for index in order.attributes.indices where order.attributes[index].name == "loudTitle"
            {
                order.attributes[index].derivationExpression = "lowercase:(title)"
            }
        }

        let new = try PersistentContainer(model: model, store: .sqlite(path: path))

        try new.write { context in
            let order = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Order")).first)
            #expect(try order.text("loudTitle") == "äpfel")
            try order.setValue("BIRNEN", forKey: "title")
            try context.save()
            #expect(try order.text("loudTitle") == "birnen")
        }
        try new.close()
    }

    @Test("A read-only store is not changed")
    func readOnly() throws {
        var model = Farm.model
        try model.change("Keeper") { $0.uniquenessConstraints = [["name"]] }
        let before = try RawDatabase(farm.path).contents()
        var store = StoreDescription.sqlite(path: farm.path)
        store.isReadOnly = true

        let container = try PersistentContainer(model: model, store: store)

        try container.read { context in
            let names = try context.values("name", of: "Keeper")
            #expect(names == ["Ann", "Ben"])
        }
        try container.close()
        #expect(try RawDatabase(farm.path).contents() == before)
    }
}
