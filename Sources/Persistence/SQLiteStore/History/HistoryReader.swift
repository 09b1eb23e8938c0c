import Foundation

/// Reads the transactions that a request selects, with their changes, in one query.
final class HistoryReader {
    private let request: PersistentHistoryChangeRequest
    private let tables: HistoryTables
    private let schema: SQLSchema
    private let homes: StoreHomes
    private let storeIdentifier: String
    /// The bits of updated properties, by entity number.
    private var masks: [Int: ColumnMask] = [:]

    init(
        _ request: PersistentHistoryChangeRequest, _ tables: HistoryTables, _ schema: SQLSchema,
        _ homes: StoreHomes, _ storeIdentifier: String
    ) {
        self.request = request
        self.tables = tables
        self.schema = schema
        self.homes = homes
        self.storeIdentifier = storeIdentifier
    }

    private var readsChanges: Bool {
        request.resultType == .transactionsAndChanges || request.changePredicate != nil
    }

    /// Whether transactions are left out that the query finds.
    private var isFiltered: Bool {
        request.transactionPredicate != nil || request.changePredicate != nil
    }

    /// The record that is asked for, by the columns of its key and entity.
    private var record: [AttributeValue]? {
        request.changedObject.map { id in
            [
                .integer(id.key),
                .integer(Int64(schema.numbers.stored(id.home.layout.number))),
            ]
        }
    }

    // MARK: - The query

    /// The number of columns of a transaction, before those of a change.
    private static let transactionColumnCount = 6

    /// - Parameter start: the condition for the first transaction.
    func query(from start: SQLQuery) -> SQLQuery {
        var bindings = start.bindings
        var conditions = [start.sql]
        if !request.excludedAuthors.isEmpty {
            let marks = Array(repeating: "?", count: request.excludedAuthors.count)
            conditions.append(
                "(author IS NULL OR author NOT IN (\(marks.joined(separator: ", "))))")
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
        let texts = names.map { "ifnull(s\($0).ZNAME, t.Z\($0)) AS \($0.lowercased())" }
        let joins = names.map {
            " LEFT JOIN ATRANSACTIONSTRING s\($0) ON s\($0).Z_PK = t.Z\($0)TS"
        }
        var sql =
            "SELECT t.Z_PK AS number, t.ZTIMESTAMP, \(texts.joined(separator: ", ")) "
            + "FROM ATRANSACTION t\(joins.joined()) "
            + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY t.Z_PK\(order)"
        if request.fetchLimit > 0, !isFiltered {
            sql += " LIMIT ?"
            bindings.append(.integer(Int64(request.fetchLimit)))
        }
        guard readsChanges else { return SQLQuery(sql: sql, bindings: bindings) }
        let columns =
            ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS"] + tables.tombstoneColumns
        let own = record == nil ? "" : " AND c.ZENTITYPK = ? AND c.ZENTITY = ?"
        return SQLQuery(
            sql: "SELECT h.*, \(columns.map { "c.\($0)" }.joined(separator: ", ")) FROM (\(sql)) h "
                + "LEFT JOIN ACHANGE c ON c.ZTRANSACTIONID = h.number\(own) "
                + "ORDER BY h.number\(order), c.Z_PK",
            bindings: bindings + (record ?? []))
    }

    // MARK: - The rows

    func transactions(of statement: Statement) throws -> [PersistentHistoryTransaction] {
        var transactions: [PersistentHistoryTransaction] = []
        var current: PersistentHistoryTransaction?
        while try statement.step() {
            if current?.transactionNumber != statement.integer(0) {
                if let current, try selects(current) { transactions.append(current) }
                current = nil
                if request.fetchLimit > 0, transactions.count == request.fetchLimit { break }
                current = transaction(statement)
            }
            guard readsChanges, let change = change(statement),
                try request.changePredicate?.evaluate(with: change) ?? true
            else { continue }
            current?.changes.append(change)
        }
        if let current, try selects(current) { transactions.append(current) }
        if request.resultType == .transactionsOnly {
            for index in transactions.indices { transactions[index].changes = [] }
        }
        return transactions
    }

    private func selects(_ transaction: PersistentHistoryTransaction) throws -> Bool {
        if request.changePredicate != nil, transaction.changes.isEmpty { return false }
        return try request.transactionPredicate?.evaluate(with: transaction) ?? true
    }

    private func transaction(_ statement: Statement) -> PersistentHistoryTransaction {
        PersistentHistoryTransaction(
            transactionNumber: statement.integer(0), storeID: storeIdentifier,
            timestamp: Date(timeIntervalSinceReferenceDate: statement.double(1)),
            author: statement.text(2), contextName: statement.text(3),
            bundleID: statement.text(4), processID: statement.text(5))
    }

    /// The change of a row; nil in a transaction without one, and for a record of an entity that the
    /// model does not know any more.
    private func change(_ statement: Statement) -> PersistentHistoryChange? {
        let first = Self.transactionColumnCount
        guard !statement.isNull(first) else { return nil }
        let number = schema.numbers.own(Int(statement.integer(first + 2)))
        guard schema.layout.entities.indices.contains(number - 1),
            let type = PersistentHistoryChange.ChangeType(
                rawValue: Int(statement.integer(first + 1)))
        else { return nil }
        let entity = schema.layout.entity(number)
        let mask = masks[number] ?? ColumnMask(entity)
        masks[number] = mask
        return PersistentHistoryChange(
            changeID: statement.integer(first), changeType: type,
            changedObjectID: homes.objectID(
                entityNumber: number, key: statement.integer(first + 3)),
            updatedProperties: statement.bytes(first + 4).flatMap(mask.names),
            tombstone: type == .delete ? tombstone(statement, entity, from: first + 5) : [:])
    }

    private func tombstone(
        _ statement: Statement, _ entity: EntityLayout, from first: Int
    ) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for (slot, column) in zip(entity.preservedSlots, first...)
        where column < first + tables.tombstoneColumns.count && !statement.isNull(column) {
            guard let attribute = slot.attribute else { continue }
            values[slot.name] = ExpressionType(attribute).value(
                SQLValue(statement.handle, Int32(column)).stored, objectID: homes.objectID)
        }
        return values
    }
}
