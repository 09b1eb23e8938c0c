import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct BatchTests {
    @Test("A batch update is a single SQL statement")
    func statement() throws {
        let schema = try SQLSchema.make(try ModelLayout(Library.model))
        let layout = schema.layout
        let book = try #require(layout.entity(named: "Book"))
        let stock = try #require(book.slot(named: "stock"))
        var fetch = StoreFetch(entity: book)
        try fetch.select(try FetchPredicate(format: "stock > 3"), by: [], in: layout)

        let statement = try SQLQueryBuilder(schema: schema).update(
            fetch,
            [StoreAssignment(slot: stock, value: try FetchExpression(format: "stock + 1"))])

        #expect(
            statement?.statement.sql == """
                UPDATE ZBOOK AS t0 SET Z_OPT = Z_OPT + 1, ZSTOCK = (t0.ZSTOCK + ?) \
                WHERE t0.ZSTOCK > ? AND +t0.Z_ENT BETWEEN 2 AND 3
                """)
    }

    @Test("Only values that may become null or out of range are checked first, by one statement")
    func checks() throws {
        let schema = try SQLSchema.make(try ModelLayout(Library.model))
        let book = try #require(schema.layout.entity(named: "Book"))
        func check(_ formats: KeyValuePairs<String, String>) throws -> String? {
            let assignments = try formats.map { key, format in
                StoreAssignment(
                    slot: try #require(book.slot(named: key)),
                    value: try FetchExpression(format: format))
            }
            return try SQLQueryBuilder(schema: schema).update(
                StoreFetch(entity: book), assignments)?.check?.query.sql
        }
        let beginning = "SELECT t0.Z_PK, COALESCE(t0.Z_ENT, 2), CASE"
        let middle = "END FROM ZBOOK AS t0 WHERE +t0.Z_ENT BETWEEN 2 AND 3 AND"
        let large = "NOT ((t0.ZSTOCK + ?) > -32769 AND (t0.ZSTOCK + ?) < 32768)"

        #expect(try check(["price": "price / 0"]) == nil)
        #expect(try check(["stock": "stock"]) == nil)
        #expect(
            try check(["stock": "stock + 1"]) == """
                \(beginning) WHEN \(large) THEN 0 END, CASE WHEN \(large) THEN (t0.ZSTOCK + ?) \
                \(middle) (\(large)) LIMIT 1
                """)
        let empty = "(t0.ZSTOCK / ?) IS NULL"
        let quotient = large.replacing("+", with: "/")
        #expect(
            try check(["stock": "stock / 2", "price": "price * 2"]) == """
                \(beginning) WHEN \(empty) THEN 0 WHEN \(quotient) THEN 1 END, \
                CASE WHEN \(empty) THEN NULL WHEN \(quotient) THEN (t0.ZSTOCK / ?) \
                \(middle) (\(empty) OR \(quotient)) LIMIT 1
                """)
    }

    @Test("A batch deletion deletes external files")
    func files() throws {
        let zoo = try ZooStore()
        let large = AttributeValue.data(Data(repeating: 7, count: 20_000))
        let keys = try ["Ada", "Bob"].map { name in
            try zoo.insert("Bird", ["name": .string(name), "photo": large])
        }
        let folder = zoo.directory.path + "/.Zoo_SUPPORT/_EXTERNAL_DATA"
        let files = { try FileManager.default.contentsOfDirectory(atPath: folder).count }
        #expect(try files() == 2)
        let context = ManagedObjectContext(
            PersistentStoreCoordinator(layout: zoo.layout, stores: [zoo.store]))

        _ = try context.execute(
            BatchDeleteRequest(entityName: "Bird", objectIDs: [zoo.id("Bird", keys[0])]))

        #expect(try files() == 1)
        #expect(try zoo.raw("SELECT ZNAME FROM ZANIMAL") == [["Bob"]])
    }

    @Test("A batch deletion cannot remove a required destination")
    func required() throws {
        let zoo = try ZooStore()
        let keeper = try zoo.insert("Keeper", ["name": .string("Ada")])
        try zoo.insert("Bird", ["keeper": .object(try zoo.id("Keeper", keeper))])
        let context = ManagedObjectContext(
            PersistentStoreCoordinator(layout: zoo.layout, stores: [zoo.store]))

        let found = faults { _ = try context.execute(BatchDeleteRequest(entityName: "Keeper")) }

        #expect(found.map(\.reason) == ["keeper is a required value"])
        #expect(try zoo.raw("SELECT count(*) FROM ZKEEPER") == [["1"]])
    }

    @Test("A batch deletion clears the order column with the reference")
    func orders() throws {
        var list = EntityDescription("List")
        let entries = RelationshipDescription(
            toMany: "entries", "Entry", inverse: "list", isOrdered: true)
        list.relationships = [entries]
        var entry = EntityDescription("Entry")
        let owner = RelationshipDescription(toOne: "list", "List", inverse: "entries")
        entry.relationships = [owner]
        let lists = try TestLibrary(.sqlite, model: ManagedObjectModel(entities: [list, entry]))
        let context = lists.context()
        let object = try ManagedObject(entityName: "List", context: context)
        try object.setValue(
            [try ManagedObject(entityName: "Entry", context: context)], forKey: "entries")
        try context.save()
        let database = try RawDatabase(lists.directory + "/Library.sqlite")
        let sql = "SELECT Z_OPT, ZLIST, Z_FOK_LIST FROM ZENTRY"
        #expect(try database.rows(sql) == [["1", "1", "2048"]])

        _ = try context.execute(BatchDeleteRequest(entityName: "List"))

        #expect(try database.rows(sql) == [["2", nil, nil]])
    }
}
