import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// The SQL that writes records and relationships for SQLite and PostgreSQL, side by side.
@Suite("SQL of writes")
struct SQLWritingTests {
    private let schemas: [SQLSchema]

    init() throws {
        let layout = try ModelLayout(Zoo.model)
        schemas = try SQLDialect.allCases.map { try SQLSchema.make(layout, dialect: $0) }
    }

    private func entity(_ name: String) throws -> EntityLayout {
        try #require(schemas[0].layout.entity(named: name))
    }

    private func numbers(_ names: [String], of entity: EntityLayout) throws -> [Int] {
        try names.map { try #require(entity.slot(named: $0)).number }
    }

    @Test("An insertion has the primary key, the version and the entity before the values")
    func insertion() throws {
        let plans = try schemas.map { WritePlan(insertInto: try entity("Toy"), $0) }

        #expect(
            plans.map(\.sql) == [
                "INSERT INTO ZTOY (Z_PK, Z_OPT, Z_ENT, ZLABEL) VALUES (?, ?, ?, ?)",
                "INSERT INTO ZTOY (Z_PK, Z_OPT, Z_ENT, ZLABEL) VALUES ($1, $2, $3, $4)",
            ])
        #expect(
            plans[1].copyStatement
                == "COPY ZTOY (Z_PK, Z_OPT, Z_ENT, ZLABEL) FROM STDIN (FORMAT binary)")
        #expect(plans.allSatisfy { $0.values.map(\.kind) == [.string] })
    }

    @Test("An update checks the version, and writes a destination’s entity along with its key")
    func update() throws {
        let keeper = try entity("Keeper")
        let changed = try numbers(["name", "favourite"], of: keeper)
        let plans = schemas.map {
            WritePlan(update: keeper, $0, changed: changed, checksVersion: true)
        }

        #expect(
            plans.map(\.sql) == [
                "UPDATE ZKEEPER SET Z_OPT = ?, ZNAME = ?, ZFAVOURITE = ?, Z1_FAVOURITE = ? "
                    + "WHERE Z_PK = ? AND Z_OPT = ?",
                "UPDATE ZKEEPER SET Z_OPT = $1, ZNAME = $2, ZFAVOURITE = $3, Z1_FAVOURITE = $4 "
                    + "WHERE Z_PK = $5 AND Z_OPT = $6",
            ])
        #expect(plans.allSatisfy { $0.values.map(\.hasEntityColumn) == [false, true] })
    }

    @Test("An upsert applies to any constraint, or to the given one")
    func merging() throws {
        let bird = try entity("Bird")
        let given = try numbers(["colour"], of: bird)
        let endings = try schemas.map { schema in
            let sql = WritePlan(insertInto: bird, schema, merging: given).sql
            let start = try #require(sql.range(of: " ON CONFLICT")?.lowerBound)
            return String(sql[start...])
        }

        let update =
            "DO UPDATE SET Z_OPT = ZANIMAL.Z_OPT + 1, ZCOLOUR = excluded.ZCOLOUR RETURNING Z_PK"
        #expect(
            endings == [" ON CONFLICT \(update)", " ON CONFLICT (ZNAME, ZTAG) \(update)"])
        for schema in schemas {
            let sql = WritePlan(insertInto: bird, schema, merging: nil).sql
            #expect(sql.hasSuffix(" ON CONFLICT DO NOTHING RETURNING Z_PK"))
        }
    }

    @Test("PostgreSQL upserts by several constraints in one statement")
    func mergingBySeveral() {
        let insertions = SQLDialect.allCases.map {
            SQLInsertion(table: "ZT", columns: ["Z_PK", "ZA", "ZB"], dialect: $0)
        }

        #expect(
            insertions.map { $0.merging(["ZB"], by: [["ZA"], ["ZB"]]) } == [
                "INSERT INTO ZT (Z_PK, ZA, ZB) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET "
                    + "Z_OPT = ZT.Z_OPT + 1, ZB = excluded.ZB RETURNING Z_PK",
                "WITH met AS (SELECT Z_PK FROM (SELECT Z_PK, 0 AS place FROM ZT WHERE ZA = $2 "
                    + "UNION ALL SELECT Z_PK, 1 AS place FROM ZT WHERE ZB = $3) AS found "
                    + "ORDER BY place LIMIT 1), changed AS (UPDATE ZT SET Z_OPT = ZT.Z_OPT + 1, "
                    + "ZB = $3 FROM met WHERE ZT.Z_PK = met.Z_PK RETURNING ZT.Z_PK), "
                    + "added AS (INSERT INTO ZT (Z_PK, ZA, ZB) SELECT $1, $2, $3 "
                    + "WHERE NOT EXISTS (SELECT 1 FROM met) ON CONFLICT DO NOTHING RETURNING Z_PK) "
                    + "SELECT Z_PK FROM changed UNION ALL SELECT Z_PK FROM added",
            ])
    }

    @Test("SQLite deletes record by record, PostgreSQL many records with their join rows at once")
    func deletion() throws {
        let toy = try entity("Toy")
        let deletions = schemas.map { SQLDeletion(of: $0[toy]) }

        #expect(
            [deletions[0].record(checksVersion: true)] + deletions[0].pairsOfRecord == [
                "DELETE FROM ZTOY WHERE Z_PK = ? AND Z_OPT = ?",
                "DELETE FROM Z_4TOYS WHERE Z_5TOYS = ?",
                "DELETE FROM Z_5TWINS WHERE Z_5TWINS = ?",
                "DELETE FROM Z_5TWINS WHERE Z_5TWINS1 = ?",
            ])
        #expect(
            deletions[1].records
                == "WITH gone AS (DELETE FROM ZTOY t0 "
                + "USING unnest(CAST($1 AS bigint[]), CAST($2 AS bigint[])) AS v (k, o) "
                + "WHERE t0.Z_PK = v.k AND (v.o < 0 OR t0.Z_OPT = v.o) RETURNING t0.Z_PK), "
                + "pairs0 AS (DELETE FROM Z_4TOYS WHERE Z_5TOYS IN (SELECT Z_PK FROM gone)), "
                + "pairs1 AS (DELETE FROM Z_5TWINS WHERE Z_5TWINS IN (SELECT Z_PK FROM gone) "
                + "OR Z_5TWINS1 IN (SELECT Z_PK FROM gone)) "
                + "SELECT Z_PK FROM gone")
    }

    @Test("Join rows of an ordered relationship are appended")
    func joins() throws {
        let keeper = try entity("Keeper")
        let toys = try #require(keeper.slot(named: "toys"))
        let statements = try schemas.map { schema in
            SQLJoinStatements(try #require(schema[keeper].joins[toys.number]), schema.dialect)
        }

        for (mark, statements) in zip(["?", "$"], statements) {
            #expect(
                statements.removal
                    == "DELETE FROM Z_4TOYS WHERE Z_4OWNERS = \(mark)1 AND Z_5TOYS = \(mark)2")
            #expect(
                statements.insertion
                    == "INSERT INTO Z_4TOYS (Z_4OWNERS, Z_5TOYS, Z_FOK_5TOYS) "
                    + "VALUES (\(mark)1, \(mark)2, (SELECT COALESCE(MAX(Z_FOK_5TOYS), 1024) + 1024 "
                    + "FROM Z_4TOYS WHERE Z_4OWNERS = \(mark)1)) ON CONFLICT DO NOTHING")
            #expect(
                statements.arrangement(of: "Z_FOK_5TOYS")
                    == "UPDATE Z_4TOYS SET Z_FOK_5TOYS = \(mark)3 "
                    + "WHERE Z_4OWNERS = \(mark)1 AND Z_5TOYS = \(mark)2")
        }
    }

    @Test(
        "Many keys are a list of few possible lengths for SQLite, and one parameter for PostgreSQL"
    )
    func destinations() throws {
        let keeper = try entity("Keeper")
        let animals = try #require(keeper.slot(named: "animals"))
        let queries = try schemas.map { schema in
            let query = try DestinationQuery(animals, from: keeper, schema: schema)
            return [1, 3, 200].map { schema.dialect.text(query.sql(keyCount: $0)) }
        }

        let text = "SELECT t0.Z_PK, t0.Z_ENT, t0.ZKEEPER FROM ZANIMAL t0 WHERE t0.ZKEEPER "
        func marks(_ count: Int) -> String {
            Array(repeating: "?", count: count).joined(separator: ", ")
        }
        let order = " ORDER BY t0.Z_FOK_KEEPER, t0.Z_PK"
        #expect(
            queries[0] == [
                text + "= ?" + order, text + "IN (\(marks(8)))" + order,
                text + "IN (\(marks(512)))" + order,
            ])
        let serverOrder = " ORDER BY t0.Z_FOK_KEEPER NULLS FIRST, t0.Z_PK"
        let many = text + "= ANY(CAST($1 AS bigint[]))" + serverOrder
        #expect(queries[1] == [text + "= $1" + serverOrder, many, many])
    }
}
