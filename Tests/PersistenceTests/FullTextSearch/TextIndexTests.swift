import CSQLite
import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Reads, and writes by other programs, in a store with full-text indexes.
@Suite("Full-text indexes of SQLite stores")
struct TextIndexTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/Shelf.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private func open(
        _ model: ManagedObjectModel = Shelf.model,
        _ change: (inout StoreDescription) -> Void = { _ in }
    ) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: path)
        change(&store)
        return try PersistentContainer(model: model, store: store)
    }

    private func add(_ titles: [String], to container: PersistentContainer) throws {
        try container.write { context in
            for (place, title) in titles.enumerated() {
                try context.add("Item", ["title": title, "place": place])
            }
            try context.save()
        }
    }

    private func found(_ text: String, in container: PersistentContainer) throws -> [String] {
        try container.read { try $0.titles(.search(text)) }
    }

    private func noted() throws -> [[String?]] {
        try RawDatabase(path).rows("SELECT ZTABLE, Z_PK FROM FULLTEXT_NOTED ORDER BY 1, 2")
    }

    @Test("A save updates the index with the folded texts of each record")
    func contents() throws {
        let container = try open()
        try add(["Œuvre", "Blue lamp"], to: container)
        try container.write { context in
            let items = try context.fetch(FetchRequest<ManagedObject>(entityName: "Item"))
                .sorted { $0.objectID.key < $1.objectID.key }
            try items[0].setValue("Café", forKey: "notes")
            context.delete(items[1])
            try context.save()
        }

        #expect(try noted() == [])
        #expect(
            try RawDatabase(path).rows("SELECT Z_PK, ZTEXT FROM FULLTEXT_ZITEM_TEXT")
                == [["1", "cafe\noeuvre"]])
        #expect(
            try RawDatabase(path).column(
                "SELECT rowid FROM FULLTEXT_ZITEM WHERE FULLTEXT_ZITEM MATCH 'uvr'") == ["1"])
        #expect(
            try RawDatabase(path).column(
                "SELECT rowid FROM FULLTEXT_ZITEM WHERE FULLTEXT_ZITEM MATCH 'lamp'") == [])
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Changes by other programs are found at once, and indexed by the next save")
    func foreignWriters() throws {
        let container = try open()
        try add(["Blue lamp", "Red lamp", "Sofa"], to: container)
        let other = try RawDatabase(path)
        for statement in [
            "UPDATE OR FAIL ZITEM SET ZTITLE = 'Œuvre' WHERE Z_PK = 1",
            "UPDATE OR FAIL ZITEM SET ZTITLE = 'Œuvre d’art' WHERE Z_PK = 1",
            "DELETE FROM ZITEM WHERE Z_PK = 2",
            "INSERT OR FAIL INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPLACE) VALUES (9, 2, 1, 'Lampion', 9)",
            "UPDATE ZITEM SET Z_PK = 7 WHERE Z_PK = 3",
            "UPDATE ZITEM SET ZPLACE = 5 WHERE Z_PK = 7",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'Item'",
        ] { try other.run(statement) }

        #expect(try noted() == ["1", "2", "3", "7", "9"].map { ["ZITEM", $0] })
        let context = ManagedObjectContext(container)
        for isSaved in [false, true] {
            #expect(try context.titles(.search("lamp")) == ["Lampion"])
            #expect(try context.titles(.search("oeuv")) == ["Œuvre d’art"])
            #expect(try context.titles(.search("so")) == ["Sofa"])
            #expect(try context.titles(.search("blue")) == [])
            #expect(try noted().isEmpty == isSaved)
            if !isSaved {
                try context.add("Type", ["name": "Light"])
                try context.save()
            }
        }
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("A read-only store finds changes by other programs")
    func readOnlyStore() throws {
        let container = try open()
        try add(["Blue lamp"], to: container)
        try container.close()
        try RawDatabase(path).run("UPDATE ZITEM SET ZTITLE = 'Sofa'")

        let reader = try open { $0.isReadOnly = true }
        #expect(try found("sofa", in: reader) == ["Sofa"])
        #expect(try found("so", in: reader) == ["Sofa"])
        #expect(try found("lamp", in: reader) == [])
        try reader.close()
        #expect(try noted() == [["ZITEM", "1"]])
    }

    @Test(
        "If a trigger or table is missing, searches scan the records until it is recreated",
        arguments: [
            "DROP TRIGGER FULLTEXT_ZITEM_FOLDING1_UPDATE", "DROP TABLE FULLTEXT_ZITEM",
            "DROP TRIGGER FULLTEXT_ZITEM_FOLDING1_INSERT; DROP TABLE FULLTEXT_NOTED",
            "ALTER TABLE FULLTEXT_ZITEM_TEXT ADD COLUMN ZMORE",
        ])
    func missingParts(statements: String) throws {
        let container = try open()
        try add(["Blue lamp", "Sofa"], to: container)
        let other = try RawDatabase(path)
        for statement in statements.split(separator: "; ") { try other.run(String(statement)) }
        if statements.contains("NOTED") {
            for event in ["INSERT", "UPDATE", "DELETE"] {
                for table in ["ZITEM", "ZTYPE", "ZTAG", "ZLOAN"] {
                    try other.run("DROP TRIGGER IF EXISTS FULLTEXT_\(table)_FOLDING1_\(event)")
                }
            }
        }
        try other.run("UPDATE ZITEM SET ZTITLE = 'Red lampion' WHERE Z_PK = 2")

        #expect(try found("lamp", in: container) == ["Blue lamp", "Red lampion"])
        try add(["Lamprey"], to: container)
        #expect(try found("lamp", in: container).count == 3)
        try container.close()
        let again = try open()
        #expect(try found("lamp", in: again).count == 3)
        #expect(try found("sofa", in: again) == [])
        #expect(try noted() == [])
        try again.close()
        try expectStore(at: path, of: Shelf.model)
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Indexes with another folding version are rebuilt, with progress")
    func version() throws {
        let container = try open()
        try add((0..<25_000).map { "Lamp \($0)" }, to: container)
        try container.close()
        let other = try RawDatabase(path)
        let sql = try #require(
            try other.column(
                "SELECT sql FROM sqlite_master WHERE name = 'FULLTEXT_ZITEM_FOLDING1_DELETE'"
            ).first)
        try other.run("DROP TRIGGER FULLTEXT_ZITEM_FOLDING1_DELETE")
        try other.run(sql.replacing("FOLDING1", with: "FOLDING0"))
        try other.run("UPDATE FULLTEXT_ZITEM_TEXT SET ZTEXT = 'otherwise'")

        let parts = Parts()
        let again = try open { $0.indexingProgress = { parts.add($0) } }
        #expect(try found("lamp 24999", in: again) == ["Lamp 24999"])
        #expect(parts.all.count > 2 && parts.all.last == 1)
        #expect(parts.all == parts.all.sorted())
        try again.close()
        #expect(try StoreCheck.faults(path: path) == [])
        parts.clear()
        try open { $0.indexingProgress = { parts.add($0) } }.close()
        #expect(parts.all.isEmpty)
    }

    private final class Parts: @unchecked Sendable {
        // The store is opened on this thread.
        private(set) var all: [Double] = []
        func add(_ part: Double) { all.append(part) }
        func clear() { all = [] }
    }

    @Test("An Apple store gets indexes only on request, and keeps them")
    func foreignStore() throws {
        var plain = Shelf.model
        for entity in plain.entities.indices {
            for attribute in plain.entities[entity].attributes.indices {
                plain.entities[entity].attributes[attribute].isIndexedBySpotlight = false
            }
        }
        let container = try open(plain)
        try add(["Blue lamp"], to: container)
        try container.close()
        #expect(
            try RawDatabase(path).column(
                "SELECT name FROM sqlite_master WHERE name LIKE 'FULLTEXT%'") == [])
        try makeForeign()
        let before = try RawDatabase(path).contents()

        let without = try open()
        #expect(try found("lamp", in: without) == ["Blue lamp"])
        #expect(try found("la", in: without) == ["Blue lamp"])
        try without.close()
        #expect(try RawDatabase(path).contents() == before)
        let with = try open { $0.sqlite.indexesForeignStores = true }
        try add(["Lampion"], to: with)
        try with.close()
        #expect(try noted() == [])
        let again = try open()
        #expect(try found("lampi", in: again) == ["Lampion"])
        try again.close()
        let cache = "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE"
        #expect(try before.contains { try $0 == ["X'\(RawDatabase(path).column(cache)[0])'"] })
        try open(plain).close()
        #expect(
            try RawDatabase(path).column(
                "SELECT name FROM sqlite_master WHERE name LIKE 'FULLTEXT%'") == [])
    }

    /// Replaces the store's version hashes by unknown ones.
    private func makeForeign() throws {
        let database = try RawDatabase(path)
        var metadata = try StoreMetadata(reading: database.connection)
        metadata.members[StoreMetadata.Key.hashes] = .dictionary(
            metadata.hashes.mapValues { .data(Data($0.reversed())) })
        try metadata.update(database.connection)
    }

    @Test("The store’s cached model marks the indexed attributes")
    func modelCache() throws {
        var plain = Shelf.model
        try plain.change("Item") { $0.attributes[0].isIndexedBySpotlight = false }
        let container = try open(plain)
        try add(["Blue lamp"], to: container)
        #expect(try found("lamp", in: container) == [])
        try container.close()

        let again = try open()
        #expect(try found("lamp", in: again) == ["Blue lamp"])
        try again.close()
        let stored = try PersistentStoreCoordinator.storedModel(at: path)
        #expect(
            stored.entities.first { $0.name == "Item" }?.attributes.filter(\.isIndexedBySpotlight)
                .count == 2)
    }

    @Test(
        "A check finds differences between an index and the records",
        arguments: [
            ("UPDATE FULLTEXT_ZITEM_TEXT SET ZTEXT = 'red lamp' WHERE Z_PK = 1", 2),
            ("DELETE FROM FULLTEXT_ZITEM_TEXT WHERE Z_PK = 1", 2),
            ("INSERT INTO FULLTEXT_ZITEM_TEXT VALUES (9, 'lamp')", 2),
            (
                "INSERT INTO FULLTEXT_ZITEM (FULLTEXT_ZITEM, rowid, ZTEXT) VALUES ('delete', 1, 'blue lamp')",
                1
            ),
            ("INSERT INTO FULLTEXT_ZITEM (rowid, ZTEXT) VALUES (2, 'more')", 1),
        ])
    func check(statement: String, count: Int) throws {
        let container = try open()
        try add(["Blue lamp", "Sofa"], to: container)
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
        try RawDatabase(path).run(statement)

        let faults = try StoreCheck.faults(path: path)
        #expect(faults.count == count)
        #expect(faults.allSatisfy { $0.hasPrefix("The full-text index of ZITEM ") })
    }

    @Test("Searches use the index and do not scan tables")
    func plans() throws {
        let container = try open()
        try add((0..<50).map { "Lamp \($0)" }, to: container)
        for (predicate, isIndexed) in [
            (FetchPredicate.search("lamp"), true), (.search("lamp amp"), true),
            (.search("lamp", in: ["SELF", "type", "tags", "loans"]), true),
            (.not(.search("lamp")), false),
        ] {
            let plan = try plan(predicate, of: container)
            let scans = plan.filter {
                $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE INDEX 0:M")
                    && !$0.contains("json_each")
            }
            #expect(scans.isEmpty == isIndexed, Comment(rawValue: plan.joined(separator: "\n")))
        }
        // If many records have the word, the sort order's index leads to the first ones.
        try add((0..<4_100).map { "Lamp \($0)" }, to: container)
        #expect(
            try plan(.search("lamp"), of: container).contains {
                $0.hasPrefix("SCAN t0 USING INDEX Z_Item_byPlace")
            })
        #expect(
            try plan(.search("lamp 4099"), of: container).contains {
                $0.hasPrefix("SEARCH t0 USING INTEGER PRIMARY KEY")
            })
        // The same for a single letter; the results for a word are not materialized.
        for text in ["la", "l", "lamp am"] {
            let plan = try plan(.search(text), of: container)
            #expect(plan.contains { $0.hasPrefix("SCAN t0 USING INDEX Z_Item_byPlace") })
            #expect(!plan.contains { $0.contains("VIRTUAL") || $0.contains("SCAN FULLTEXT") })
        }
        // Those with the whole word are sorted by place.
        let byRelevance = [
            FetchSortDescriptor.relevance(to: "lamp"), FetchSortDescriptor("place"),
        ]
        let plan = try plan(.search("lamp"), by: byRelevance, of: container)
        #expect(plan.contains { $0.hasPrefix("SCAN t0 USING INDEX Z_Item_byPlace") })
        #expect(!plan.contains { $0.contains("ORDER BY") })
        try container.close()
    }

    @Test("Words searched in the same record are combined into one index query")
    func oneQuestion() throws {
        let container = try open()
        try add(["Blue lamp", "Blue sofa"], to: container)
        let subquery = try FetchPredicate(
            format: "SUBQUERY(tags, $t, indexedText:($t) CONTAINS 'war' AND "
                + "indexedText:($t) CONTAINS 'arm').@count > 0")
        // No tag and no type has the words.
        for (predicate, count) in [
            (FetchPredicate.search("blue lamp am"), 1), (subquery, 0),
            (.search("blue lamp", in: ["SELF", "type"]), 2), (.not(.search("blue lamp")), 2),
        ] {
            let plan = try plan(predicate, of: container)
            #expect(
                plan.count { $0.contains("VIRTUAL TABLE") } == count,
                Comment(rawValue: plan.joined(separator: "\n")))
        }
        #expect(try found("blue lamp", in: container) == ["Blue lamp"])
        #expect(try found("blue am", in: container) == ["Blue lamp"])
        try container.close()
    }

    @Test("Few letters of few records are looked for once, and in no other tables without them")
    func rareLetters() throws {
        let trace = SQLTrace()
        let container = try open { $0.trace = trace }
        try add((0..<2_100).map { "Sofa \($0)" } + ["Xylophone"], to: container)
        var request = FetchRequest<ManagedObject>(entityName: "Item")
        request.predicate = .and([
            .search("xy", in: ["SELF", "type", "tags", "loans"]), .key("place") >= 0,
        ])
        trace.removeAll()
        let (titles, count) = try container.read { context in
            (try context.titles(request.predicate), try context.count(for: request))
        }

        #expect(titles == ["Xylophone"])
        #expect(count == 1)
        #expect(trace.sql.count { $0.contains("FULLTEXT_ZITEM_TEXT") } == 1)
        #expect(trace.sql.count { $0.contains("FULLTEXT_ZTAG_TEXT") } == 1)
        #expect(!trace.sql.contains { $0.contains("CASE WHEN") })
        try container.close()
    }

    @Test("The records with a rare word, and the frequency of another, are queried once for a read")
    func askedOnce() throws {
        let trace = SQLTrace()
        let container = try open { $0.trace = trace }
        try add(["Blue lamp", "Blue sofa"], to: container)
        var request = FetchRequest<ManagedObject>(entityName: "Item")
        request.predicate = .and([.search("lamp"), .key("place") >= 0])
        request.fetchLimit = 50
        func questions(_ part: String) -> Int { trace.sql.count { $0.contains(part) } }
        func count() throws -> Int {
            trace.removeAll()
            return try container.read { context in
                _ = try context.fetch(request)
                return try context.count(for: request)
            }
        }

        #expect(try count() == 1)
        #expect(questions("MATCH") == 1)
        try add(["Lampshade"], to: container)
        #expect(try count() == 2)
        #expect(questions("MATCH") == 1)
        try add((0..<4_100).map { "Lamp \($0)" }, to: container)
        #expect(try count() == 50)
        #expect(questions("LIMIT 4000") == 1)
        try container.close()
    }

    @Test("A list of records with a rare word is not used where they may change")
    func writing() throws {
        let container = try open()
        try add(["Blue lamp", "Blue sofa"], to: container)
        try container.write { context in
            func found() throws -> [String] { try context.titles(.search("blue lamp")) }
            #expect(try found() == ["Blue lamp"])
            try context.add("Item", ["title": "Blue lampshade", "place": 9])
            #expect(try found() == ["Blue lamp", "Blue lampshade"])
            try context.save()
            #expect(try found() == ["Blue lamp", "Blue lampshade"])
            try RawDatabase(path).run("UPDATE ZITEM SET ZTITLE = 'Sofa' WHERE ZTITLE = 'Blue lamp'")
            #expect(try found() == ["Blue lampshade"])
        }
        try container.close()
    }

    private func plan(
        _ predicate: FetchPredicate,
        by order: [FetchSortDescriptor] = [FetchSortDescriptor("place")],
        of container: PersistentContainer
    ) throws -> [String] {
        let store = try #require(container.coordinator.stores.first as? SQLiteStore)
        let layout = container.coordinator.layout
        var fetch = StoreFetch(entity: try #require(layout.entity(named: "Item")))
        try fetch.select(predicate, by: order, in: layout)
        fetch.limit = 50
        return try store.withReadSession { session in
            let session = try #require(session as? SQLiteSession)
            var query = try session.queryBuilder.select("t0.Z_PK", fetch).query
            query.sql = "EXPLAIN QUERY PLAN " + query.sql
            return try session.withStatement(query) { statement in
                var plan: [String] = []
                while try statement.step() { plan.append(statement.text(3) ?? "") }
                return plan.filter { $0 != "SCAN (subquery-1)" }
            }
        }
    }

    /// An item with its rank, computed without an index.
    private struct Ranked {
        let key, place: Int64
        let title: String

        /// Nil if one of the words is missing.
        func rank(_ words: [Substring]) -> Int? {
            let own = title.lowercased()
            guard words.allSatisfy(own.contains) else { return nil }
            let parts = own.split { !$0.isLetter && !$0.isNumber }
            return words.reduce(0) { sum, word in
                sum + (parts.contains(word) ? 0 : parts.contains { $0.hasPrefix(word) } ? 1 : 2)
            }
        }
    }

    @Test("The first records with frequent words are the same as those of a scan")
    func frequent() throws {
        let container = try open()
        let titles = ["Blue lamp", "Lampshade", "A clamp", "Red lamp, blue"]
        try add((0..<4_400).map { "\(titles[$0 % 4]) \($0 % 97)" }, to: container)
        let other = try RawDatabase(path)
        try other.run("UPDATE ZITEM SET ZPLACE = (Z_PK * 7919) % 4409")
        try other.run("UPDATE ZITEM SET ZTITLE = 'A la carte lamp' WHERE Z_PK % 500 = 3")
        try other.run("DELETE FROM ZITEM WHERE Z_PK = 5")
        let items = try other.rows("SELECT Z_PK, ZPLACE, ZTITLE FROM ZITEM").map { row in
            Ranked(
                key: Int64(row[0] ?? "") ?? 0, place: Int64(row[1] ?? "") ?? 0, title: row[2] ?? "")
        }
        let texts = [
            "la", "lamp", "lamp blue", "mp e", "a", "blue la 1", "zq", "red 9", "lamp cart",
        ]
        for text in texts {
            let words = text.split(separator: " ")
            let found = items.filter { $0.rank(words) != nil }
            var all = FetchRequest<ManagedObject>(entityName: "Item")
            all.predicate = .and([.search(text), .key("place") >= 0])
            #expect(try container.read { try $0.count(for: all) } == found.count, "\(text)")
            let place = FetchSortDescriptor("place")
            let orders: [([FetchSortDescriptor], (Ranked) -> [Int64])] = [
                ([place], { [$0.place] }), ([], { [$0.key] }),
                ([.relevance(to: text), place], { [Int64($0.rank(words) ?? 0), $0.place] }),
                ([.relevance(to: text)], { [Int64($0.rank(words) ?? 0), $0.key] }),
            ]
            for (order, key) in orders {
                let sorted = found.sorted { key($0).lexicographicallyPrecedes(key($1)) }
                for (offset, limit) in [(0, 50), (40, 20), (900, 100), (2_000, 300)] {
                    var request = FetchRequest<ManagedObject>(entityName: "Item")
                    request.predicate = .search(text)
                    request.sortDescriptors = order
                    (request.fetchOffset, request.fetchLimit) = (offset, limit)

                    let keys = try container.read { try $0.fetch(request).map(\.objectID.key) }

                    let wanted = sorted.dropFirst(offset).prefix(limit)
                    #expect(keys == wanted.map(\.key), "\(text), \(order.count), \(offset)")
                }
            }
        }
        try container.close()
    }

    @Test(
        "A record removed by OR REPLACE is removed from the index by the next save",
        arguments: [
            "INSERT OR REPLACE INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZCODE) "
                + "VALUES (7, 2, 1, 'Sofa', 'a')",
            "UPDATE OR REPLACE ZITEM SET ZCODE = 'a' WHERE Z_PK = 2",
        ])
    func replacement(statement: String) throws {
        var model = Shelf.model
        let place = try #require(model.entities.firstIndex { $0.name == "Item" })
        model.entities[place].uniquenessConstraints = [["code"]]
        let container = try open(model)
        try container.write { context in
            try context.add("Item", ["title": "Blue lamp", "code": "a"])
            try context.save()
            try context.add("Item", ["title": "Lampshade", "code": "b"])
            try context.save()
        }

        try RawDatabase(path).run(statement)

        #expect(try noted().contains(["ZITEM", "1"]))
        #expect(try found("lamp", in: container) == ["Lampshade"])
        try add(["Desk"], to: container)
        #expect(try noted() == [])
        let left = "SELECT Z_PK FROM FULLTEXT_ZITEM_TEXT WHERE Z_PK = 1"
        #expect(try RawDatabase(path).column(left) == [])
        try container.close()
        #expect(try StoreCheck.faults(path: path).filter { $0.contains("full-text") } == [])
    }

    @Test("A check reports records replaced because of another program’s unique index")
    func foreignReplacement() throws {
        let container = try open()
        try add(["Blue lamp"], to: container)
        try container.close()
        let other = try RawDatabase(path)
        try other.run("CREATE UNIQUE INDEX places ON ZITEM (ZPLACE)")
        try other.run(
            "INSERT OR REPLACE INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPLACE) "
                + "VALUES (7, 2, 1, 'Sofa', 0)")

        let faults = try StoreCheck.faults(path: path).filter { $0.contains("full-text") }

        #expect(
            faults == [
                "The full-text index of ZITEM has texts of the record 1, which is not there."
            ])
    }

    @Test("A migration updates the index in its transaction")
    func migration() throws {
        let container = try open()
        try add(["Blue lamp"], to: container)
        try container.close()
        var model = Shelf.model
        try model.change("Item") { item in
            var colour = AttributeDescription("colour", .string)
            colour.isIndexedBySpotlight = true
            item.attributes.removeAll { $0.name == "notes" }
            item.attributes.append(colour)
        }
        #expect(try StoreMigration(path: path, to: model).run())
        try expectStore(at: path, of: model)
        let migrated = try open(model)
        try migrated.write { context in
            let item = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Item")).first)
            try item.setValue("Turquoise", forKey: "colour")
            try context.save()
        }
        #expect(try found("turq lamp", in: migrated) == ["Blue lamp"])
        try migrated.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Erasing removes all traces of deleted texts from the files")
    func erasing() throws {
        let container = try open { $0.sqlite.isSecureDelete = true }
        try add((0..<300).map { "Lamp \($0)" } + ["Mr Quzxjk"], to: container)
        #expect(try container.checkpoint())
        // The index contains only trigrams, of which common prefixes are written once.
        func filesHave(_ part: String) -> Bool {
            ["", "-wal"].contains { suffix in
                guard let data = FileManager.default.contents(atPath: path + suffix) else {
                    return false
                }
                return data.range(of: Data(part.utf8)) != nil
            }
        }
        #expect(filesHave("uzx"))
        try container.write { context in
            var request = FetchRequest<ManagedObject>(entityName: "Item")
            request.predicate = .search("quzxjk")
            try context.fetch(request).forEach(context.delete)
            try context.save()
        }
        #expect(try container.checkpoint())
        #expect(filesHave("uzx"))

        try container.eraseDeletedTexts()
        #expect(try container.checkpoint())
        #expect(!filesHave("uzx"))
        #expect(!filesHave("zxj"))
        #expect(try found("lamp 299", in: container) == ["Lamp 299"])
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
    }

    @Test("Triggers use only functions of plain SQLite")
    func plainTriggers() throws {
        try open().close()
        let triggers = try RawDatabase(path).column(
            "SELECT sql FROM sqlite_master WHERE type = 'trigger'")

        #expect(triggers.count == 12)
        #expect(triggers.allSatisfy { !$0.contains("predicate_") && !$0.contains("OR IGNORE") })
    }
}
