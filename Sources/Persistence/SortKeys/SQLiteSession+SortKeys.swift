extension SQLSortKeys: AuxiliaryIndex {
    static var changes: (table: String, statement: String)? { (changeTable, changeTableStatement) }

    static func all(of schema: SQLSchema) -> [SQLSortKeys] { schema.sortKeys }

    static func owns(_ part: ExistingSchema.Part) -> Bool {
        part.name == changeTable
            || part.name.hasPrefix(prefix) && part.sql.hasPrefix("CREATE TRIGGER")
                && part.sql.contains("INSERT INTO \(changeTable) ")
    }

    /// The columns of the keys belong to the model.
    var tableStatements: [String] { [] }

    func fill(_ connection: Connection, _ report: (Int) -> Void) throws {
        try connection.run([fillStatement], inPortionsOf: table, report)
        try connection.executeOnce(cutStatement)
    }
}

extension SQLiteSession {
    func presentSortKeys() throws -> [SQLSortKeys] {
        try sortKeys.present(of: store.sortKeys, connection)
    }

    /// Whether the rows of a table are in the order of their sort keys; nil if it has none.
    func stateOfSortKeys(in table: String) throws -> SortKeyState? {
        guard try presentSortKeys().contains(where: { $0.table == table }) else { return nil }
        let state = try connection.integer(
            "SELECT CASE WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.changeTable) WHERE ZCUT = 0 "
                + "AND ZTABLE = '\(table)') THEN 2 WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.changeTable) "
                + "WHERE ZCUT = 1 AND ZTABLE = '\(table)') THEN 1 ELSE 0 END")
        return state == 2 ? .outOfDate : state == 1 ? .cut : .ordered
    }

    /// Computes the keys of all recorded rows, of this transaction and of other programs.
    func updateSortKeys() throws {
        try update(
            presentSortKeys(), \.updateStatements,
            recorded: "\(SQLSortKeys.changeTable) WHERE ZCUT = 0")
    }

    /// One message for each difference. Recorded rows are left to the next save.
    func faultsOfSortKeys() throws -> [String] {
        try presentSortKeys().flatMap { keys in
            try keys.pairs.flatMap { pair in
                try firstKeys(keys.differingStatement(pair)).map { keys.fault(pair, $0) }
            }
        }
    }
}
