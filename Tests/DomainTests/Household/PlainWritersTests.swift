import CSQLite
import Testing

@testable import Domain

@Suite("Writers without the program's functions")
struct PlainWritersTests {
    @Test("sqlite3 can insert, change and delete the rows of every table")
    func statements() throws {
        let test = try TestHousehold()
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try #require(sqlite3_open(test.directory.store, &database) == SQLITE_OK)
        func rows(_ sql: String) throws -> [String] {
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            let prepared = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
            try #require(prepared == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")
            var rows: [String] = []
            while sqlite3_step(statement) == SQLITE_ROW {
                rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            }
            return rows
        }
        let tables = try rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' ORDER BY 1")

        #expect(tables.contains("ZPHOTO") && tables.contains("ZITEM") && tables.count > 50)
        for table in tables {
            // A plan compiles the triggers too.
            let columns = try rows("SELECT name FROM pragma_table_info('\(table)')")
            let values = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
            for statement in [
                "UPDATE OR FAIL \(table) SET \(values)", "DELETE FROM \(table) WHERE 1",
                "INSERT OR FAIL INTO \(table) SELECT * FROM \(table)",
            ] {
                _ = try rows("EXPLAIN \(statement)")
            }
        }
    }
}
