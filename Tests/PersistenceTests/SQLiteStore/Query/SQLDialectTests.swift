import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// The SQL of fetches for SQLite and PostgreSQL, side by side.
@Suite("SQL dialects")
struct SQLDialectTests {
    private let layout: ModelLayout

    init() throws { layout = try ModelLayout(Catalog.model) }

    private func builder(_ dialect: SQLDialect) throws -> SQLQueryBuilder {
        SQLQueryBuilder(schema: try SQLSchema.make(layout, dialect: dialect))
    }

    private func fetch(_ format: String?, of entity: String = "Tag") throws -> StoreFetch {
        var fetch = StoreFetch(entity: try #require(layout.entity(named: entity)))
        try fetch.select(format.map { try FetchPredicate(format: $0) }, by: [], in: layout)
        return fetch
    }

    /// The conditions of a fetch of things, without those that select the rows of its entity.
    private func condition(_ format: String, _ dialect: SQLDialect) throws -> SQLFetchPlan {
        var plan = try builder(dialect).select("1", try fetch(format, of: "Thing"))
        plan.query.sql = dialect.text(plan.query.sql).replacing("SELECT 1 FROM ZTHING t0", with: "")
            .replacing(/(?: AND| WHERE) \+?t0\.Z_ENT BETWEEN \d+ AND \d+/, with: "")
            .replacing(" ORDER BY t0.Z_PK", with: "")
            .replacing(" WHERE ", with: "", maxReplacements: 1)
        return plan
    }

    @Test(
        "Each dialect has its own syntax",
        arguments: [
            ("name == 'x'", "t0.ZNAME = ?", "t0.ZNAME = $1"),
            ("name != 'x'", "t0.ZNAME IS NOT ?", "t0.ZNAME IS DISTINCT FROM $1"),
            ("name == nil", "t0.ZNAME IS NULL", "t0.ZNAME IS NULL"),
            (
                "count == count", "t0.ZCOUNT IS t0.ZCOUNT",
                "t0.ZCOUNT IS NOT DISTINCT FROM t0.ZCOUNT"
            ),
            (
                "count != count", "t0.ZCOUNT IS NOT t0.ZCOUNT",
                "t0.ZCOUNT IS DISTINCT FROM t0.ZCOUNT"
            ),
            ("NOT count > 1", "(t0.ZCOUNT > ?) IS NOT TRUE", "(t0.ZCOUNT > $1) IS NOT TRUE"),
            ("count IN {}", "0", "FALSE"), ("NOT count IN {}", "", ""),
            (
                "count BETWEEN {1, 2} AND weight > 3",
                "t0.ZCOUNT BETWEEN ? AND ? AND t0.ZWEIGHT > ?",
                "t0.ZCOUNT BETWEEN $1 AND $2 AND t0.ZWEIGHT > $3"
            ),
            ("isSold == YES", "t0.ZISSOLD = ?", "t0.ZISSOLD = $1"),
            (
                "name BEGINSWITH 'ab'", "(t0.ZNAME >= ? AND t0.ZNAME < ?)",
                "(t0.ZNAME >= $1 AND t0.ZNAME < $2)"
            ),
            ("name CONTAINS 'ab'", "instr(t0.ZNAME, ?) > 0", "strpos(t0.ZNAME, $1) > 0"),
            (
                "parent == nil AND count == 1", "+t0.ZPARENT IS NULL AND t0.ZCOUNT = ?",
                "t0.ZPARENT IS NULL AND t0.ZCOUNT = $1"
            ),
            (
                "category.label IN {'x', 'y'}",
                " LEFT JOIN ZCATEGORY t1 ON t1.Z_PK = t0.ZCATEGORY"
                    + "(t1.ZLABEL IN (?, ?) AND t1.ZLABEL >= t1.ZLABEL)",
                " LEFT JOIN ZCATEGORY t1 ON t1.Z_PK = t0.ZCATEGORYt1.ZLABEL IN ($1, $2)"
            ),
            (
                "ANY children.count > 1",
                "EXISTS (SELECT 1 FROM ZTHING t1 WHERE t1.ZPARENT = t0.Z_PK AND t1.ZCOUNT > ?)",
                "EXISTS (SELECT 1 FROM ZTHING t1 WHERE t1.ZPARENT = t0.Z_PK AND t1.ZCOUNT > $1)"
            ),
            (
                "children.@sum.count > 1",
                "(SELECT COALESCE(SUM(t1.ZCOUNT), 0) FROM ZTHING t1 "
                    + "WHERE t1.ZPARENT = t0.Z_PK) > ?",
                "(SELECT CAST(COALESCE(SUM(t1.ZCOUNT), 0) AS bigint) FROM ZTHING t1 "
                    + "WHERE t1.ZPARENT = t0.Z_PK) > $1"
            ),
            (
                "children.@avg.count > 1",
                "(SELECT AVG(t1.ZCOUNT) FROM ZTHING t1 WHERE t1.ZPARENT = t0.Z_PK) > ?",
                "(SELECT AVG(CAST(t1.ZCOUNT AS double precision)) FROM ZTHING t1 "
                    + "WHERE t1.ZPARENT = t0.Z_PK) > $1"
            ),
        ])
    func conditions(format: String, sqlite: String, postgreSQL: String) throws {
        #expect(try condition(format, .sqlite).query.sql == sqlite)
        #expect(try condition(format, .postgreSQL).query.sql == postgreSQL)
    }

    @Test(
        "Functions unavailable in PostgreSQL are evaluated in memory",
        arguments: [
            ("name MATCHES 'a+'", "predicate_matches(t0.ZNAME, ?, 0)"),
            ("name.length > 3", "predicate_call('length:', t0.ZNAME) > ?"),
            ("count + 1 > 3", "predicate_call('add:to:', t0.ZCOUNT, ?) > ?"),
            (
                "children.@avg.price > 1",
                "(SELECT predicate_average(t1.ZPRICE) FROM ZTHING t1 "
                    + "WHERE t1.ZPARENT = t0.Z_PK) > ?"
            ),
        ])
    func functions(format: String, sqlite: String) throws {
        let plan = try condition("weight > 2 AND \(format)", .sqlite)
        #expect(plan.residual == nil)
        #expect(plan.query.sql == "t0.ZWEIGHT > ? AND " + sqlite)

        let narrowed = try condition("weight > 2 AND \(format)", .postgreSQL)
        #expect(narrowed.query.sql == "t0.ZWEIGHT > $1")
        #expect(narrowed.residual != nil)
        #expect(narrowed.debugDescription.contains("evaluated in memory"))
    }

    @Test(
        "Text comparisons in memory are prefiltered to matching ASCII texts and all other texts",
        arguments: [
            (
                "name CONTAINS[cd] 'ÄB'", "predicate_contains(t0.ZNAME, ?, 3)",
                "lower(t0.ZNAME) LIKE $2"
            ),
            ("name ==[c] 'AB'", "predicate_fold(t0.ZNAME, 1) = ?", "lower(t0.ZNAME) = $2"),
            (
                "name LIKE 'ab*c'", "predicate_like(t0.ZNAME, ?, 0)",
                "(t0.ZNAME >= $2 AND t0.ZNAME < $3)"
            ),
            (
                "name BEGINSWITH[c] 'Ab'", "predicate_begins(t0.ZNAME, ?, 1)",
                "(lower(t0.ZNAME) >= $2 AND lower(t0.ZNAME) < $3)"
            ),
            (
                "name ENDSWITH 'ab'", "predicate_ends(t0.ZNAME, ?, 0)",
                "right(t0.ZNAME, 2) = $2"
            ),
            // A case-folded text that is not ASCII is not part of an ASCII text.
            ("name ==[c] 'Ä'", "predicate_fold(t0.ZNAME, 1) = ?", nil),
        ])
    func prefilter(format: String, sqlite: String, postgreSQL: String?) throws {
        let plan = try condition("weight > 2 AND \(format)", .sqlite)
        #expect(plan.query.sql == "t0.ZWEIGHT > ? AND " + sqlite)

        let narrowed = try condition("weight > 2 AND \(format)", .postgreSQL)
        let others = #"t0.ZNAME ~ '[^\x01-\x7f]'"#
        let found = postgreSQL.map { "(\($0) OR \(others))" } ?? others
        #expect(narrowed.query.sql == "t0.ZWEIGHT > $1 AND " + found)
        #expect(narrowed.residual != nil)
        #expect(narrowed.debugDescription.contains("evaluated in memory"))
    }

    @Test("A search prefilters plain texts, and evaluates all others in memory")
    func narrowingSearch() throws {
        let others = #"t0.ZNAME ~ '[^\x20-\x26\x28-\x5f\x61-\x7e]'"#
        func sql(_ pattern: String) throws -> String {
            let narrowed = try condition(
                "weight > 2 AND searchable:(name) CONTAINS '\(pattern)'", .postgreSQL)
            #expect(narrowed.residual != nil)
            return narrowed.query.sql
        }

        #expect(
            try sql("ab")
                == "t0.ZWEIGHT > $1 AND (lower(t0.ZNAME) LIKE $2 OR \(others))")
        #expect(try sql("日") == "t0.ZWEIGHT > $1 AND \(others)")
        #expect(try sql("") == "t0.ZWEIGHT > $1")
    }

    @Test("Each condition of a conjunction prefilters; a disjunction needs both")
    func narrowingSeveral() throws {
        let either = try condition("name ==[c] 'a' OR weight > 2", .postgreSQL)
        #expect(
            either.query.sql
                == #"((lower(t0.ZNAME) = $1 OR t0.ZNAME ~ '[^\x01-\x7f]') OR t0.ZWEIGHT > $2)"#)
        #expect(either.residual != nil)
        for format in ["name ==[c] 'a' OR name MATCHES 'b'", "NOT name ==[c] 'a'"] {
            let all = try condition(format, .postgreSQL)
            #expect(all.query.sql == "")
            #expect(all.residual != nil)
        }
    }

    @Test("Integers are compared with other numbers in memory if the engine would round them")
    func exactNumbers() throws {
        #expect(try condition("count == weight", .sqlite).query.sql == "t0.ZCOUNT IS t0.ZWEIGHT")
        #expect(try condition("count == weight", .postgreSQL).residual != nil)
        #expect(try condition("count > 1.5", .postgreSQL).residual == nil)
    }

    @Test("Booleans are compared with numbers in memory if the engine has separate types")
    func truth() throws {
        #expect(try condition("isSold > 0", .sqlite).query.sql == "t0.ZISSOLD > ?")
        #expect(try condition("isSold > count", .postgreSQL).residual != nil)
        #expect(try condition("isSold > count", .postgreSQL).query.sql == "")
    }

    @Test("Constants have the types of the columns")
    func constants() throws {
        let (date, key) = (Date(timeIntervalSinceReferenceDate: 0.5), UUID())
        var fetch = try fetch(nil, of: "Thing")
        let predicate = try FetchPredicate(
            format: "isSold == YES AND bought > %@ AND key == %@ AND price == %@", date, key,
            Decimal(string: "12.95"))
        try fetch.select(predicate, by: [], in: layout)

        #expect(
            try builder(.sqlite).select("1", fetch).query.bindings == [
                .integer(1), .double(0.5),
                .data(withUnsafeBytes(of: key.uuid) { Data($0) }), .double(12.95),
            ])
        #expect(
            try builder(.postgreSQL).select("1", fetch).query.bindings == [
                .boolean(true), .date(date), .uuid(key),
                .decimal(try #require(Decimal(string: "12.95"))),
            ])
    }

    @Test("Nulls are sorted first, and an offset needs no limit")
    func order() throws {
        var fetch = try fetch(nil)
        fetch.sortDescriptors = [
            FetchSortDescriptor("label", ascending: false), FetchSortDescriptor("rank"),
        ]
        fetch.offset = 20

        let queries = try SQLDialect.allCases.map { try builder($0).select("t0.Z_PK", fetch).query }

        #expect(
            queries.map(\.sql) == [
                "SELECT t0.Z_PK FROM ZTAG t0 ORDER BY t0.ZLABEL DESC, t0.ZRANK, t0.Z_PK "
                    + "LIMIT ? OFFSET ?",
                "SELECT t0.Z_PK FROM ZTAG t0 ORDER BY t0.ZLABEL DESC NULLS LAST, "
                    + "t0.ZRANK NULLS FIRST, t0.Z_PK OFFSET ?",
            ])
        #expect(queries.map(\.bindings) == [[.integer(-1), .integer(20)], [.integer(20)]])
        fetch.limit = 5
        #expect(
            try builder(.postgreSQL).select("1", fetch).query.sql.hasSuffix(" LIMIT ? OFFSET ?"))
        fetch.sortDescriptors = [FetchSortDescriptor("label", comparison: .caseInsensitive)]
        #expect(throws: PersistenceError.self) {
            try builder(.postgreSQL).select("1", fetch)
        }
    }

    @Test("Whole tables are visited by a function in SQLite, and selected in PostgreSQL")
    func visits() throws {
        let keeper = try #require(layout.entity(named: "Tag"))
        let selection = RecordSelection(
            of: keeper, schema: try SQLSchema.make(layout), storeEntities: [])
        let plans = try SQLDialect.allCases.map { try builder($0).select(selection, fetch(nil)) }

        #expect(plans.map(\.isVisited) == [true, false])
        #expect(plans[0].query.sql.hasSuffix(") FROM ZTAG t0 NOT INDEXED"))
        #expect(plans[1].query.sql.hasSuffix(" FROM ZTAG t0 ORDER BY t0.Z_PK"))
    }

    @Test("A long value is selected as its length, in its column or in an additional one")
    func largeValues() throws {
        let layout = try ModelLayout(Zoo.model)
        let animal = try #require(layout.entity(named: "Animal"))
        let photo = try #require(animal.slot(named: "photo")).number
        let selections = try SQLDialect.allCases.map { dialect in
            RecordSelection(
                of: animal, schema: try SQLSchema.make(layout, dialect: dialect), storeEntities: [])
        }
        let columns = selections.map { $0.columns.components(separatedBy: ", ") }
        let steps = selections.map { $0.plans[0].steps[photo] }

        #expect(
            columns[0][Int(steps[0].column)]
                == "CASE WHEN length(t0.ZPHOTO) > 4096 THEN length(t0.ZPHOTO) ELSE t0.ZPHOTO END")
        #expect(steps[0].companionColumn == -1)
        #expect(
            columns[1][Int(steps[1].column)]
                == "CASE WHEN octet_length(t0.ZPHOTO) <= 4096 THEN t0.ZPHOTO END")
        #expect(columns[1][Int(steps[1].companionColumn)] == "octet_length(t0.ZPHOTO)")
        #expect(columns.map(\.count) == [selections[0].columnCount, columns[0].count + 2])
    }

    @Test("A long list is a single parameter: JSON for SQLite, an array for PostgreSQL")
    func lists() throws {
        var fetch = try fetch(nil)
        fetch.predicate = FetchExpression.key("rank").isIn(Array(0..<600))
        let numbers = try SQLDialect.allCases.map { try builder($0).select("1", fetch).query }

        #expect(numbers[0].sql.contains("t0.ZRANK IN (SELECT value FROM json_each(?))"))
        #expect(
            numbers[1].sql.contains("t0.ZRANK IN (SELECT unnest(CAST(? AS bigint[])))"))
        let list = (0..<600).map(String.init).joined(separator: ",")
        #expect(numbers.map(\.bindings) == [[.string("[\(list)]")], [.string("{\(list)}")]])

        let hostile = [#"a"b"#, #"back\slash"#, "NULL", "{x,y}", ""] + (0..<600).map { "\($0)" }
        fetch.predicate = FetchExpression.key("label").isIn(hostile)
        let texts = try builder(.postgreSQL).select("1", fetch).query
        #expect(texts.sql.contains("IN (SELECT unnest(CAST(? AS text[])))"))
        guard case .string(let text) = texts.bindings.first else {
            Issue.record("The list is no parameter")
            return
        }
        #expect(text.hasPrefix(#"{"a\"b","back\\slash","NULL","{x,y}","","0","1","#))
    }

    @Test("An update casts to the types of the engine")
    func update() throws {
        let rank = try #require(layout.entity(named: "Tag")?.slot(named: "rank"))
        let half = StoreAssignment(
            slot: rank, value: try FetchExpression(format: "rank * 0.5"))

        let updates = try SQLDialect.allCases.map {
            try builder($0).update(fetch(nil), [half])?.statement.sql
        }

        #expect(
            updates == [
                "UPDATE ZTAG AS t0 SET Z_OPT = Z_OPT + 1, ZRANK = CAST(predicate_call('multiply:by:', t0.ZRANK, ?) AS INTEGER)",
                "UPDATE ZTAG AS t0 SET Z_OPT = Z_OPT + 1, ZRANK = CAST(TRUNC((CAST(t0.ZRANK AS bigint) * ?)) AS bigint)",
            ])
    }

    @Test("Tables and indexes have Core Data’s names and the types of the engine")
    func tables() throws {
        let statements = try SQLDialect.allCases.map { dialect in
            let made = try SQLSchema.make(ModelLayout(Zoo.model), dialect: dialect).createStatements
            return made.filter { $0.contains("ANIMAL") || $0.contains("PRIMARYKEY") }
                .filter { !$0.contains("TRIGGER") }
        }

        #expect(statements[0].count == statements[1].count)
        #expect(
            statements[0].first { $0.hasPrefix("CREATE TABLE ZANIMAL") }?.contains(
                "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,") == true)
        let table = try #require(
            statements[1].first { $0.hasPrefix("CREATE TABLE ZANIMAL") })
        for column in [
            "Z_PK bigint PRIMARY KEY, Z_ENT integer, Z_OPT bigint,", "ZISSHY boolean",
            "ZKEEPER bigint", "ZBORN timestamptz", "ZWEIGHT numeric", "ZNAME text COLLATE \"C\"",
            "ZPHOTO bytea", "ZTAG uuid",
        ] {
            #expect(table.contains(column), "\(column) in \(table)")
        }
        #expect(
            statements[1].contains(
                "CREATE UNIQUE INDEX Z_Animal_UNIQUE_name_tag ON ZANIMAL "
                    + "(ZNAME ASC NULLS FIRST, ZTAG ASC NULLS FIRST)"))
        #expect(
            statements[1].contains(
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT integer PRIMARY KEY, "
                    + "Z_NAME text COLLATE \"C\", Z_SUPER integer, Z_MAX bigint)"))
    }
}
