package import Foundation

/// A row of a history, as the query of a ``HistoryReader`` selects it: a transaction, and one of its
/// changes.
package struct HistoryRow {
    /// A change, its entity as the store numbers it.
    package struct Change {
        package var number: Int64
        package var type: Int64
        package var entity: Int
        package var key: Int64
        /// The bits of the properties that an update wrote.
        package var columns: [UInt8]?
        /// What was said of an update.
        package var annotation: Data?

        package init(
            number: Int64, type: Int64, entity: Int, key: Int64, columns: [UInt8]?,
            annotation: Data?
        ) {
            self.number = number
            self.type = type
            self.entity = entity
            self.key = key
            self.columns = columns
            self.annotation = annotation
        }
    }

    package var number: Int64
    package var timestamp: Date
    /// The author, the context, the bundle and the process.
    package var names: [String?]
    /// Nil in a transaction without a change, and where none was asked for.
    package var change: Change?
    /// Reads a value that is preserved of a deleted record, by its index among them.
    package var preserved: (Int, PropertySlot) -> AttributeValue?

    package init(
        number: Int64, timestamp: Date, names: [String?], change: Change?,
        preserved: @escaping (Int, PropertySlot) -> AttributeValue?
    ) {
        self.number = number
        self.timestamp = timestamp
        self.names = names
        self.change = change
        self.preserved = preserved
    }
}

/// Reads the transactions that a request selects, with their changes, in one query.
package final class HistoryReader {
    private let request: PersistentHistoryChangeRequest
    private let tombstoneColumns: [String]
    private let hasAnnotations: Bool
    private let schema: SQLSchema
    private let storeEntities: StoreEntities
    private let storeIdentifier: String
    /// The bits of updated properties, by entity number.
    private var masks: [Int: ColumnMask] = [:]

    /// - Parameters:
    ///   - tombstoneColumns: the columns for preserved values that the store has.
    ///   - hasAnnotations: whether it has a column for annotations.
    package init(
        _ request: PersistentHistoryChangeRequest, tombstoneColumns: [String],
        hasAnnotations: Bool, _ schema: SQLSchema, _ storeEntities: StoreEntities,
        _ storeIdentifier: String
    ) {
        self.request = request
        self.tombstoneColumns = tombstoneColumns
        self.hasAnnotations = hasAnnotations
        self.schema = schema
        self.storeEntities = storeEntities
        self.storeIdentifier = storeIdentifier
    }

    /// Whether the query selects changes too.
    package var readsChanges: Bool {
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
                .integer(Int64(schema.numbers.stored(id.storeEntity.layout.number))),
            ]
        }
    }

    // MARK: - The query

    /// The number of columns of a transaction, before those of a change.
    package static let transactionColumnCount = 6

    /// The index of the column of annotations among those of the query; nil if there is none.
    package var annotationColumn: Int? {
        hasAnnotations ? Self.transactionColumnCount + 5 + tombstoneColumns.count : nil
    }

    /// Where a request begins: behind the transaction of a number, or a date.
    package enum Beginning {
        case number(Int64)
        case date(Date)
    }

    /// The beginning of a request.
    package var beginning: Beginning {
        switch request.start {
        case .token(let token): .number(token?.transactionNumbers[storeIdentifier] ?? 0)
        case .date(let date): .date(date)
        }
    }

    /// The columns are, of a transaction: number, time and names; of a change: number, type, entity, key,
    /// columns, preserved values and the annotation.
    package var query: SQLQuery {
        var bindings: [AttributeValue]
        var conditions: [String]
        switch beginning {
        case .number(let number): (conditions, bindings) = (["t.Z_PK > ?"], [.integer(number)])
        case .date(let date): (conditions, bindings) = (["t.ZTIMESTAMP > ?"], [.date(date)])
        }
        if !request.excludedAuthors.isEmpty {
            let marks = Array(repeating: "?", count: request.excludedAuthors.count)
            conditions.append(
                "(\(text("AUTHOR")) IS NULL "
                    + "OR \(text("AUTHOR")) NOT IN (\(marks.joined(separator: ", "))))")
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
        let texts = names.map { "\(text($0)) AS \($0.lowercased())" }.joined(separator: ", ")
        let joins = names.map(join).joined()
        var sql =
            "SELECT t.Z_PK AS number, t.ZTIMESTAMP, \(texts) FROM ATRANSACTION t\(joins) "
            + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY t.Z_PK\(order)"
        if request.fetchLimit > 0, !isFiltered {
            sql += " LIMIT ?"
            bindings.append(.integer(Int64(request.fetchLimit)))
        }
        guard readsChanges else { return SQLQuery(sql: sql, bindings: bindings) }
        let columns =
            ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS"] + tombstoneColumns
            + (hasAnnotations ? [HistoryTables.annotation] : [])
        let own = record == nil ? "" : " AND c.ZENTITYPK = ? AND c.ZENTITY = ?"
        return SQLQuery(
            sql: "SELECT h.*, \(columns.map { "c.\($0)" }.joined(separator: ", ")) FROM (\(sql)) h "
                + "LEFT JOIN ACHANGE c ON c.ZTRANSACTIONID = h.number\(own) "
                + "ORDER BY h.number\(order), c.Z_PK",
            bindings: bindings + (record ?? []))
    }

    /// SQLite's stores keep each text once, in a table of its own, or where others have written them.
    private func text(_ name: String) -> String {
        schema.dialect == .sqlite ? "ifnull(s\(name).ZNAME, t.Z\(name))" : "t.Z\(name)"
    }

    private func join(_ name: String) -> String {
        schema.dialect == .sqlite
            ? " LEFT JOIN ATRANSACTIONSTRING s\(name) ON s\(name).Z_PK = t.Z\(name)TS" : ""
    }

    // MARK: - The rows

    /// The transactions of the rows of the query.
    ///
    /// - Parameter next: the next row; nil at the end.
    /// - Throws: what the closure throws, and errors of predicates.
    package func transactions(
        of next: () throws -> HistoryRow?
    ) throws -> [PersistentHistoryTransaction] {
        var transactions: [PersistentHistoryTransaction] = []
        var current: PersistentHistoryTransaction?
        while let row = try next() {
            if current?.transactionNumber != row.number {
                if let current, try selects(current) { transactions.append(current) }
                current = nil
                if request.fetchLimit > 0, transactions.count == request.fetchLimit { break }
                current = transaction(row)
            }
            guard let change = change(row),
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

    private func transaction(_ row: HistoryRow) -> PersistentHistoryTransaction {
        PersistentHistoryTransaction(
            transactionNumber: row.number, storeID: storeIdentifier, timestamp: row.timestamp,
            author: row.names[0], contextName: row.names[1], bundleID: row.names[2],
            processID: row.names[3])
    }

    /// The change of a row; nil in a transaction without one, and for a record of an entity that the
    /// model does not know any more.
    private func change(_ row: HistoryRow) -> PersistentHistoryChange? {
        guard let change = row.change else { return nil }
        let number = schema.numbers.own(change.entity)
        guard schema.layout.entities.indices.contains(number - 1),
            let type = PersistentHistoryChange.ChangeType(rawValue: Int(change.type))
        else { return nil }
        let entity = schema.layout.entity(number)
        let mask = masks[number] ?? ColumnMask(entity)
        masks[number] = mask
        return PersistentHistoryChange(
            changeID: change.number, changeType: type,
            changedObjectID: storeEntities.objectID(entityNumber: number, key: change.key),
            updatedProperties: change.columns.flatMap(mask.names),
            tombstone: type == .delete ? tombstone(row, entity) : [:],
            annotation: change.annotation)
    }

    private func tombstone(
        _ row: HistoryRow, _ entity: EntityLayout
    ) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for (index, slot) in entity.preservedSlots.prefix(tombstoneColumns.count).enumerated() {
            values[slot.name] = row.preserved(index, slot)
        }
        return values
    }
}
