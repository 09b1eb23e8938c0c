import Foundation

extension SQLiteSession {
    func beginHistory() throws -> Bool {
        if try knownHistory() == nil {
            _ = try HistoryTables.create(schema.layout, connection)
            try noticeSchema()
        }
        return history != nil
    }

    /// The tables of the store's history, which is begun where there is none, within a transaction.
    func historyInTransaction() throws -> HistoryTables {
        try noticeSchema()
        return try history ?? HistoryTables.createInTransaction(schema.layout, connection)
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
            hasAnnotations: tables.hasAnnotations, schema, store.storeEntities, storeIdentifier)
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
        ) { [storeEntities = store.storeEntities] index, slot in
            let column = first + 5 + index
            guard let attribute = slot.attribute, !statement.isNull(column) else { return nil }
            return ExpressionType(attribute).value(
                SQLValue(statement.handle, Int32(column)).stored, objectID: storeEntities.objectID)
        }
    }

    func lastHistoryNumber() throws -> Int64? {
        guard try knownHistory() != nil else { return nil }
        return try HistoryTables.lastNumber(connection)
    }

    func deleteHistory(before end: StoreHistoryEnd) throws -> Int {
        guard try knownHistory() != nil else {
            throw PersistenceError.misuse("The store keeps no history")
        }
        let condition: String
        let value: AttributeValue
        switch end {
        case .number(let number): (condition, value) = ("Z_PK < ?", .integer(number))
        case .date(let date): (condition, value) = ("ZTIMESTAMP < ?", .date(date))
        }
        let selection = "SELECT Z_PK FROM ATRANSACTION WHERE \(condition)"
        func query(_ sql: String) -> SQLQuery { SQLQuery(sql: sql, bindings: [value]) }
        // A transaction, even an empty one, makes the store's number of changes rise.
        guard try withStatement(query("\(selection) LIMIT 1"), { try $0.step() }) else { return 0 }
        return try transaction { _ in
            try withStatement(
                query("DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (\(selection))")
            ) { try $0.run() }
            try withStatement(query("DELETE FROM ATRANSACTION WHERE \(condition)")) {
                try $0.run()
            }
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
        let replaced = try historyAuthors().compactMap { author in
            try replacement(author).flatMap { $0 == author ? nil : (old: author, new: $0) }
        }
        guard !replaced.isEmpty else { return 0 }
        return try transaction { _ in
            let writer = HistoryWriter(tables, schema: schema, connection: connection)
            let count = try replaced.reduce(0) { count, author in
                try count + writer.replaceAuthor(author.old, by: author.new)
            }
            try forgetUnusedTexts()
            return count
        }
    }

    private func historyAuthors() throws -> [String] {
        try connection.withStatement(
            "SELECT DISTINCT ifnull(s.ZNAME, t.ZAUTHOR) FROM ATRANSACTION t "
                + "LEFT JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS"
        ) { statement in
            var authors: [String] = []
            while try statement.step() { statement.text(0).map { authors.append($0) } }
            return authors
        }
    }

    func deleteHistory(of records: [ManagedObjectID]) throws -> Int {
        guard try knownHistory() != nil else { return 0 }
        // A transaction, even an empty one, tells everybody that the store has changed.
        let areKnown = try changes("SELECT 1 FROM ACHANGE", of: records) { try $0.step() }
        let known = zip(records, areKnown).filter(\.1).map(\.0)
        guard !known.isEmpty else { return 0 }
        return try transaction { _ in
            try changes("DELETE FROM ACHANGE", of: known) { statement in
                try statement.run()
                return connection.changes
            }.reduce(0, +)
        }
    }

    /// What a statement over the changes of a record says of each.
    private func changes<Value>(
        _ sql: String, of records: [ManagedObjectID], _ body: (Statement) throws -> Value
    ) throws -> [Value] {
        try connection.withStatement("\(sql) WHERE ZENTITYPK = ? AND ZENTITY = ?") { statement in
            try records.map { id in
                try statement.bind(id.key, at: 1)
                try statement.bind(
                    Int64(schema.numbers.stored(id.storeEntity.layout.number)), at: 2)
                defer { statement.reset() }
                return try body(statement)
            }
        }
    }

    private var storeIdentifier: String {
        store.storeEntities.storeIdentifier
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
