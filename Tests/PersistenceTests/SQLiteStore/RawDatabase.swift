import CSQLite
import Foundation

@testable import Persistence

let readWrite = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE

/// An SQLite file as seen by any program.
struct RawDatabase {
    let connection: Connection

    init(_ path: String) throws {
        connection = try Connection(path: path, flags: readWrite, cachedStatements: 0, trace: nil)
    }

    /// The rows of a query as text; NULL is nil.
    func rows(_ sql: String) throws -> [[String?]] {
        try connection.withStatement(sql) { statement in
            var rows: [[String?]] = []
            let count = Int(sqlite3_column_count(statement.handle))
            while try statement.step() { rows.append((0..<count).map { statement.text($0) }) }
            return rows
        }
    }

    /// The first column of a query.
    func column(_ sql: String) throws -> [String] {
        try rows(sql).compactMap { $0.first ?? nil }
    }

    func run(_ sql: String) throws {
        try connection.executeOnce(sql)
    }
}
