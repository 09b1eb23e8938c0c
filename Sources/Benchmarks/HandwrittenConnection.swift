import CSQLite
import Foundation

/// A connection with the statement for a page of items.
///
/// Unchecked: only the task that took it out of the pool of ``HandwrittenStore`` uses it.
final class HandwrittenConnection: @unchecked Sendable {
    private let database: OpaquePointer
    private let statement: OpaquePointer
    private let itemStatement: OpaquePointer

    /// The columns and the order of the program's own statement.
    private static let sql = """
        SELECT t0.Z_PK, t0.Z_OPT, t0.ZDATECREATED, t0.ZITEMKEY, t0.ZITEMNAME, t0.ZORDERINGVALUE,
            t0.ZSERIALNUMBER,
            CASE WHEN length(t0.ZTHUMBNAIL) <= 100 THEN t0.ZTHUMBNAIL
                ELSE length(t0.ZTHUMBNAIL) END,
            t0.ZVALUEINDOLLARS, t0.ZASSETTYPE
        FROM ZITEM AS t0 ORDER BY t0.ZORDERINGVALUE, t0.Z_PK LIMIT ? OFFSET ?
        """

    private static let itemSQL = """
        SELECT t0.ZITEMNAME, t0.ZSERIALNUMBER, t0.ZVALUEINDOLLARS, t0.ZDATECREATED, t0.ZASSETTYPE
        FROM ZITEM AS t0 WHERE t0.ZITEMKEY = ?
        """

    init(store: String) throws {
        var database: OpaquePointer?
        var statement: OpaquePointer?
        var itemStatement: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(store, &database, flags, nil) == SQLITE_OK, let database,
            sqlite3_prepare_v2(database, Self.sql, -1, &statement, nil) == SQLITE_OK,
            sqlite3_prepare_v2(database, Self.itemSQL, -1, &itemStatement, nil) == SQLITE_OK,
            let statement, let itemStatement
        else { throw BenchmarkFailure("\(store): \(String(cString: sqlite3_errmsg(database)))") }
        self.database = database
        self.statement = statement
        self.itemStatement = itemStatement
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_finalize(itemStatement)
        sqlite3_close(database)
    }

    /// Appends the rows of a page.
    func appendRows(offset: Int, labels: [Int64: String], to html: inout String) {
        sqlite3_bind_int64(statement, 1, 50)
        sqlite3_bind_int64(statement, 2, Int64(offset))
        while sqlite3_step(statement) == SQLITE_ROW {
            HandwrittenRow(statement, labels: labels).append(to: &html)
        }
        sqlite3_reset(statement)
    }

    /// The name of an item; nil if it does not exist.
    func name(of key: UUID) -> String? {
        withUnsafeBytes(of: key.uuid) { bytes in
            sqlite3_bind_blob(itemStatement, 1, bytes.baseAddress, Int32(bytes.count), nil)
            defer { sqlite3_reset(itemStatement) }
            guard sqlite3_step(itemStatement) == SQLITE_ROW else { return nil }
            return sqlite3_column_text(itemStatement, 0).map { String(cString: $0) }
        }
    }

    /// Reads all rows of two columns.
    func rows(_ sql: String) throws -> [(Int64, String)] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            throw BenchmarkFailure(String(cString: sqlite3_errmsg(database)))
        }
        defer { sqlite3_finalize(statement) }
        var rows: [(Int64, String)] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (
                    sqlite3_column_int64(statement, 0),
                    sqlite3_column_text(statement, 1).map { String(cString: $0) } ?? ""
                ))
        }
        return rows
    }
}
