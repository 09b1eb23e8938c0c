import Foundation

/// Reads the transactions that a request selects, with their changes, in one query.
final class HistoryReader {
    private let request: PersistentHistoryChangeRequest
    private let tables: HistoryTables
    private let schema: SQLSchema
    private let storeEntities: StoreEntities
    /// The bits of updated properties, by entity number.
    private var masks: [Int: ColumnMask] = [:]
    private var transactions: [PersistentHistoryTransaction] = []
    private var current: PersistentHistoryTransaction?

    init(
        _ request: PersistentHistoryChangeRequest, _ tables: HistoryTables, _ schema: SQLSchema,
        _ storeEntities: StoreEntities
    ) {
        self.request = request
        self.tables = tables
        self.schema = schema
        self.storeEntities = storeEntities
    }

    private var readsChanges: Bool {
        request.resultType == .transactionsAndChanges || request.changePredicate != nil
    }

    private var isFiltered: Bool {
        request.transactionPredicate != nil || request.changePredicate != nil
    }

    private var record: [AttributeValue]? {
        request.changedObject.map { id in
            [
                .integer(id.key),
                .integer(Int64(schema.numbers.stored(id.storeEntity.layout.number))),
            ]
        }
    }

    // MARK: - The query

    /// Positions of the columns: first those of a transaction, then those of a change.
    private enum Column {
        static let number: Int32 = 0
        static let timestamp: Int32 = 1
        static let names: Range<Int32> = 2..<6
        static let change: Int32 = 6
        static let type: Int32 = 7
        static let entity: Int32 = 8
        static let key: Int32 = 9
        static let updated: Int32 = 10
        static let preserved: Int32 = 11
    }

    /// The first transaction of a request: the one after a number, or after a date.
    enum Beginning {
        case number(Int64)
        case date(Date)
    }

    var beginning: Beginning {
        switch request.start {
        case .token(let token):
            .number(token?.transactionNumbers[storeEntities.storeIdentifier] ?? 0)
        case .date(let date): .date(date)
        }
    }

    /// Selects number, time and names of a transaction, then number, type, entity, key, columns,
    /// preserved values and annotation of a change.
    private var query: SQLQuery {
        var bindings: [AttributeValue]
        var conditions: [String]
        switch beginning {
        case .number(let number): (conditions, bindings) = (["t.Z_PK > ?"], [.integer(number)])
        case .date(let date): (conditions, bindings) = (["t.ZTIMESTAMP > ?"], [.date(date)])
        }
        if !request.excludedAuthors.isEmpty {
            let author = schema.dialect.historyText("AUTHOR")
            let marks = Array(repeating: "?", count: request.excludedAuthors.count)
            conditions.append(
                "(\(author) IS NULL "
                    + "OR \(author) NOT IN (\(marks.joined(separator: ", "))))")
            bindings += request.excludedAuthors.sorted().map(AttributeValue.string)
        }
        if let number = request.endNumber {
            conditions.append("t.Z_PK < ?")
            bindings.append(.integer(number))
        }
        if let record {
            conditions.append(
                "t.Z_PK IN (SELECT ZTRANSACTIONID FROM ACHANGE WHERE ZENTITYPK = ? AND ZENTITY = ?)"
            )
            bindings += record
        }
        let order = request.isNewestFirst ? " DESC" : ""
        let names = ["AUTHOR", "CONTEXTNAME", "BUNDLEID", "PROCESSID"]
        let texts = names.map { "\(schema.dialect.historyText($0)) AS \($0.lowercased())" }
            .joined(separator: ", ")
        let joins = names.map(schema.dialect.historyTextJoin).joined()
        var sql =
            "SELECT t.Z_PK AS number, t.ZTIMESTAMP, \(texts) FROM ATRANSACTION t\(joins) "
            + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY t.Z_PK\(order)"
        if request.fetchLimit > 0, !isFiltered {
            sql += " LIMIT ?"
            bindings.append(.integer(Int64(request.fetchLimit)))
        }
        guard readsChanges else { return SQLQuery(sql: sql, bindings: bindings) }
        let columns =
            ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS"] + tables.tombstoneColumns
            + (tables.hasAnnotations ? [HistoryTables.annotation] : [])
        let own = record == nil ? "" : " AND c.ZENTITYPK = ? AND c.ZENTITY = ?"
        return SQLQuery(
            sql: "SELECT h.*, \(columns.map { "c.\($0)" }.joined(separator: ", ")) FROM (\(sql)) h "
                + "LEFT JOIN ACHANGE c ON c.ZTRANSACTIONID = h.number\(own) "
                + "ORDER BY h.number\(order), c.Z_PK",
            bindings: bindings + (record ?? []))
    }

    // MARK: - The rows

    /// The transactions in the order of the request.
    ///
    /// - Throws: errors of the store and of predicates.
    func transactions(of session: some SQLSession) throws -> [PersistentHistoryTransaction] {
        do {
            try session.run(query) { try read($0) }
            try endTransaction()
        } catch is FetchWindow.Full {
        }
        if request.resultType == .transactionsOnly {
            for index in transactions.indices { transactions[index].changes = [] }
        }
        return transactions
    }

    /// Reads a change, and its transaction if the change is the first one of it.
    private func read(_ row: some SQLRow) throws {
        if current?.transactionNumber != row.integer(Column.number) {
            try endTransaction()
            if request.fetchLimit > 0, transactions.count == request.fetchLimit {
                throw FetchWindow.Full()
            }
            current = transaction(row)
        }
        guard let change = change(row), try request.changePredicate?.evaluate(with: change) ?? true
        else { return }
        current?.changes.append(change)
    }

    private func endTransaction() throws {
        if let current, try selects(current) { transactions.append(current) }
        current = nil
    }

    private func selects(_ transaction: PersistentHistoryTransaction) throws -> Bool {
        if request.changePredicate != nil, transaction.changes.isEmpty { return false }
        return try request.transactionPredicate?.evaluate(with: transaction) ?? true
    }

    private func transaction(_ row: some SQLRow) -> PersistentHistoryTransaction {
        let names = Column.names.map { row.isNull($0) ? nil : row.string($0) }
        return PersistentHistoryTransaction(
            transactionNumber: row.integer(Column.number), storeID: storeEntities.storeIdentifier,
            timestamp: row.date(Column.timestamp) ?? .distantPast, author: names[0],
            contextName: names[1], bundleID: names[2], processID: names[3])
    }

    /// The change of a row. Nil if the transaction has none, if none was requested, or if the
    /// entity is not in the model.
    private func change(_ row: some SQLRow) -> PersistentHistoryChange? {
        guard readsChanges, !row.isNull(Column.change) else { return nil }
        let number = schema.numbers.own(Int(row.integer(Column.entity)))
        guard schema.layout.entities.indices.contains(number - 1),
            let type = PersistentHistoryChange.ChangeType(
                rawValue: Int(row.integer(Column.type)))
        else { return nil }
        let entity = schema.layout.entity(number)
        let mask = masks[number] ?? ColumnMask(entity)
        masks[number] = mask
        return PersistentHistoryChange(
            changeID: row.integer(Column.change), changeType: type,
            changedObjectID: storeEntities.objectID(
                entityNumber: number, key: row.integer(Column.key)),
            updatedProperties: row.bytes(Column.updated).flatMap { mask.names(in: [UInt8]($0)) },
            tombstone: type == .delete ? tombstone(row, entity) : [:],
            annotation: tables.hasAnnotations
                ? row.bytes(Column.preserved + Int32(tables.tombstoneColumns.count)) : nil)
    }

    private func tombstone(_ row: some SQLRow, _ entity: EntityLayout) -> [String: AttributeValue] {
        let slots = entity.preservedSlots.prefix(tables.tombstoneColumns.count)
        return zip(Column.preserved..., slots).reduce(into: [:]) { values, pair in
            let (column, slot) = pair
            values[slot.name] = slot.attribute.flatMap {
                row.value(preservedIn: column, of: $0, storeEntities)
            }
        }
    }
}

extension SQLRow {
    fileprivate func bytes(_ column: Int32) -> Data? { isNull(column) ? nil : data(column) }
}

extension SQLDialect {
    /// The SQL of a text of transaction `t`. SQLite's stores keep each text once, in a separate
    /// table, unless another program wrote it.
    func historyText(_ name: String) -> String {
        self == .sqlite ? "ifnull(s\(name).ZNAME, t.Z\(name))" : "t.Z\(name)"
    }

    func historyTextJoin(_ name: String) -> String {
        self == .sqlite
            ? " LEFT JOIN ATRANSACTIONSTRING s\(name) ON s\(name).Z_PK = t.Z\(name)TS" : ""
    }
}
