import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// `GOLDEN_STORES=write` in the environment records the stores again.
@Suite("Recorded stores")
struct GoldenStoreTests {
    private static let writes = ProcessInfo.processInfo.environment["GOLDEN_STORES"] == "write"

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A copy of a recorded store, which is recorded first if requested.
    private func kept(_ kind: StoreKind) throws -> String {
        let path = Garden.keptPath(kind)
        if Self.writes {
            try? FileManager.default.removeItem(atPath: path)
            try Garden.make(kind, at: path)
        }
        let copy = "\(directory.path)/Kept"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        return copy
    }

    private func made(_ kind: StoreKind) throws -> String {
        let path = "\(directory.path)/Made"
        try Garden.make(kind, at: path)
        return path
    }

    @Test("A new store has the same records as the recorded one", arguments: Garden.kinds)
    func records(kind: StoreKind) throws {
        let lines = try dump(try made(kind))

        #expect(lines.count == 9)
        expectSame(lines, try dump(try kept(kind)))
    }

    @Test("A recorded store can be opened and written", arguments: Garden.kinds)
    func opening(kind: StoreKind) throws {
        let path = try kept(kind)
        let store: StoreDescription =
            switch kind {
            case .binary: .binary(path: path)
            case .xml: .xml(path: path)
            default: .sqlite(path: path)
            }
        let container = try PersistentContainer(model: try Garden.model, classes: [], store: store)
        try container.write { context in
            var request = FetchRequest<ManagedObject>(entityName: "Bed")
            request.predicate = try FetchPredicate(format: "ANY plants.tags.name == 'edible'")
            let bed = try #require(try context.fetch(request).first)
            #expect(
                try bed.value(forKeyPath: "plants.name") as? [AnyHashable] == [
                    "Thyme", "Mint", "Sage",
                ])
            #expect(try bed.value(forKey: "area") as? Decimal == Decimal(string: "2.75"))
            #expect(try bed.value(forKeyPath: "neighbour.note") as? String == "By the wall")
            try bed.setValue("Weeded", forKey: "note")
            try context.save()
        }
        try container.close()
        #expect(try dump(path).contains { $0.contains("Weeded") })
        if kind == .sqlite { #expect(try StoreCheck.faults(path: path) == []) }
    }

    @Test("Tables, indexes and rows are identical to those of the recorded store")
    func layout() throws {
        let (kept, made) = (
            try RawDatabase(try kept(.sqlite)), try RawDatabase(try made(.sqlite))
        )
        let schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
        #expect(try made.rows(schema) == kept.rows(schema))
        let tables = try kept.column("SELECT name FROM sqlite_master WHERE type = 'table'")
        #expect(tables.count > 5)
        for table in tables where table != "Z_METADATA" && table != "Z_MODELCACHE" {
            let columns = try kept.column("SELECT name FROM pragma_table_info('\(table)')")
            let hex = columns.map { "typeof(\($0)), hex(\($0))" }.joined(separator: ", ")
            let order = (1...columns.count * 2).map(String.init).joined(separator: ", ")
            let rows = "SELECT \(hex) FROM \(table) ORDER BY \(order)"
            #expect(try made.rows(rows) == kept.rows(rows), "\(table)")
        }
        #expect(
            try SQLiteStore.storedModel(path: made.connection.path).entityVersionHashesByName
                == SQLiteStore.storedModel(path: kept.connection.path).entityVersionHashesByName)
    }

    @Test("An XML store equals the recorded one except for its identifier")
    func text() throws {
        func text(_ path: String) throws -> String {
            let identifier =
                try PersistentStoreCoordinator
                .metadataForPersistentStore(at: path).identifier
            return try String(contentsOfFile: path, encoding: .utf8)
                .replacing(identifier, with: "UUID")
        }

        #expect(try text(made(.xml)) == text(kept(.xml)))
    }
}
