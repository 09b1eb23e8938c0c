extension SQLiteSession {
    /// How many records have a word that is called frequent.
    private static let frequency = 4_000

    /// The indexes that the store has now. Others may drop a trigger at any time.
    func presentTextIndexes() throws -> [SQLTextIndex] {
        guard !store.textIndexes.isEmpty else { return [] }
        let version = try connection.integer("PRAGMA schema_version") ?? 0
        if let known = knownTextIndexes, known.version == version { return known.indexes }
        let indexes = try StoredTextIndexes(connection: connection).present(of: store.textIndexes)
        knownTextIndexes = (version, indexes)
        return indexes
    }

    /// Whether many records have a word of at least three letters.
    func isFrequent(_ pattern: String, in index: SQLTextIndex) throws -> Bool {
        let sql =
            "SELECT count(*) FROM (SELECT 1 FROM \(index.name) WHERE \(index.name) MATCH ? "
            + "LIMIT \(Self.frequency))"
        let phrase = "\"\(pattern.replacing("\"", with: "\"\""))\""
        return try withStatement(SQLQuery(sql: sql, bindings: [.string(phrase)])) { statement in
            try statement.step() && statement.integer(0) == Self.frequency
        }
    }

    /// Brings the indexes up to date with all rows that were noted: those of this transaction, and those that
    /// other programs have written. Without an index that is whole, they stay noted.
    func updateTextIndexes() throws {
        let indexes = try presentTextIndexes()
        guard !indexes.isEmpty else { return }
        let sql = "SELECT DISTINCT ZTABLE FROM \(SQLTextIndex.noted)"
        let tables = try connection.withStatement(sql) { statement in
            var tables: Set<String> = []
            while try statement.step() { statement.text(0).map { _ = tables.insert($0) } }
            return tables
        }
        for index in indexes where tables.contains(index.table) {
            try index.updateStatements.forEach(connection.execute)
        }
    }
}

extension SQLiteStore {
    public func eraseDeletedTexts() throws {
        try withWriter { writer in
            let indexes = try writer.presentTextIndexes()
            guard !indexes.isEmpty else { return }
            let wasSecure = try writer.connection.integer("PRAGMA secure_delete") ?? 0
            _ = try writer.connection.integer("PRAGMA secure_delete = ON")
            let result = Result {
                try writer.transaction { _ in
                    for index in indexes {
                        try writer.connection.execute(
                            "INSERT INTO \(index.name) (\(index.name)) VALUES ('optimize')")
                    }
                }
            }
            _ = try writer.connection.integer("PRAGMA secure_delete = \(wasSecure)")
            try result.get()
        }
    }
}
