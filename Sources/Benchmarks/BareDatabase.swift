import CBaseline
import CSQLite

/// Stores opened through SQLite's C API, for the limits.
enum BareDatabase {
    /// The settings of Persistence.
    static let settings = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -4096;
        """

    /// Opens a store with the same settings as Persistence; the caller closes it.
    static func open(_ path: String) throws -> OpaquePointer? {
        var database: OpaquePointer?
        try check(baseline_open(path, settings, &database))
        return database
    }

    /// The names of a table's columns in order.
    static func columns(of table: String, _ database: OpaquePointer?) throws -> [String] {
        var rows: OpaquePointer?
        try check(sqlite3_prepare_v2(database, "SELECT * FROM \(table)", -1, &rows, nil))
        defer { sqlite3_finalize(rows) }
        return (0..<sqlite3_column_count(rows)).compactMap { column in
            sqlite3_column_name(rows, column).map { String(cString: $0) }
        }
    }

    /// Throws unless the code is that of success.
    static func check(_ code: Int32) throws {
        guard code == 0 else { throw BaselineFailure(code: code) }
    }
}

/// An error of the baseline in C.
struct BaselineFailure: Error {
    let code: Int32
}
