import Foundation
import ObjectModel
import Persistence

extension PostgreSQLSession {
    func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        let columns = try keptHistory()
        // A record of another store has no changes here.
        if let id = request.changedObject, id.storeIdentifier != contents.identifier { return [] }
        let reader = HistoryReader(
            request, tombstoneColumns: columns.tombstones, hasAnnotations: columns.hasAnnotations,
            schema, contents.storeEntities, contents.identifier)
        if case .number(let number) = reader.beginning { try checkIsKept(number) }
        var rows = try run(reader.query).rows.makeIterator()
        return try reader.transactions {
            rows.next().map { HistoryRow($0, reader, contents) }
        }
    }

    func lastHistoryNumber() throws -> Int64? {
        guard contents.history != nil else { return nil }
        let result = try begun().run(HistoryColumns.lastNumberStatement)
        return result.rowCount > 0 ? result[0].integer(0) : 0
    }

    func deleteHistory(before end: StoreHistoryEnd) throws -> Int {
        _ = try keptHistory()
        let parameters = StatementParameters()
        let condition: String
        switch end {
        case .number(let number):
            condition = "Z_PK < $1"
            parameters.append(number)
        case .date(let date):
            condition = "ZTIMESTAMP < $1"
            try parameters.append(constant: .date(date))
        }
        let selection = "FROM ATRANSACTION WHERE \(condition)"
        // A transaction, even an empty one, tells everybody that the store has changed.
        let first = try begun().run("SELECT 1 \(selection) LIMIT 1", parameters)
        guard first.rowCount > 0 else { return 0 }
        return try transaction { _ in
            // Numbers are missing where a transaction has failed, so that what is forgotten is noted.
            try connection.run(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = GREATEST(Z_MAX, (SELECT MAX(Z_PK) \(selection))) "
                    + "WHERE Z_ENT = \(HistoryTables.Number.transaction)", parameters)
            try connection.run(
                "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK \(selection))",
                parameters)
            return try connection.run("DELETE \(selection)", parameters).changedCount
        }
    }

    /// Only a store that has kept one since it was opened keeps a history.
    func beginHistory() throws -> Bool { contents.history != nil }

    func deleteHistory(of records: [ManagedObjectID]) throws -> Int {
        guard contents.history != nil else { return 0 }
        // A transaction, even an empty one, tells everybody that the store has changed.
        let known = try records.filter { id in
            try changes("SELECT 1 FROM ACHANGE", of: id, " LIMIT 1").rowCount > 0
        }
        guard !known.isEmpty else { return 0 }
        return try transaction { _ in
            try known.reduce(0) { count, id in
                try count + changes("DELETE FROM ACHANGE", of: id).changedCount
            }
        }
    }

    /// Runs a statement over the changes of a record.
    private func changes(
        _ sql: String, of id: ManagedObjectID, _ end: String = ""
    ) throws -> ServerResult {
        let parameters = StatementParameters()
        parameters.append(id.key)
        parameters.append(Int64(id.storeEntity.layout.number))
        return try begun().run(
            "\(sql) WHERE ZENTITYPK = $1 AND ZENTITY = $2\(end)", parameters)
    }

    func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int {
        guard contents.history != nil else { return 0 }
        let answer = try begun().run(
            "SELECT DISTINCT ZAUTHOR FROM ATRANSACTION WHERE ZAUTHOR IS NOT NULL")
        let replaced = try answer.rows.map { $0.string(0) }.compactMap { author in
            try replacement(author).flatMap { $0 == author ? nil : (old: author, new: $0) }
        }
        guard !replaced.isEmpty else { return 0 }
        return try transaction { _ in
            try replaced.reduce(0) { count, author in
                let parameters = StatementParameters()
                parameters.append(author.new)
                parameters.append(author.old)
                return try count
                    + connection.run(
                        "UPDATE ATRANSACTION SET ZAUTHOR = $1 WHERE ZAUTHOR = $2", parameters
                    ).changedCount
            }
        }
    }

    private func keptHistory() throws -> HistoryColumns {
        guard let columns = contents.history else {
            throw PersistenceError.misuse("The store keeps no history")
        }
        return columns
    }

    /// Transactions behind a token must not be missing.
    private func checkIsKept(_ number: Int64) throws {
        guard number > 0 else { return }
        let result = try begun().run(
            "SELECT COALESCE(Z_MAX, 0) FROM Z_PRIMARYKEY "
                + "WHERE Z_ENT = \(HistoryTables.Number.transaction)")
        if result.rowCount > 0, number < result[0].integer(0) {
            throw PersistenceError.historyTokenExpired
        }
    }
}

extension HistoryRow {
    /// The row of a result.
    fileprivate init(
        _ row: PostgreSQLRow, _ reader: HistoryReader, _ contents: PostgreSQLStoreContents
    ) {
        let first = Int32(HistoryReader.transactionColumnCount)
        var change: Change?
        if reader.readsChanges, !row.isNull(first) {
            let columns = first + 4
            change = Change(
                number: row.integer(first), type: row.integer(first + 1),
                entity: Int(row.integer(first + 2)), key: row.integer(first + 3),
                columns: row.isNull(columns) ? nil : [UInt8](row.data(columns)),
                annotation: reader.annotationColumn.map { Int32($0) }.flatMap { column in
                    row.isNull(column) ? nil : row.data(column)
                })
        }
        self.init(
            number: row.integer(0), timestamp: row.date(1) ?? .distantPast,
            names: (2..<first).map { row.isNull($0) ? nil : row.string($0) }, change: change
        ) { index, slot in
            guard let attribute = slot.attribute else { return nil }
            let column = first + 5 + Int32(index)
            guard !row.isNull(column) else { return nil }
            return row.value(ofBytesIn: column, as: RowPlan.Kind(attribute))
        }
    }
}

extension PostgreSQLRow {
    /// The value whose bytes a column holds; nil if they are none.
    fileprivate func value(ofBytesIn column: Int32, as kind: RowPlan.Kind) -> AttributeValue? {
        switch kind {
        case .null: nil
        case .int16, .int32, .integer, .object: .integer(integer(column))
        case .boolean: .boolean(boolean(column))
        case .double: .double(double(column))
        case .decimal: decimal(column).map { .decimal($0) }
        case .date: date(column).map { .date($0) }
        case .uuid: uuid(column).map { .uuid($0) }
        case .binary, .external: .data(data(column))
        case .string: .string(string(column))
        case .url: URL(string: string(column)).map { .url($0) }
        }
    }
}
