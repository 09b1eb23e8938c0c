import ObjectModel

extension HistoryTables {
    /// Nil if the store keeps no history.
    init?(_ catalog: StoreCatalog) {
        guard let columns = catalog.columns["ACHANGE"], catalog.columns["ATRANSACTION"] != nil,
            catalog.columns["ATRANSACTIONSTRING"] != nil
        else { return nil }
        self.init(changeColumns: columns)
    }

    static let textNames = ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"]

    /// Creates the tables, unless another process has done so.
    static func create(_ layout: ModelLayout, _ connection: Connection) throws -> HistoryTables {
        try connection.transaction {
            if let tables = HistoryTables(try StoreCatalog(connection)) { return tables }
            return try createInTransaction(layout, connection)
        }
    }

    /// Creates the tables inside a transaction.
    static func createInTransaction(
        _ layout: ModelLayout, _ connection: Connection
    ) throws -> HistoryTables {
        let tables = HistoryTables(
            tombstoneCount: layout.preservedCount, hasAnnotations: false)
        try tables.statements.forEach(connection.executeOnce)
        return tables
    }

    /// Adds the column of annotations, with an index for the later changes of a record, which
    /// readers of annotations need.
    mutating func addAnnotations(_ connection: Connection) throws {
        try connection.executeOnce("ALTER TABLE ACHANGE ADD COLUMN \(Self.annotation) BLOB")
        try connection.executeOnce(
            "CREATE INDEX IF NOT EXISTS ACHANGE_ZENTITYPK_INDEX ON ACHANGE (ZENTITYPK, ZENTITY)")
        hasAnnotations = true
    }

    private var statements: [String] {
        let head = "( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,"
        let tombstones = tombstoneColumns.map { ", \($0) BLOB" }.joined()
        let strings = Self.textNames
        let keys = strings.map { "Z\($0)TS INTEGER" }.joined(separator: ", ")
        let texts = strings.map { "Z\($0) VARCHAR" }.joined(separator: ", ")
        return [
            "CREATE TABLE ACHANGE \(head) ZCHANGETYPE INTEGER, ZENTITY INTEGER, "
                + "ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )",
            "CREATE TABLE ATRANSACTION \(head) \(keys), ZTIMESTAMP FLOAT, \(texts), "
                + "ZQUERYGEN BLOB )",
            "CREATE TABLE ATRANSACTIONSTRING \(head) ZNAME VARCHAR )",
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        ]
            + strings.map {
                "CREATE INDEX ATRANSACTION_Z\($0)TS_INDEX ON ATRANSACTION (Z\($0)TS)"
            } + [
                "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION "
                    + "(ZAUTHOR COLLATE BINARY ASC)",
                "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
                    + "(ZTIMESTAMP COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
                    + "(ZNAME COLLATE BINARY ASC)",
            ]
            + [
                (Number.change, "CHANGE"), (Number.transaction, "TRANSACTION"),
                (Number.string, "TRANSACTIONSTRING"),
            ].map {
                "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
                    + "VALUES (\($0.0), '\($0.1)', 0, 0)"
            }
    }
}

extension HistoryTables {
    /// The number of the last transaction, even if its history is deleted; nil without a history.
    static func lastNumber(_ connection: Connection) throws -> Int64? {
        try connection.integer(lastNumberStatement)
    }
}
