import CSQLite
import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Reads, and writes by other programs, in a store with sort keys.
@Suite("Sort keys of SQLite stores")
struct StoredSortKeyTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/Catalogue.sqlite" }

    /// SQLite chooses one of two equal indexes.
    private static let index = "Z_Product_byName"

    init() throws { directory = try TemporaryDirectory() }

    private func open(
        _ model: ManagedObjectModel = Catalogue.model,
        _ change: (inout StoreDescription) -> Void = { _ in }
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: path)
        change(&store)
        return try PersistentContainer(model: model, store: store)
    }

    private func add(_ names: [String], to container: PersistentContainer) throws {
        try container.write { context in
            for name in names { try context.add("Product", ["name": name]) }
            try context.save()
        }
    }

    private func names(in container: PersistentContainer) throws -> [String] {
        try container.read { context in
            var request = FetchRequest<ManagedObject>(entityName: "Product")
            request.sortDescriptors = [Catalogue.order("name")]
            return try context.fetch(request).map { try $0.value(forKey: "name") as? String ?? "" }
        }
    }

    private func noted() throws -> [[String?]] {
        try RawDatabase(path).rows("SELECT ZCUT, ZTABLE, Z_PK FROM SORTKEY_NOTED ORDER BY 1, 2, 3")
    }

    /// The names, sorted by the keys in the file.
    private func keyedNames() throws -> [String] {
        try RawDatabase(path).column(
            "SELECT ZNAME FROM ZPRODUCT WHERE ZNAMESORTKEY IS NOT NULL ORDER BY ZNAMESORTKEY")
    }

    private func plan(
        _ container: PersistentContainer, _ entity: String = "Product",
        _ order: [FetchSortDescriptor] = [Catalogue.order("name")],
        _ predicate: FetchPredicate? = nil
    ) throws -> [String] {
        let store = try #require(container.coordinator.stores.first as? SQLiteStore)
        let layout = container.coordinator.layout
        var fetch = StoreFetch(entity: try #require(layout.entity(named: entity)))
        try fetch.select(predicate, by: order, in: layout)
        fetch.limit = 50
        return try store.withReadSession { session in
            let session = try #require(session as? SQLiteSession)
            var query = try session.queryBuilder.select("t0.Z_PK", fetch).query
            query.sql = "EXPLAIN QUERY PLAN " + query.sql
            return try session.withStatement(query) { statement in
                var plan: [String] = []
                while try statement.step() { plan.append(statement.text(3) ?? "") }
                return plan
            }
        }
    }

    @Test("A save writes sort keys, and a fetch uses their index")
    func contents() throws {
        let container = try open()
        try add(["Box 10", "box 9", "Äpfel"], to: container)
        try container.write { context in
            var request = FetchRequest<ManagedObject>(entityName: "Product")
            request.predicate = try FetchPredicate(format: "name == 'Box 10'")
            try context.fetch(request).first?.setValue("Box 1", forKey: "name")
            try context.save()
        }

        #expect(try noted() == [])
        #expect(try keyedNames() == ["Äpfel", "Box 1", "box 9"])
        #expect(try names(in: container) == ["Äpfel", "Box 1", "box 9"])
        #expect(try plan(container) == ["SCAN t0 USING INDEX \(Self.index)"])
        #expect(
            try plan(
                container, "Product", [Catalogue.order("name", ascending: false)],
                FetchPredicate(format: "maker == nil")
            ).allSatisfy { !$0.contains("TEMP B-TREE FOR ORDER BY") })
        #expect(
            try plan(container, "Sale", [Catalogue.order("product.name")]).allSatisfy {
                !$0.contains("predicate_sort_key")
            })
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
        try expectStore(at: path, of: Catalogue.model)
    }

    @Test("Changes by other programs are sorted at once, and get their keys with the next save")
    func foreignWriters() throws {
        let container = try open()
        try add(["Box 10", "Box 2", "Box 3", "Box 4"], to: container)
        let other = try RawDatabase(path)
        for statement in [
            "UPDATE OR FAIL ZPRODUCT SET ZNAME = 'Box 1' WHERE Z_PK = 1",
            "UPDATE OR FAIL ZPRODUCT SET ZNAME = 'Box 1a' WHERE Z_PK = 1",
            "UPDATE ZPRODUCT SET ZNAMESORTKEY = NULL WHERE Z_PK = 2",
            "DELETE FROM ZPRODUCT WHERE Z_PK = 3",
            "INSERT OR FAIL INTO ZPRODUCT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 1, 1, 'Box 0')",
            "UPDATE ZPRODUCT SET Z_PK = 7 WHERE Z_PK = 4",
            "UPDATE ZPRODUCT SET ZNOTES = 'more' WHERE Z_PK = 7",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'Product'",
        ] { try other.run(statement) }
        let expected = ["Box 0", "Box 1a", "Box 2", "Box 4"]

        #expect(try noted() == ["1", "2", "7", "9"].map { ["0", "ZPRODUCT", $0] })
        #expect(try names(in: container) == expected)
        let reader = try open {
            $0.isReadOnly = true
        }
        #expect(try names(in: reader) == expected)
        try reader.close()
        try container.write { context in
            try context.add("Sale", ["amount": 1])
            try context.save()
        }
        #expect(try noted() == [])
        #expect(try keyedNames() == expected)
        #expect(try names(in: container) == expected)
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Texts that differ beyond the length of a key are sorted like in memory")
    func cutKeys() throws {
        let container = try open()
        let long = String(repeating: "Long ", count: 300)
        let ends = ["c", "a", "b", "B", "á"]
        try add(ends.map { long + $0 } + ["Box", "Moon"], to: container)
        let texts = (ends.map { long + $0 } + ["Box", "Moon"]).sorted {
            FetchSortDescriptor.Comparison.localizedStandard.sortKey($0)
                .lexicographicallyPrecedes(
                    FetchSortDescriptor.Comparison.localizedStandard.sortKey($1))
        }

        #expect(try noted() == (1...5).map { ["1", "ZPRODUCT", "\($0)"] })
        #expect(
            try RawDatabase(path).column("SELECT max(length(ZNAMESORTKEY)) FROM ZPRODUCT")
                == ["1000"])
        #expect(try names(in: container) == texts)
        #expect(
            try plan(container).first == "SCAN t0 USING INDEX \(Self.index)")
        try container.write { context in
            var request = FetchRequest<ManagedObject>(entityName: "Product")
            request.predicate = try FetchPredicate(format: "name BEGINSWITH 'Long'")
            let found = try context.fetch(request)
            try found.first?.setValue(long + "d", forKey: "name")
            try context.save()
            try found.last?.setValue("Short", forKey: "name")
            found.dropLast().forEach(context.delete)
            try context.save()
        }
        #expect(try noted() == [])
        #expect(try names(in: container) == ["Box", "Moon", "Short"])
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test(
        "If a trigger or table is missing, texts are compared until it is recreated",
        arguments: [
            "DROP TRIGGER SORTKEY_ZPRODUCT_V1_UPDATE",
            "DROP TRIGGER SORTKEY_ZPRODUCT_V1_INSERT; DROP TRIGGER SORTKEY_ZPRODUCT_V1_UPDATE; "
                + "DROP TRIGGER SORTKEY_ZPRODUCT_V1_DELETE; DROP TABLE SORTKEY_NOTED",
        ])
    func missingParts(statements: String) throws {
        let container = try open()
        try add(["Box 10", "Box 2"], to: container)
        let other = try RawDatabase(path)
        for statement in statements.split(separator: "; ") { try other.run(String(statement)) }
        try other.run("UPDATE ZPRODUCT SET ZNAME = 'Box 1' WHERE Z_PK = 1")

        #expect(try names(in: container) == ["Box 1", "Box 2"])
        try add(["Box 0"], to: container)
        #expect(try names(in: container) == ["Box 0", "Box 1", "Box 2"])
        try container.close()
        let again = try open()
        #expect(try names(in: again) == ["Box 0", "Box 1", "Box 2"])
        #expect(try keyedNames() == ["Box 0", "Box 1", "Box 2"])
        #expect(try plan(again) == ["SCAN t0 USING INDEX \(Self.index)"])
        try again.close()
        try expectStore(at: path, of: Catalogue.model)
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Sort keys of another version are computed again")
    func version() throws {
        let container = try open()
        try add((0..<50).map { "Box \($0)" }, to: container)
        try container.close()
        let other = try RawDatabase(path)
        let name = "SORTKEY_ZPRODUCT_V1_INSERT"
        let sql = try #require(
            try other.column("SELECT sql FROM sqlite_master WHERE name = '\(name)'").first)
        try other.run("DROP TRIGGER \(name)")
        try other.run(sql.replacing("_V1_", with: "_V0_"))
        try other.run("UPDATE ZPRODUCT SET ZNAMESORTKEY = zeroblob(Z_PK)")

        let reader = try open { $0.isReadOnly = true }
        #expect(try names(in: reader) == (0..<50).map { "Box \($0)" })
        try reader.close()
        let again = try open()
        #expect(try names(in: again) == (0..<50).map { "Box \($0)" })
        #expect(try keyedNames() == (0..<50).map { "Box \($0)" })
        try again.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("A migration to a model with sort keys computes them, and a later one keeps them")
    func migration() throws {
        let older = try open(Catalogue.olderModel)
        try add(["Box 10", "Box 2"], to: older)
        try older.close()
        #expect(try StoreMigration(path: path, to: Catalogue.model).run())
        let container = try open()
        #expect(try keyedNames() == ["Box 2", "Box 10"])
        #expect(try plan(container) == ["SCAN t0 USING INDEX \(Self.index)"])
        try container.close()

        var newer = Catalogue.model
        try newer.change("Product") { product in
            let attribute = AttributeDescription("colour", .string)
            product.attributes.append(attribute)
        }
        #expect(try StoreMigration(path: path, to: newer).run())
        #expect(try StoreCheck.faults(path: path) == [])
        try expectStore(at: path, of: newer)
        let migrated = try open(newer)
        #expect(try names(in: migrated) == ["Box 2", "Box 10"])
        #expect(try plan(migrated) == ["SCAN t0 USING INDEX \(Self.index)"])
        try migrated.close()
    }

    @Test("An Apple store gets sort keys only on request")
    func foreignStore() throws {
        try open().close()
        let database = try RawDatabase(path)
        for trigger in ["INSERT", "UPDATE", "DELETE"] {
            try database.run("DROP TRIGGER SORTKEY_ZPRODUCT_V1_\(trigger)")
        }
        try database.run("DROP TABLE SORTKEY_NOTED")
        var metadata = try StoreMetadata(reading: database.connection)
        metadata.members[StoreMetadata.Key.hashes] = .dictionary(
            metadata.hashes.mapValues { .data(Data($0.reversed())) })
        try metadata.update(database.connection)

        let without = try open()
        try add(["Box 10", "Box 2"], to: without)
        #expect(try names(in: without) == ["Box 2", "Box 10"])
        try without.close()
        #expect(try keyedNames() == [])
        let with = try open { $0.sqlite.indexesForeignStores = true }
        #expect(try keyedNames() == ["Box 2", "Box 10"])
        #expect(try plan(with) == ["SCAN t0 USING INDEX \(Self.index)"])
        try with.close()
    }

    @Test("A check finds sort keys that do not match their texts")
    func check() throws {
        let container = try open()
        try add(["Box 10", "Box 2"], to: container)
        try container.close()
        try RawDatabase(path).run(
            "UPDATE ZPRODUCT SET ZNAME = 'Sofa', ZNAMESORTKEY = x'01' WHERE Z_PK = 2")

        #expect(
            try StoreCheck.faults(path: path)
                == ["The sort key ZNAMESORTKEY of ZPRODUCT 2 is not that of its text."])
    }

    @Test("While keys are truncated, copies of them by other programs are recorded")
    func copiedCutKeys() throws {
        let container = try open()
        let long = String(repeating: "Long ", count: 300)
        try add([long + "b", "Box"], to: container)
        let other = try RawDatabase(path)
        for statement in [
            "INSERT INTO ZPRODUCT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNAMESORTKEY) "
                + "SELECT 8, Z_ENT, 1, ZNAME || 'a', ZNAMESORTKEY FROM ZPRODUCT WHERE Z_PK = 1",
            "UPDATE ZPRODUCT SET ZNAME = '\(long)a', ZNAMESORTKEY = "
                + "(SELECT ZNAMESORTKEY FROM ZPRODUCT WHERE Z_PK = 1) WHERE Z_PK = 2",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 8 WHERE Z_NAME = 'Product'",
        ] { try other.run(statement) }
        let expected = [long + "a", long + "b", long + "ba"]

        #expect(
            try noted() == [
                ["0", "ZPRODUCT", "2"], ["0", "ZPRODUCT", "8"], ["1", "ZPRODUCT", "1"],
            ])
        #expect(try names(in: container) == expected)
        try container.write { context in
            try context.add("Sale", ["amount": 1])
            try context.save()
        }
        #expect(try noted() == ["1", "2", "8"].map { ["1", "ZPRODUCT", $0] })
        #expect(try names(in: container) == expected)
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("A batch update to a long text sorts it by the text")
    func batchOfCutKeys() throws {
        let container = try open()
        let long = String(repeating: "Long ", count: 300)
        try add([long + "b", "Box"], to: container)
        try container.write { context in
            var request = BatchUpdateRequest(entityName: "Product")
            request.propertiesToUpdate = ["name": .constant(.string(long + "a"))]
            request.predicate = try FetchPredicate(format: "name == 'Box'")
            try context.execute(request)
        }

        #expect(try names(in: container) == [long + "a", long + "b"])
        #expect(try noted() == ["1", "2"].map { ["1", "ZPRODUCT", $0] })
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Another program's trigger may ignore rows during a save")
    func lenientTriggers() throws {
        let container = try open()
        let other = try RawDatabase(path)
        try other.run("CREATE TABLE NAMES (ZNAME VARCHAR PRIMARY KEY)")
        try other.run(
            "CREATE TRIGGER note_names AFTER INSERT ON ZPRODUCT FOR EACH ROW "
                + "BEGIN INSERT OR IGNORE INTO NAMES VALUES (NEW.ZNAME); END")
        try add(["Box", "Box", "Moon"], to: container)

        #expect(try other.column("SELECT ZNAME FROM NAMES ORDER BY 1") == ["Box", "Moon"])
        #expect(try names(in: container) == ["Box", "Box", "Moon"])
        try container.close()
    }

    /// With a function in a trigger, SQLite copies all pages that a statement changes.
    @Test("Triggers call no function, and have no conflict clause")
    func plainTriggers() throws {
        try open().close()
        let triggers = try RawDatabase(path).column(
            "SELECT sql FROM sqlite_master WHERE type = 'trigger'")

        #expect(triggers.count == 3)
        for trigger in triggers {
            let calls = trigger.matches(of: /(\w+) ?\(/).map { String($0.1) }
            #expect(Set(calls).isSubset(of: ["EXISTS", "SORTKEY_NOTED", "OR"]))
            #expect(!trigger.contains("OR IGNORE"))
        }
    }
}
