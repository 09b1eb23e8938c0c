/// The tables and columns that a database has.
struct StoreCatalog: Sendable {
    /// The columns of each table, by its name.
    let columns: [String: Set<String>]

    init(_ connection: Connection) throws {
        let sql =
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
            // SQLite may be built without what such a table takes.
            + "WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL TABLE % USING fts%'"
        columns = try connection.withStatement(sql) { statement in
            var columns: [String: Set<String>] = [:]
            while try statement.step() {
                guard let table = statement.text(0), let column = statement.text(1) else {
                    continue
                }
                columns[table, default: []].insert(column)
            }
            return columns
        }
    }

    /// Whether nothing was ever stored.
    var isEmpty: Bool { columns.isEmpty }

    /// - Throws: `PersistenceError.cannotOpen` if it is a database of somebody else's.
    func checkIsStore(_ path: String) throws {
        let missing = ["Z_METADATA", "Z_PRIMARYKEY"].filter { columns[$0] == nil }
        guard missing.isEmpty else {
            throw PersistenceError.cannotOpen(
                path: path,
                reason: .foreign("the database has no table \(missing.joined(separator: " and "))"))
        }
    }
}
