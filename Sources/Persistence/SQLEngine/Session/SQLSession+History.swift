extension SQLSession {
    package func presentHistory(withAnnotations: Bool) throws -> HistoryTables? { history }

    package func deleteUnusedHistoryTexts() throws {}

    package func fetchHistory(
        _ request: PersistentHistoryChangeRequest
    ) throws -> [PersistentHistoryTransaction] {
        guard let tables = try presentHistory(withAnnotations: true) else {
            throw PersistenceError.noHistory
        }
        // A record of another store has no changes here.
        if let id = request.changedObject, id.storeIdentifier != storeEntities.storeIdentifier {
            return []
        }
        let reader = HistoryReader(request, tables, schema, storeEntities)
        // A token is valid only if all later transactions are present.
        if case .number(let number) = reader.beginning, number > 0,
            try !isHistoryComplete(after: number)
        {
            throw PersistenceError.historyTokenExpired
        }
        return try reader.transactions(of: self)
    }

    package func lastHistoryNumber() throws -> Int64? {
        guard try presentHistory(withAnnotations: false) != nil else { return nil }
        var number: Int64 = 0
        try run(HistoryTables.lastNumberStatement) { number = $0.integer(0) }
        return number
    }

    package func deleteHistory(before end: StoreHistoryEnd) throws -> Int {
        guard try presentHistory(withAnnotations: false) != nil else {
            throw PersistenceError.noHistory
        }
        let (column, value): (String, AttributeValue) =
            switch end {
            case .number(let number): ("Z_PK", .integer(number))
            case .date(let date): ("ZTIMESTAMP", .date(date))
            }
        let selection = "FROM ATRANSACTION WHERE \(column) < ?"
        // A transaction, even without changes, announces that the store has changed.
        guard try finds(SQLQuery(sql: "SELECT 1 \(selection) LIMIT 1", bindings: [value])) else {
            return 0
        }
        return try transaction { _ in
            let last = "(SELECT MAX(Z_PK) \(selection))"
            // Records the deletion, because gaps in the numbers do not prove one.
            try run(
                SQLQuery(
                    sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = \(last) WHERE Z_ENT = "
                        + "\(HistoryTables.Number.transaction) AND COALESCE(Z_MAX, 0) < \(last)",
                    bindings: [value, value])
            ) { _ in }
            try run(
                SQLQuery(
                    sql: "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK \(selection))",
                    bindings: [value])
            ) { _ in }
            let count = try run(SQLQuery(sql: "DELETE \(selection)", bindings: [value])) { _ in }
            try deleteUnusedHistoryTexts()
            return count
        }
    }

    package func deleteHistory(of records: [ManagedObjectID]) throws -> Int {
        guard try presentHistory(withAnnotations: false) != nil else { return 0 }
        // A transaction, even without changes, announces that the store has changed.
        let known = try records.filter {
            try finds(changes(of: $0, "SELECT 1 FROM ACHANGE", limit: " LIMIT 1"))
        }
        guard !known.isEmpty else { return 0 }
        return try transaction { _ in
            try known.reduce(0) { count, id in
                try count + run(changes(of: id, "DELETE FROM ACHANGE")) { _ in }
            }
        }
    }

    package func replaceHistoryAuthors(_ replacement: (String) throws -> String?) throws -> Int {
        guard try presentHistory(withAnnotations: false) != nil else { return 0 }
        let dialect = schema.dialect
        var authors: [String] = []
        try run(
            "SELECT DISTINCT \(dialect.historyText("AUTHOR")) "
                + "FROM ATRANSACTION t\(dialect.historyTextJoin("AUTHOR"))"
        ) { row in
            if !row.isNull(0) { authors.append(row.string(0)) }
        }
        let replaced = try authors.compactMap { author in
            try replacement(author).flatMap { $0 == author ? nil : (old: author, new: $0) }
        }
        guard !replaced.isEmpty else { return 0 }
        return try transaction { _ in
            let count = try replaced.reduce(0) { count, author in
                try count + replaceHistoryAuthor(author.old, by: author.new)
            }
            try deleteUnusedHistoryTexts()
            return count
        }
    }

    private func changes(
        of id: ManagedObjectID, _ statement: String, limit: String = ""
    ) -> SQLQuery {
        let entity = schema.number(of: id.storeEntity.layout)
        return SQLQuery(
            sql: "\(statement) WHERE ZENTITYPK = ? AND ZENTITY = ?\(limit)",
            bindings: [.integer(id.key), .integer(Int64(entity))])
    }

    private func finds(_ query: SQLQuery) throws -> Bool {
        var finds = false
        try run(query) { _ in finds = true }
        return finds
    }
}

extension PersistenceError {
    fileprivate static var noHistory: PersistenceError {
        .misuse("The store keeps no history")
    }
}
