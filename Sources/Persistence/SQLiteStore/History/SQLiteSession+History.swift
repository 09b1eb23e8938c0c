extension SQLiteSession {
    func beginHistory() throws -> Bool {
        if try presentHistory(withAnnotations: false) == nil {
            _ = try HistoryTables.create(schema.layout, connection)
            try noticeSchema()
        }
        return history != nil
    }

    /// The tables of the store's history, created if needed, inside a transaction.
    func historyInTransaction() throws -> HistoryTables {
        try noticeSchema()
        return try history ?? HistoryTables.createInTransaction(schema.layout, connection)
    }

    func presentHistory(withAnnotations: Bool) throws -> HistoryTables? {
        if history == nil || withAnnotations && history?.hasAnnotations == false {
            try noticeSchema()
        }
        return history
    }

    func isHistoryComplete(after number: Int64) throws -> Bool {
        let first =
            try connection.integer("SELECT min(Z_PK) FROM ATRANSACTION WHERE Z_PK > 0")
            .flatMap { $0 > 0 ? $0 : nil }
        let last = try lastHistoryNumber() ?? 0
        // If all transactions are deleted, only the last one's token is valid.
        return number >= (first ?? last + 1) - 1
    }

    func deleteUnusedHistoryTexts() throws {
        let uses = HistoryTables.textNames.map {
            "NOT EXISTS (SELECT 1 FROM ATRANSACTION t WHERE t.Z\($0)TS = ATRANSACTIONSTRING.Z_PK)"
        }
        try connection.executeOnce(
            "DELETE FROM ATRANSACTIONSTRING WHERE \(uses.joined(separator: " AND "))")
    }

    func replaceHistoryAuthor(_ author: String, by other: String) throws -> Int {
        guard let history else { return 0 }
        return try HistoryWriter(history, schema: schema, connection: connection)
            .replaceAuthor(author, by: other)
    }
}
