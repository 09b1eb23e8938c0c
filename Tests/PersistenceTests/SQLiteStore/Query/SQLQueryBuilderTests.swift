import CSQLite
import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("SQL of fetches")
struct SQLQueryBuilderTests {
    private let builder: SQLQueryBuilder
    private let layout: ModelLayout

    init() throws {
        layout = try ModelLayout(Catalog.model)
        builder = SQLQueryBuilder(schema: try SQLSchema.make(layout))
    }

    private func fetch(_ format: String?, of entity: String = "Thing") throws -> StoreFetch {
        var fetch = StoreFetch(entity: try #require(layout.entity(named: entity)))
        try fetch.select(format.map { try FetchPredicate(format: $0) }, by: [], in: layout)
        return fetch
    }

    private func condition(_ format: String) throws -> SQLQuery {
        var query = try builder.select("1", try fetch(format)).query
        query.sql = withoutRecords(query.sql).replacing("SELECT 1 FROM ZTHING t0", with: "")
            .replacing(" ORDER BY t0.Z_PK", with: "").replacing(
                " WHERE ", with: "", maxReplacements: 1)
        return query
    }

    /// SQL without the condition that rows are records, which every fetch of an entity with
    /// subentities has.
    private func withoutRecords(_ sql: String?) -> String {
        (sql ?? "").replacing(/(?: AND| WHERE) \+t0\.Z_ENT BETWEEN \d+ AND \d+/, with: "")
    }

    @Test(
        "Predicates are translated to plain SQL that can use indexes",
        arguments: [
            ("name == 'x'", "t0.ZNAME = ?"), ("name != 'x'", "t0.ZNAME IS NOT ?"),
            ("name == nil", "t0.ZNAME IS NULL"), ("NOT name == nil", "t0.ZNAME IS NOT NULL"),
            ("count > 1", "t0.ZCOUNT > ?"), ("NOT count > 1", "(t0.ZCOUNT > ?) IS NOT TRUE"),
            ("count IN {1, 2}", "t0.ZCOUNT IN (?, ?)"),
            ("count IN {1, nil}", "(t0.ZCOUNT IN (?) OR t0.ZCOUNT IS NULL)"),
            ("count IN {}", "0"), ("count BETWEEN {1, 2}", "t0.ZCOUNT BETWEEN ? AND ?"),
            (
                "count == 1 AND (name == 'x' OR isSold == YES)",
                "t0.ZCOUNT = ? AND (t0.ZNAME = ? OR t0.ZISSOLD = ?)"
            ),
            ("NOT (count == 1 AND name == 'x')", "(t0.ZCOUNT IS NOT ? OR t0.ZNAME IS NOT ?)"),
            ("name BEGINSWITH 'ab'", "(t0.ZNAME >= ? AND t0.ZNAME < ?)"),
            ("name CONTAINS 'ab'", "instr(t0.ZNAME, ?) > 0"),
            ("name CONTAINS[cd] 'AB'", "predicate_contains(t0.ZNAME, ?, 3)"),
            ("searchable:(name) CONTAINS 'ab'", "instr(predicate_searchable(t0.ZNAME), ?) > 0"),
            ("name ==[c] 'AB'", "predicate_fold(t0.ZNAME, 1) = ?"),
            ("parent == nil", "t0.ZPARENT IS NULL"), ("TRUEPREDICATE", ""),
            ("parent == nil AND count == 1", "+t0.ZPARENT IS NULL AND t0.ZCOUNT = ?"),
            ("name == nil AND count == 1", "t0.ZNAME IS NULL AND t0.ZCOUNT = ?"),
            (
                "category.label IN {'x', 'y'}",
                " LEFT JOIN ZCATEGORY t1 ON t1.Z_PK = t0.ZCATEGORY"
                    + "(t1.ZLABEL IN (?, ?) AND t1.ZLABEL >= t1.ZLABEL)"
            ),
            (
                "category.label == 'x'",
                " LEFT JOIN ZCATEGORY t1 ON t1.Z_PK = t0.ZCATEGORYt1.ZLABEL = ?"
            ),
            (
                "category.label == 'x' OR category.label == 'y'",
                " LEFT JOIN ZCATEGORY t1 ON t1.Z_PK = t0.ZCATEGORY(t1.ZLABEL = ? OR t1.ZLABEL = ?)"
            ),
            (
                "ANY children.count > 1",
                "EXISTS (SELECT 1 FROM ZTHING t1 WHERE t1.ZPARENT = t0.Z_PK AND t1.ZCOUNT > ?)"
            ),
            (
                "ALL children.count > 1",
                "NOT EXISTS (SELECT 1 FROM ZTHING t1 WHERE t1.ZPARENT = t0.Z_PK "
                    + "AND (t1.ZCOUNT > ?) IS NOT TRUE)"
            ),
            (
                "children.@count > 1",
                "(SELECT COUNT(*) FROM ZTHING t1 WHERE t1.ZPARENT = t0.Z_PK) > ?"
            ),
        ])
    func conditions(format: String, sql: String) throws {
        #expect(try condition(format).sql == sql)
    }

    @Test("ORDER BY ends with the primary key, and limit and offset are parameters")
    func order() throws {
        var fetch = try fetch("count > 1", of: "Gadget")
        fetch.sortDescriptors = [
            FetchSortDescriptor("category.label", ascending: false),
            FetchSortDescriptor("name", comparison: .caseInsensitive),
        ]
        fetch.limit = 10
        fetch.offset = 20

        let query = try builder.select("t0.Z_PK", fetch).query

        #expect(
            query.sql
                == """
                SELECT t0.Z_PK FROM ZTHING t0 LEFT JOIN ZCATEGORY t1 ON t1.Z_PK = t0.ZCATEGORY \
                WHERE t0.Z_ENT = 2 AND t0.ZCOUNT > ? ORDER BY t1.ZLABEL DESC, \
                predicate_sort_key(t0.ZNAME, 1), t0.Z_PK LIMIT ? OFFSET ?
                """.replacing("Z_ENT = 2", with: "Z_ENT = \(fetch.entity.number)"))
        #expect(query.bindings == [.integer(1), .integer(10), .integer(20)])
    }

    @Test(
        "A sort by a unique attribute omits the primary key, so that its index can be used",
        arguments: [
            ("number", FetchSortDescriptor.Comparison.plain, false, true),
            ("number", .plain, true, false), ("code", .plain, false, true),
            ("code", .caseInsensitive, false, false), ("page", .plain, false, false),
        ])
    func uniqueOrder(
        key: String, comparison: FetchSortDescriptor.Comparison, isOptional: Bool, isWhole: Bool
    ) throws {
        var note = EntityDescription("Note")
        note.attributes = [
            AttributeDescription("number", .integer64, isOptional: false),
            AttributeDescription("page", .integer64, isOptional: false),
            AttributeDescription("code", .string, isOptional: false),
        ]
        note.attributes[0].isOptional = isOptional
        note.uniquenessConstraints = [["number"], ["code"], ["page", "number"]]
        let notes = try ModelLayout(ManagedObjectModel(entities: [note]))
        let schema = try SQLSchema.make(notes)
        var fetch = StoreFetch(entity: try #require(notes.entity(named: "Note")))
        fetch.sortDescriptors = [
            FetchSortDescriptor(key, ascending: false, comparison: comparison)
        ]
        fetch.limit = 10
        fetch.offset = 20

        let sql = try SQLQueryBuilder(schema: schema).select("t0.Z_PK", fetch).query.sql

        #expect(sql.contains(" DESC"))
        #expect(sql.contains(" DESC, t0.Z_PK LIMIT") == !isWhole)
    }

    @Test("The first records of a sort order use its index, despite a condition for null")
    func firstOfOrder() throws {
        var note = EntityDescription("Note")
        note.attributes = [
            AttributeDescription("rank", .integer64, isOptional: false),
            AttributeDescription("page", .integer64, isOptional: false),
            AttributeDescription("erased", .date, isOptional: false),
        ]
        note.indexes = ["rank", "erased"].map {
            FetchIndexDescription("by" + $0, elements: [.init(propertyName: $0)])
        }
        let notes = try ModelLayout(ManagedObjectModel(entities: [note]))
        let builder = SQLQueryBuilder(schema: try SQLSchema.make(notes))
        func condition(by key: String?, limit: Int) throws -> Substring? {
            var fetch = StoreFetch(entity: try #require(notes.entity(named: "Note")))
            try fetch.select(
                FetchPredicate(format: "erased == nil"),
                by: [key.map { FetchSortDescriptor($0) }].compactMap(\.self), in: notes)
            fetch.limit = limit
            let words = try builder.select("1", fetch).query.sql.split(separator: " ")
            return words.firstIndex(of: "WHERE").map { words[$0 + 1] }
        }

        #expect(try condition(by: "rank", limit: 50) == "+t0.ZERASED")
        // A fetch without a limit, or in an order without an index, uses any index.
        #expect(try condition(by: "rank", limit: 0) == "t0.ZERASED")
        #expect(try condition(by: "page", limit: 50) == "t0.ZERASED")
        #expect(try condition(by: nil, limit: 50) == "t0.ZERASED")
    }

    @Test("The index of a uniqueness constraint is used like any other")
    func constraintIndex() throws {
        var note = EntityDescription("Note")
        note.attributes = [
            AttributeDescription("code", .string, isOptional: false),
            AttributeDescription("page", .integer64, isOptional: false),
            AttributeDescription("erased", .date, isOptional: false),
        ]
        for place in note.attributes.indices { note.attributes[place].isOptional = true }
        note.uniquenessConstraints = [["code", "page"], ["erased"]]
        let sheet = EntityDescription("Sheet", superentityName: "Note")
        let notes = try ModelLayout(ManagedObjectModel(entities: [note, sheet]))
        let builder = SQLQueryBuilder(schema: try SQLSchema.make(notes))
        func condition(_ format: String, of entity: String, by key: String?) throws -> String {
            var fetch = StoreFetch(entity: try #require(notes.entity(named: entity)))
            try fetch.select(
                FetchPredicate(format: format),
                by: [key.map { FetchSortDescriptor($0) }].compactMap(\.self), in: notes)
            fetch.limit = 50
            return try builder.select("1", fetch).query.sql
        }

        for entity in ["Note", "Sheet"] {
            // Most records may have no code: the other condition is more selective.
            let both = try condition("code == nil AND page == 1", of: entity, by: nil)
            #expect(both.contains("+t0.ZCODE IS NULL"))
            // Following the order finds the first ones.
            let first = try condition("erased == nil", of: entity, by: "code")
            #expect(first.contains("+t0.ZERASED IS NULL"))
            // A later column of an index cannot start a search.
            let second = try condition("page == nil AND erased == nil", of: entity, by: "page")
            #expect(second.contains(" t0.ZPAGE IS NULL"))
        }
    }

    @Test("An index is used across a column that must be null")
    func absenceWithinIndex() throws {
        var photo = EntityDescription("Photo")
        photo.attributes = [
            AttributeDescription("album", .integer64, isOptional: false),
            AttributeDescription("vanished", .date, isOptional: false),
            AttributeDescription("title", .string, isOptional: false),
        ]
        photo.indexes = [
            FetchIndexDescription(
                "byTitle",
                elements: ["album", "vanished", "title"].map { .init(propertyName: $0) })
        ]
        let photos = try ModelLayout(ManagedObjectModel(entities: [photo]))
        var fetch = StoreFetch(entity: try #require(photos.entity(named: "Photo")))
        try fetch.select(
            FetchPredicate(format: "album == 1 AND vanished == nil"),
            by: [FetchSortDescriptor("title")], in: photos)
        fetch.limit = 50

        let builder = SQLQueryBuilder(schema: try SQLSchema.make(photos))
        let sql = try builder.select("1", fetch).query.sql

        #expect(sql.contains("WHERE t0.ZALBUM = ? AND t0.ZVANISHED IS NULL ORDER BY"))
    }

    @Test("A count has no ORDER BY")
    func count() throws {
        var fetch = try fetch("count > 1")
        fetch.sortDescriptors = [FetchSortDescriptor("category.label")]

        #expect(
            withoutRecords(try builder.count(fetch)?.sql)
                == "SELECT COUNT(*) FROM ZTHING t0 WHERE t0.ZCOUNT > ?")
    }

    @Test("User input is never part of the SQL text")
    func injection() throws {
        let hostile = "x'; DROP TABLE ZTHING; --\" ) OR 1=1"
        var fetch = try fetch(nil)
        let predicate = try FetchPredicate(
            format:
                "name == %@ OR name LIKE[c] %@ OR name IN %@ OR TERNARY(count > 1, %@, name) == %@",
            hostile, hostile, [hostile], hostile, hostile)
        try fetch.select(predicate, by: [], in: layout)

        let query = try builder.select("1", fetch).query

        #expect(!query.sql.contains("DROP"))
        #expect(!query.sql.contains("'"))
        #expect(query.bindings.count == 6)
        fetch.predicate = .comparison(
            FetchComparison(.keyPath(["name; DROP TABLE ZTHING"]), .equal, .value(1)))
        #expect(throws: FetchPredicateError.self) { try builder.select("1", fetch) }
        fetch.predicate = .comparison(
            FetchComparison(.function("x'); DROP TABLE ZTHING; --", []), .equal, .value(1)))
        #expect(throws: FetchPredicateError.self) { try builder.select("1", fetch) }
    }

    @Test("A condition unsupported by SQL is a residual predicate, without limit and offset")
    func residual() throws {
        var fetch = try fetch("count > 1 AND children[FIRST].name == 'x'")
        fetch.limit = 5

        let plan = try builder.select("1", fetch)

        #expect(
            withoutRecords(plan.query.sql)
                == "SELECT 1 FROM ZTHING t0 WHERE t0.ZCOUNT > ? ORDER BY t0.Z_PK")
        #expect(plan.residual?.predicateFormat == "children[FIRST].name == \"x\"")
        #expect(plan.debugDescription.contains("evaluated in memory"))
        #expect(try builder.count(fetch) == nil)
    }

    @Test("A fetch with a residual predicate respects limit and offset")
    func residualWindow() throws {
        let catalog = try Catalog()
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.predicate = try FetchPredicate(format: "{count, 1}[0] == 7")
        let whole = try catalog.context().fetch(request).map(\.objectID)
        request.fetchOffset = 2
        request.fetchLimit = 3

        let window = try catalog.context().fetch(request).map(\.objectID)

        #expect(whole.count > 5)
        #expect(window == Array(whole[2..<5]))
        #expect(try catalog.context().count(for: request) == 3)
    }

    @Test("A long list of keys is a single parameter")
    func longLists() throws {
        var fetch = try fetch(nil)
        fetch.predicate = FetchExpression.key("count").isIn(Array(0..<2000))

        let query = try builder.select("1", fetch).query

        #expect(query.sql.contains("json_each(?)"))
        #expect(query.bindings.count == 1)
    }

    @Test("Many alternatives do not exceed SQLite’s expression depth")
    func manyAlternatives() throws {
        let catalog = try Catalog()
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.predicate = .or(
            (0..<5000).map { FetchExpression.key("count") == Int64($0) })

        let found = try catalog.context().fetch(request)

        #expect(!found.isEmpty)
    }

    @Test("Dictionaries are grouped and summed, with exact decimals")
    func dictionaries() throws {
        let catalog = try Catalog()
        var request = DictionaryFetchRequest(entityName: "Thing")
        request.columns = [
            ("label", .key("category.label")), ("number", .function("count:", [.evaluatedObject])),
            ("worth", .function("sum:", [.key("price")])),
            ("last", .function("max:", [.key("bought")])),
        ]
        request.propertiesToGroupBy = [.key("category.label")]
        request.havingPredicate = try FetchPredicate(format: "count:(SELF) > 1")
        request.sortDescriptors = [FetchSortDescriptor("category.label")]
        let context = catalog.context()
        let things = try context.fetch(FetchRequest<ManagedObject>(entityName: "Thing"))

        let rows = try context.fetchDictionaries(request)

        #expect(rows.count == 5)
        #expect(rows.map { $0["label"] }.first == .null)
        for row in rows {
            let members = try things.filter {
                try $0.predicateValue(forKey: "category").label == row["label"]
            }
            let worth = try members.reduce(Decimal()) { sum, thing in
                guard case .decimal(let price) = try thing.attributeValue(forKey: "price") else {
                    return sum
                }
                return sum + price
            }
            #expect(row["number"] == .integer(Int64(members.count)))
            #expect(row["worth"]?.exactDecimal == worth)
        }
        #expect(rows.contains { if case .date = $0["last"] { true } else { false } })
    }
}

extension PredicateValue {
    fileprivate var label: AttributeValue? {
        guard case .subject(let subject) = self else { return .null }
        return try? subject.predicateValue(forKey: "label").attributeValue
    }
}
