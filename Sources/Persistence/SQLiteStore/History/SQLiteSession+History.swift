extension SQLiteSession {
    func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        guard let tables = history else {
            throw PersistenceError.misuse("The store keeps no history")
        }
        let reader = HistoryReader(
            request, tables, schema, store.homes, storeIdentifier)
        return try withStatement(reader.query(from: try beginning(of: request))) { statement in
            try reader.transactions(of: statement)
        }
    }

    func lastHistoryNumber() throws -> Int64? {
        guard history != nil else { return nil }
        return try connection.integer(
            "SELECT max(ifnull((SELECT max(Z_PK) FROM ATRANSACTION), 0), ifnull((SELECT Z_MAX "
                + "FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.Number.transaction)), 0))")
    }

    func deleteHistory(before end: StoreHistoryEnd) throws -> Int {
        guard history != nil else {
            throw PersistenceError.misuse("The store keeps no history")
        }
        return try transaction { _ in
            let condition: String
            let value: AttributeValue
            switch end {
            case .number(let number): (condition, value) = ("Z_PK < ?", .integer(number))
            case .date(let date): (condition, value) = ("ZTIMESTAMP < ?", .date(date))
            }
            let selection = "SELECT Z_PK FROM ATRANSACTION WHERE \(condition)"
            func run(_ sql: String) throws {
                try withStatement(SQLQuery(sql: sql, bindings: [value])) { try $0.run() }
            }
            try run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (\(selection))")
            try run("DELETE FROM ATRANSACTION WHERE \(condition)")
            return connection.changes
        }
    }

    /// The condition for the transactions that a request begins with, with the value for its mark.
    private func beginning(of request: PersistentHistoryChangeRequest) throws -> SQLQuery {
        switch request.start {
        case .token(let token):
            let number = token?.transactionNumbers[storeIdentifier] ?? 0
            try checkIsKept(number)
            return SQLQuery(sql: "t.Z_PK > ?", bindings: [.integer(number)])
        case .date(let date):
            return SQLQuery(sql: "t.ZTIMESTAMP > ?", bindings: [.date(date)])
        }
    }

    private var storeIdentifier: String {
        store.homes.homes.first?.storeIdentifier ?? ""
    }

    /// Transactions behind a token must not be missing.
    private func checkIsKept(_ number: Int64) throws {
        guard number > 0 else { return }
        let first =
            try connection.integer("SELECT min(Z_PK) FROM ATRANSACTION WHERE Z_PK > 0")
            .flatMap { $0 > 0 ? $0 : nil }
        let last = try lastHistoryNumber() ?? 0
        // Without any transaction left, only the last one's token is still good.
        if number < (first ?? last + 1) - 1 { throw PersistenceError.historyTokenExpired }
    }
}
