import Foundation

extension SQLiteSession {
    func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        guard let tables = history else {
            throw PersistenceError.misuse("The store keeps no history")
        }
        let identifier = storeIdentifier
        var transactions = try historyTransactions(request, identifier)
        if !request.excludedAuthors.isEmpty {
            transactions.removeAll { $0.author.map(request.excludedAuthors.contains) ?? false }
        }
        if request.fetchLimit > 0 { transactions = Array(transactions.prefix(request.fetchLimit)) }
        if request.resultType == .transactionsAndChanges {
            for index in transactions.indices {
                transactions[index].changes = try historyChanges(
                    transactions[index].transactionNumber, tables)
            }
        }
        return transactions
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

    private var storeIdentifier: String {
        store.homes.homes.first?.storeIdentifier ?? ""
    }

    // MARK: - Transactions

    private func historyTransactions(
        _ request: PersistentHistoryChangeRequest, _ identifier: String
    ) throws -> [PersistentHistoryTransaction] {
        let condition: String
        let value: AttributeValue
        switch request.start {
        case .token(let token):
            let number = token?.transactionNumbers[identifier] ?? 0
            try checkIsKept(number)
            (condition, value) = ("Z_PK > ?", .integer(number))
        case .date(let date): (condition, value) = ("ZTIMESTAMP > ?", .date(date))
        }
        let texts = ["AUTHOR", "CONTEXTNAME", "BUNDLEID", "PROCESSID"].map {
            "ifnull((SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = Z\($0)TS), Z\($0))"
        }
        let query = SQLQuery(
            sql: "SELECT Z_PK, ZTIMESTAMP, \(texts.joined(separator: ", ")) FROM ATRANSACTION "
                + "WHERE \(condition) ORDER BY Z_PK", bindings: [value])
        return try withStatement(query) { statement in
            var transactions: [PersistentHistoryTransaction] = []
            while try statement.step() {
                transactions.append(
                    PersistentHistoryTransaction(
                        transactionNumber: statement.integer(0), storeID: identifier,
                        timestamp: Date(
                            timeIntervalSinceReferenceDate: statement.double(1)),
                        author: statement.text(2), contextName: statement.text(3),
                        bundleID: statement.text(4), processID: statement.text(5)))
            }
            return transactions
        }
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

    // MARK: - Changes

    private func historyChanges(
        _ transaction: Int64, _ tables: HistoryTables
    ) throws -> [PersistentHistoryChange] {
        let columns =
            ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS"] + tables.tombstoneColumns
        let sql =
            "SELECT \(columns.joined(separator: ", ")) FROM ACHANGE WHERE ZTRANSACTIONID = ? "
            + "ORDER BY Z_PK"
        return try connection.withStatement(sql) { statement in
            try statement.bind(transaction, at: 1)
            var changes: [PersistentHistoryChange] = []
            while try statement.step() {
                // Records of entities that the model does not know any more are passed over.
                if let change = historyChange(statement, tables) { changes.append(change) }
            }
            return changes
        }
    }

    private func historyChange(
        _ statement: Statement, _ tables: HistoryTables
    ) -> PersistentHistoryChange? {
        let number = schema.numbers.own(Int(statement.integer(2)))
        guard schema.layout.entities.indices.contains(number - 1),
            let type = PersistentHistoryChange.ChangeType(rawValue: Int(statement.integer(1)))
        else { return nil }
        let entity = schema.layout.entity(number)
        var tombstone: [String: AttributeValue] = [:]
        if type == .delete {
            for (index, slot) in entity.preservedSlots.enumerated()
            where index < tables.tombstoneColumns.count && !statement.isNull(5 + index) {
                guard let attribute = slot.attribute else { continue }
                tombstone[slot.name] = ExpressionType(attribute).value(
                    SQLValue(statement.handle, Int32(5 + index)).stored,
                    objectID: store.homes.objectID)
            }
        }
        return PersistentHistoryChange(
            changeID: statement.integer(0), changeType: type,
            changedObjectID: store.homes.objectID(
                entityNumber: number, key: statement.integer(3)),
            updatedProperties: statement.bytes(4).flatMap { ColumnMask(entity).names(in: $0) },
            tombstone: tombstone)
    }
}
