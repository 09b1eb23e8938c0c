import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Counts and sums that an SQLite store maintains for an index.
@Suite("Group sums")
struct GroupSumsTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/Shop.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    /// Things with a kind, new or used, some of which were sold.
    private static func model(keepsSums: Bool = true) -> ManagedObjectModel {
        func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
            AttributeDescription(name, type)
        }
        var thing = EntityDescription("Thing")
        thing.attributes = [
            attribute("isNew", .boolean), attribute("cents", .integer64), attribute("sold", .date),
            attribute("code", .string), attribute("pieces", .integer16),
        ]
        thing.relationships = [RelationshipDescription(toOne: "kind", "Kind", inverse: "things")]
        var index = FetchIndexDescription(
            "byKind",
            elements: ["kind", "isNew", "cents"].map {
                FetchIndexElementDescription(propertyName: $0)
            })
        index.partialIndexPredicateFormat = "sold == nil"
        let byPieces = FetchIndexDescription(
            "byPieces",
            elements: ["kind", "sold", "isNew", "pieces"].map {
                FetchIndexElementDescription(propertyName: $0)
            })
        thing.indexes = [index, byPieces]
        thing.uniquenessConstraints = [["code"]]
        if keepsSums { thing.userInfo = ["sums": "byKind byPieces"] }
        var kind = EntityDescription("Kind")
        kind.attributes = [attribute("name", .string)]
        kind.relationships = [RelationshipDescription(toMany: "things", "Thing", inverse: "kind")]
        return ManagedObjectModel(entities: [thing, kind])
    }

    private func open(
        keepsSums: Bool = true, trace: SQLTrace? = nil, isReadOnly: Bool = false
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: path)
        store.isReadOnly = isReadOnly
        store.trace = trace
        return try PersistentContainer(model: Self.model(keepsSums: keepsSums), store: store)
    }

    /// The sums of the unsold things, a line for each group.
    private func sums(_ container: PersistentContainer) throws -> [String] {
        let cents = FetchExpression.key("cents")
        var request = DictionaryFetchRequest(
            entityName: "Thing",
            columns: [
                ("kind", .key("kind")), ("isNew", .key("isNew")),
                ("count", .function("count:", [.evaluatedObject])),
                ("sum", .function("sum:", [cents])), ("known", .function("count:", [cents])),
            ])
        request.predicate = .key("sold") == nil
        request.propertiesToGroupBy = [.key("kind"), .key("isNew")]
        return try container.read { context in
            try context.fetchDictionaries(request).map { row in
                "\(row["kind"]?.objectID?.key ?? 0) \(row["isNew"] ?? .null) "
                    + "\(row["count"] ?? .null) \(row["sum"] ?? .null) \(row["known"] ?? .null)"
            }.sorted()
        }
    }

    /// The same sums, computed by a store without group sums.
    private func countedSums() throws -> [String] {
        let plain = try open(keepsSums: false, isReadOnly: true)
        defer { try? plain.close() }
        return try sums(plain)
    }

    private func add(_ count: Int, to container: PersistentContainer) throws {
        try container.write { context in
            let kinds = try ["a", "b"].map { try context.add("Kind", ["name": $0]) }
            for number in 0..<count {
                let thing = try context.add(
                    "Thing", ["isNew": number % 2 == 0, "code": "\(number)"])
                if number % 3 > 0 { try thing.setValue(kinds[number % 3 - 1], forKey: "kind") }
                if number % 5 > 0 { try thing.setValue(Int64(number), forKey: "cents") }
                if number % 7 == 0 { try thing.setValue(Date(), forKey: "sold") }
            }
            try context.save()
        }
    }

    @Test("Sums are read from the stored ones, and equal those of the records")
    func reading() throws {
        let trace = SQLTrace()
        let container = try open(trace: trace)
        try add(700, to: container)
        trace.removeAll()

        let found = try sums(container)

        #expect(found.count == 6)
        #expect(trace.sql.contains { $0.contains("FROM SUMS_Thing_byKind t0 GROUP BY") })
        #expect(!trace.sql.contains { $0.contains("FROM ZTHING") })
        #expect(try found == countedSums())
        #expect(
            try RawDatabase(path).column("SELECT count(*) FROM SUMS_Thing_byKind") == ["6"],
            "What has become many rows is added up.")
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("An index may have other elements between the groups and the summed attribute")
    func otherElements() throws {
        let trace = SQLTrace()
        let container = try open(trace: trace)
        try add(30, to: container)
        var request = DictionaryFetchRequest(
            entityName: "Thing",
            columns: [("kind", .key("kind")), ("pieces", .function("sum:", [.key("pieces")]))])
        request.propertiesToGroupBy = [.key("kind")]
        func pieces() throws -> [AttributeValue?] {
            let rows = try container.read { try $0.fetchDictionaries(request) }
            return rows.sorted {
                ($0["kind"]?.objectID?.key ?? 0) < ($1["kind"]?.objectID?.key ?? 0)
            }
            .map { $0["pieces"] }
        }
        let other = try RawDatabase(path)
        trace.removeAll()

        try other.run("UPDATE ZTHING SET ZPIECES = 2, ZSOLD = 1 WHERE Z_PK % 5 > 0")
        let found = try pieces()
        try other.run("UPDATE ZTHING SET ZPIECES = 3, ZSOLD = NULL")

        #expect(try found.count == 3 && found != pieces())
        #expect(try pieces() == [.integer(30), .integer(30), .integer(30)])
        #expect(!trace.sql.contains { $0.contains("FROM ZTHING") })
        try container.close()
        #expect(try !StoreCheck.faults(path: path).contains { $0.contains("SUMS_") })
    }

    @Test("Changes by other programs, including replacements, update the sums at once")
    func foreignWriters() throws {
        let container = try open()
        try add(40, to: container)
        let other = try RawDatabase(path)
        for statement in [
            "UPDATE OR FAIL ZTHING SET ZCENTS = 5, ZSOLD = NULL WHERE Z_PK % 3 = 0",
            "UPDATE ZTHING SET ZKIND = NULL, ZSOLD = 1 WHERE Z_PK % 11 = 4",
            "UPDATE ZTHING SET ZCENTS = NULL WHERE Z_PK % 5 = 4",
            "DELETE FROM ZTHING WHERE Z_PK % 8 = 1",
            "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZKIND, ZCENTS) VALUES (900, 2, 1, 7, 3)",
            "INSERT OR REPLACE INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCENTS) VALUES (900, 2, 1, 4)",
            "INSERT OR IGNORE INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCENTS) VALUES (900, 2, 1, 9)",
            "INSERT OR REPLACE INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE) VALUES (901, 2, 1, '7')",
            "UPDATE OR REPLACE ZTHING SET ZCODE = '11' WHERE Z_PK = 20",
            "UPDATE OR REPLACE ZTHING SET Z_PK = 22 WHERE Z_PK = 23",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 901 WHERE Z_NAME = 'Thing'",
        ] {
            try other.run(statement)
            #expect(try sums(container) == countedSums(), "\(statement)")
        }
        try container.write { context in
            try context.add("Thing", ["cents": Int64(1)])
            try context.save()
        }

        #expect(try sums(container) == countedSums())
        #expect(
            try other.column(
                "SELECT count(*) FROM SUMS_Thing_byKind WHERE Z_COUNT IS NULL") == ["0"])
        try other.run("VACUUM")
        #expect(try sums(container) == countedSums())
        try container.close()
        #expect(try !StoreCheck.faults(path: path).contains { $0.contains("SUMS_") })
    }

    @Test("An older store gets its sums on opening; a read-only one computes them")
    func olderStore() throws {
        let older = try open(keepsSums: false)
        try add(30, to: older)
        try older.close()
        let reader = try open(isReadOnly: true)
        #expect(try sums(reader) == countedSums())
        try reader.close()

        let container = try open()

        #expect(
            try RawDatabase(path).column("SELECT sum(Z_COUNT) FROM SUMS_Thing_byKind") == ["25"])
        #expect(try sums(container) == countedSums())
        try container.close()
    }

    @Test("A missing trigger is detected, and a check reports wrong sums")
    func damage() throws {
        let container = try open()
        try add(30, to: container)
        let other = try RawDatabase(path)
        try other.run("UPDATE SUMS_Thing_byKind SET Z_COUNT = Z_COUNT + 1 WHERE rowid = 1")
        #expect(
            try StoreCheck.faults(path: path) == [
                "The sums in SUMS_Thing_byKind are not those of the records of ZTHING."
            ])
        try other.run("DROP TRIGGER SUMS_Thing_byKind_AFTER_INSERT")

        #expect(try sums(container) == countedSums())
        try container.close()
        let again = try open()
        #expect(try sums(again) == countedSums())
        try again.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Other aggregates than those of the index are computed from the records")
    func otherQuestions() throws {
        let trace = SQLTrace()
        let container = try open(trace: trace)
        try add(30, to: container)
        var request = DictionaryFetchRequest(
            entityName: "Thing", columns: [("count", .function("count:", [.evaluatedObject]))])
        func count(_ predicate: FetchPredicate?) throws -> AttributeValue? {
            request.predicate = predicate
            return try container.read { try $0.fetchDictionaries(request).first?["count"] }
        }

        #expect(try count(.key("sold") == nil) == .integer(25))
        #expect(try count(nil) == .integer(30))
        #expect(try count(.key("sold") != nil) == .integer(5))
        #expect(try count(.and([.key("sold") == nil, .key("cents") == 1])) == .integer(1))
        #expect(trace.sql.count { $0.contains("FROM SUMS_Thing_byKind t0") } == 1)
        try container.close()
    }
}
