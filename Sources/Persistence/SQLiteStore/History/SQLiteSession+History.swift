import Foundation

extension SQLiteSession {
    func beginHistory() throws -> Bool {
        if try knownHistory() == nil {
            _ = try HistoryTables.create(schema.layout, connection)
            try noticeSchema()
        }
        return history != nil
    }

    /// The tables of the store's history. Another session may have begun it since this one looked.
    private func knownHistory() throws -> HistoryTables? {
        if history == nil { try noticeSchema() }
        return history
    }

    /// The tables of the store's history. Another session may have added annotations since this one
    /// looked.
    private func knownAnnotatedHistory() throws -> HistoryTables? {
        if try knownHistory()?.hasAnnotations == false { try noticeSchema() }
        return history
    }

    func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        guard let tables = try knownAnnotatedHistory() else {
            throw PersistenceError.misuse("The store keeps no history")
        }
        // A record of another store has no changes here.
        if let id = request.changedObject, id.storeIdentifier != storeIdentifier { return [] }
        let reader = HistoryReader(
            request, tombstoneColumns: tables.tombstoneColumns,
            hasAnnotations: tables.hasAnnotations, schema, store.homes, storeIdentifier)
        if case .number(let number) = reader.beginning { try checkIsKept(number) }
        return try withStatement(reader.query) { statement in
            try reader.transactions { try statement.step() ? row(statement, reader) : nil }
        }
    }

    /// The transaction and the change that a statement is at.
    private func row(_ statement: Statement, _ reader: HistoryReader) -> HistoryRow {
        let first = HistoryReader.transactionColumnCount
        var change: HistoryRow.Change?
        if reader.readsChanges, !statement.isNull(first) {
            change = HistoryRow.Change(
                number: statement.integer(first), type: statement.integer(first + 1),
                entity: Int(statement.integer(first + 2)), key: statement.integer(first + 3),
                columns: statement.bytes(first + 4),
                annotation: reader.annotationColumn.flatMap { column in
                    statement.isNull(column) ? nil : statement.bytes(column).map { Data($0) }
                })
        }
        return HistoryRow(
            number: statement.integer(0),
            timestamp: Date(timeIntervalSinceReferenceDate: statement.double(1)),
            names: (2..<first).map { statement.text($0) }, change: change
        ) { [homes = store.homes] place, slot in
            let column = first + 5 + place
            guard let attribute = slot.attribute, !statement.isNull(column) else { return nil }
            return ExpressionType(attribute).value(
                SQLValue(statement.handle, Int32(column)).stored, objectID: homes.objectID)
        }
    }

    func lastHistoryNumber() throws -> Int64? {
        guard try knownHistory() != nil else { return nil }
        return try connection.integer(
            "SELECT max(ifnull((SELECT max(Z_PK) FROM ATRANSACTION), 0), ifnull((SELECT Z_MAX "
                + "FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.Number.transaction)), 0))")
    }

    func deleteHistory(before end: StoreHistoryEnd) throws -> Int {
        guard try knownHistory() != nil else {
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
            let count = connection.changes
            try forgetUnusedTexts()
            return count
        }
    }

    /// Names that nothing is told of any more are no business of the file's.
    private func forgetUnusedTexts() throws {
        let uses = HistoryTables.textNames.map {
            "NOT EXISTS (SELECT 1 FROM ATRANSACTION t WHERE t.Z\($0)TS = ATRANSACTIONSTRING.Z_PK)"
        }
        try connection.executeOnce(
            "DELETE FROM ATRANSACTIONSTRING WHERE \(uses.joined(separator: " AND "))")
    }

    func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int {
        guard let tables = try knownHistory() else { return 0 }
        return try transaction { _ in
            var authors: [String] = []
            try connection.withStatement(
                "SELECT DISTINCT ifnull(s.ZNAME, t.ZAUTHOR) FROM ATRANSACTION t "
                    + "LEFT JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS"
            ) { statement in
                while try statement.step() { statement.text(0).map { authors.append($0) } }
            }
            let writer = HistoryWriter(tables, schema: schema, connection: connection)
            var count = 0
            for author in authors {
                guard let other = try replacement(author), other != author else { continue }
                count += try writer.replaceAuthor(author, by: other)
            }
            try forgetUnusedTexts()
            return count
        }
    }

    func deleteHistory(of records: [ManagedObjectID]) throws {
        guard try knownHistory() != nil else { return }
        try transaction { _ in
            try connection.withStatement(
                "DELETE FROM ACHANGE WHERE ZENTITYPK = ? AND ZENTITY = ?"
            ) { statement in
                for id in records {
                    let entity = schema.numbers.stored(id.home.layout.number)
                    try statement.bind(id.key, at: 1)
                    try statement.bind(Int64(entity), at: 2)
                    try statement.runAndReset()
                }
            }
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
