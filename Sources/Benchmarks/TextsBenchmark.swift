import CSQLite
import Foundation
import ObjectModel
import Persistence

/// The full-text index of a store with 300,000 records.
struct TextsBenchmark {
    private static let count = 300_000
    private static let saves = 200

    let path: String

    private static var model: ManagedObjectModel {
        var note = EntityDescription("Note")
        let types: KeyValuePairs<String, AttributeType> = [
            "title": .string, "body": .string, "place": .integer64,
        ]
        note.attributes = types.map {
            var attribute = AttributeDescription($0, $1)
            attribute.isIndexedBySpotlight = $1 == .string
            return attribute
        }
        note.indexes = ["title", "place"].map {
            FetchIndexDescription($0, elements: [FetchIndexElementDescription(propertyName: $0)])
        }
        return ManagedObjectModel(entities: [note])
    }

    func run(report: (Measurement) -> Void) throws {
        let container = try PersistentContainer(
            model: Self.model, classes: [], store: .sqlite(path: path))
        try fill(container)
        report(try saves(in: container))
        let place = FetchSortDescriptor("place")
        let byRelevance = [
            FetchSortDescriptor.relevance(to: "lamp"), FetchSortDescriptor("title"),
        ]
        let rows: [(String, String, [FetchSortDescriptor], Double)] = [
            ("a rare word", "number777", [place], 5),
            ("a word that a third of them have", "lamp", [place], 150),
            ("three words that a third of them have, in one order", "lamp blue shop", [place], 150),
            ("a word that they have and one that few of those have", "lamp oak77", [place], 150),
            ("two letters of a third of them", "mp", [place], 100),
            ("one letter of all of them", "e", [place], 100),
            ("two letters of none", "zq", [place], 100),
            ("the first by relevance, a word of a third of them", "lamp", byRelevance, 150),
        ]
        for (name, text, order, goal) in rows {
            let time = try median(of: 7) { _ in try first(text, order, in: container) }
            report(.amount("50 of 300,000: \(name)", time * 1000, "ms", atMost: goal))
        }
        let counts = [("a word of a third", "lamp", 150.0), ("two letters", "mp", 100)]
        for (name, text, goal) in counts {
            let time = try median(of: 7) { _ in try count(text, in: container) }
            report(
                .amount("count of 300,000: \(name) of them", time * 1000, "ms", atMost: goal))
        }
        try container.close()
    }

    /// Inserts the records by SQL; the next save updates the index.
    private func fill(_ container: PersistentContainer) throws {
        let database = try HandwrittenDatabase(path)
        try database.run(
            """
            INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZPLACE, ZTITLE, ZBODY)
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
            SELECT i, 1, 1, i * 7919 % \(Self.count),
            CASE i % 6 WHEN 0 THEN 'Lamp' WHEN 3 THEN 'Lampshade' WHEN 1 THEN 'Table' ELSE 'Chair' END
            || ' number' || i,
            'Bought at the shop ' || i % 977 || ' in blue oak' || i % 1009 || ', serial '
            || hex(randomblob(6)) FROM n
            """)
        try database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Self.count)")
        try container.write { context in
            _ = try ManagedObject(entityName: "Note", context: context)
            try context.save()
        }
    }

    private func first(
        _ text: String, _ order: [FetchSortDescriptor], in container: PersistentContainer
    ) throws {
        try container.read { context in
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            request.predicate = .search(text)
            request.sortDescriptors = order
            request.fetchLimit = 50
            _ = try context.fetch(request)
        }
    }

    private func count(_ text: String, in container: PersistentContainer) throws {
        try container.read { context in
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            request.predicate = .search(text)
            _ = try context.count(for: request)
        }
    }

    /// Saves a new title each, compared with handwritten statements: for the record, its folded
    /// text and the index.
    private func saves(in container: PersistentContainer) throws -> Measurement {
        let byHand = path + "-hand"
        let database = try HandwrittenDatabase(byHand)
        try copyByHand(to: database)
        let update = try database.prepare(
            "UPDATE ZNOTE SET ZTITLE = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?")
        let text = try database.prepare("SELECT ZTEXT FROM TEXTS WHERE Z_PK = ?")
        let remove = try database.prepare(
            "INSERT INTO WORDS (WORDS, rowid, ZTEXT) VALUES ('delete', ?, ?)")
        let change = try database.prepare("UPDATE TEXTS SET ZTEXT = ? WHERE Z_PK = ?")
        let add = try database.prepare("INSERT INTO WORDS (rowid, ZTEXT) VALUES (?, ?)")
        var round = 0
        let best = try bestOf(
            5,
            {
                round += 1
                try container.write { context in
                    var request = FetchRequest<ManagedObject>(entityName: "Note")
                    request.fetchLimit = Self.saves
                    for (place, note) in try context.fetch(request).enumerated() {
                        try note.setValue("Desk \(round) \(place)", forKey: "title")
                        try context.save()
                    }
                }
            },
            {
                round += 1
                for key in 1...Self.saves {
                    let title = "Desk \(round) \(key)"
                    try database.run("BEGIN IMMEDIATE")
                    let old = try text.text(key)
                    let new = title.lowercased() + "\n" + (old.split(separator: "\n").last ?? "")
                    try update.run(title, key)
                    try remove.run(key, old)
                    try change.run(new, key)
                    try add.run(key, new)
                    try database.run("COMMIT")
                }
            })
        return .time(
            "\(Self.saves) saves of a title with its index", best.0, limit: best.1, atMost: 1.35)
    }

    private func copyByHand(to database: HandwrittenDatabase) throws {
        for statement in [
            "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
                + "ZPLACE INTEGER, ZTITLE VARCHAR, ZBODY VARCHAR)",
            "CREATE INDEX byTitle ON ZNOTE (ZTITLE)", "CREATE INDEX byPlace ON ZNOTE (ZPLACE)",
            "CREATE TABLE TEXTS (Z_PK INTEGER PRIMARY KEY, ZTEXT VARCHAR)",
            "CREATE VIRTUAL TABLE WORDS USING fts5(ZTEXT, content='TEXTS', content_rowid='Z_PK', "
                + "tokenize='trigram case_sensitive 1', columnsize=0)",
            "ATTACH '\(path)' AS own",
            "INSERT INTO ZNOTE SELECT Z_PK, Z_ENT, Z_OPT, ZPLACE, ZTITLE, ZBODY FROM own.ZNOTE",
            "INSERT INTO TEXTS SELECT Z_PK, ZTEXT FROM own.FULLTEXT_ZNOTE_TEXT",
            "INSERT INTO WORDS (rowid, ZTEXT) SELECT Z_PK, ZTEXT FROM TEXTS", "DETACH own",
        ] {
            try database.run(statement)
        }
    }
}

/// A database with prepared statements, as in a handwritten program.
private final class HandwrittenDatabase {
    private var handle: OpaquePointer?

    struct Failure: Error {
        let message: String
    }

    init(_ path: String) throws {
        sqlite3_open(path, &handle)
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
    }

    func prepare(_ sql: String) throws -> HandStatement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
        return HandStatement(handle: statement)
    }
}

private final class HandStatement {
    private let handle: OpaquePointer?

    init(handle: OpaquePointer?) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement with texts and integers.
    func run(_ values: any Sendable...) throws {
        for (place, value) in values.enumerated() { bind(value, Int32(place + 1)) }
        guard sqlite3_step(handle) == SQLITE_DONE else {
            throw HandwrittenDatabase.Failure(message: "a statement by hand failed")
        }
        sqlite3_reset(handle)
    }

    /// The text that the statement selects for a key.
    func text(_ key: Int) throws -> String {
        bind(key, 1)
        defer { sqlite3_reset(handle) }
        guard sqlite3_step(handle) == SQLITE_ROW, let text = sqlite3_column_text(handle, 0) else {
            throw HandwrittenDatabase.Failure(message: "a statement by hand found nothing")
        }
        return String(cString: text)
    }

    private func bind(_ value: any Sendable, _ place: Int32) {
        if let number = value as? Int {
            sqlite3_bind_int64(handle, place, Int64(number))
        } else if let text = value as? String {
            // SQLITE_TRANSIENT, a macro that Swift does not import.
            sqlite3_bind_text(
                handle, place, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }
}
