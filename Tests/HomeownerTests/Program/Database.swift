import CSQLite

extension StoryTests {
    /// The faults that SQLite finds in a database; `ok` for none.
    static func integrity(_ path: String) throws -> String {
        try Database(path).text("PRAGMA integrity_check")
    }
}

/// A database as any other program sees it.
final class Database {
    struct Refused: Error {
        let message: String
    }

    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw refused }
    }

    deinit {
        sqlite3_close(handle)
    }

    /// Runs statements.
    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refused }
    }

    /// The first column of the first row.
    func text(_ sql: String) throws -> String {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw refused
        }
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else { throw refused }
        return String(cString: text)
    }

    private var refused: Refused { Refused(message: String(cString: sqlite3_errmsg(handle))) }
}
