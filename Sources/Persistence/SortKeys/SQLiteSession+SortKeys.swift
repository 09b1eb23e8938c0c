extension SQLiteSession {
    /// The sort keys that the store keeps now. Others may drop a trigger at any time.
    func presentSortKeys() throws -> [SQLSortKeys] {
        guard !store.sortKeys.isEmpty else { return [] }
        let version = try connection.integer("PRAGMA schema_version") ?? 0
        if let known = knownSortKeys, known.version == version { return known.keys }
        let keys = try StoredSortKeys(connection: connection).present(of: store.sortKeys)
        knownSortKeys = (version, keys)
        return keys
    }

    /// Whether the rows of a table stand in the order of their sort keys; nil if the store keeps none for it.
    func stateOfSortKeys(in table: String) throws -> SortKeyState? {
        guard try presentSortKeys().contains(where: { $0.table == table }) else { return nil }
        let noted = try connection.integer(
            "SELECT CASE WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.noted) WHERE ZCUT = 0 "
                + "AND ZTABLE = '\(table)') THEN 2 WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.noted) "
                + "WHERE ZCUT = 1 AND ZTABLE = '\(table)') THEN 1 ELSE 0 END")
        return noted == 2 ? .outOfDate : noted == 1 ? .cut : .ordered
    }

    /// Makes the keys of all rows that were noted: those of this transaction, and those that other programs have
    /// written.
    func updateSortKeys() throws {
        let keys = try presentSortKeys()
        guard !keys.isEmpty else { return }
        let sql = "SELECT DISTINCT ZTABLE FROM \(SQLSortKeys.noted) WHERE ZCUT = 0"
        let tables = try connection.withStatement(sql) { statement in
            var tables: Set<String> = []
            while try statement.step() { statement.text(0).map { _ = tables.insert($0) } }
            return tables
        }
        for keys in keys where tables.contains(keys.table) {
            try keys.updateStatements.forEach(connection.execute)
        }
    }
}
