import Persistence

extension PostgreSQLSession {
    /// What is wrong with the records, and with what the server sees to. Whether its files are whole, its own
    /// programs tell.
    func faults() throws -> [String] {
        let connection = try begun()
        let records = RecordCheck(schema) { sql, count in
            // All that it asks for are whole numbers.
            try connection.runOnce(sql).rows.map { row in
                (0..<Int32(count)).map { row.isNull($0) ? "nothing" : String(row.integer($0)) }
            }
        }
        return try records.faults() + invalidIndexes(connection) + uncheckedKeys(connection)
            + (contents.keepsSortKeys ? StoredSortKeys(connection, schema).faults() : [])
            + contents.textIndexes(on: connection).faults()
    }

    /// Indexes that were not made to the end.
    private func invalidIndexes(_ connection: ServerConnection) throws -> [String] {
        try names(
            "SELECT CAST(c.relname AS text) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
                + "WHERE NOT i.indisvalid AND c.relnamespace = to_regnamespace(current_schema()) "
                + "ORDER BY 1", connection
        ).map { "The index \($0) is not valid: REINDEX makes it again." }
    }

    /// Foreign keys that do not hold for what was there before them.
    private func uncheckedKeys(_ connection: ServerConnection) throws -> [String] {
        try names(
            "SELECT CAST(conname AS text) FROM pg_constraint "
                + "WHERE NOT convalidated AND connamespace = to_regnamespace(current_schema()) "
                + "ORDER BY 1", connection
        ).map { "The foreign key \($0) was never checked: VALIDATE CONSTRAINT does that." }
    }

    private func names(_ sql: String, _ connection: ServerConnection) throws -> [String] {
        let answer = try connection.runOnce(sql)
        return answer.rows.map { $0.string(0) }
    }
}
