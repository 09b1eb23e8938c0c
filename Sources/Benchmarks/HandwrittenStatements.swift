import CSQLite
import Foundation

/// A connection with the statements for a page of many items.
///
/// Unchecked: only the task that took it out of the pool of ``HandwrittenView`` uses it.
final class HandwrittenStatements: @unchecked Sendable {
    /// An item of the page.
    struct Item {
        let key: String
        let name: String
        let serialNumber: String
        let number: Int64
        let value: Int64

        /// The number as on labels: `A-0042`.
        var numberText: String {
            let digits = String(number)
            return "A-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    private let database: OpaquePointer
    private let rows: OpaquePointer
    private let sums: OpaquePointer

    init(store: String, _ statements: (rows: String, sums: String)) throws {
        var database: OpaquePointer?
        var rows: OpaquePointer?
        var sums: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(store, &database, flags, nil) == SQLITE_OK, let database,
            sqlite3_prepare_v2(database, statements.rows, -1, &rows, nil) == SQLITE_OK,
            sqlite3_prepare_v2(database, statements.sums, -1, &sums, nil) == SQLITE_OK,
            let rows, let sums
        else { throw BenchmarkFailure("\(store): \(String(cString: sqlite3_errmsg(database)))") }
        (self.database, self.rows, self.sums) = (database, rows, sums)
    }

    deinit {
        sqlite3_finalize(rows)
        sqlite3_finalize(sums)
        sqlite3_close(database)
    }

    /// Reads the sums of the page and its rows.
    func forEachRow(_ parameter: String, limit: Int, _ take: (Item) -> Void) {
        for statement in [sums, rows] {
            sqlite3_bind_text(statement, 1, parameter, -1, Self.transient)
        }
        while sqlite3_step(sums) == SQLITE_ROW { _ = sqlite3_column_int64(sums, 1) }
        sqlite3_reset(sums)
        sqlite3_bind_int64(rows, 2, Int64(limit))
        while sqlite3_step(rows) == SQLITE_ROW { take(item()) }
        sqlite3_reset(rows)
    }

    private func item() -> Item {
        func text(_ column: Int32) -> String {
            sqlite3_column_text(rows, column).map { HandwrittenRow.escaped(String(cString: $0)) }
                ?? ""
        }
        return Item(
            key: HandwrittenRow.key(sqlite3_column_blob(rows, 0)), name: text(1),
            serialNumber: text(2),
            number: sqlite3_column_int64(rows, 3), value: sqlite3_column_int64(rows, 4))
    }

    /// Makes SQLite copy the text.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
