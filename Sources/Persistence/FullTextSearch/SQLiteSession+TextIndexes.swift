extension SQLiteSession {
    /// How many records have words that are called frequent.
    private static let frequency = 4_000
    /// The part of these in which the index cannot find some of the words that has to have them.
    private static let share = 0.05

    /// The indexes that the store has now. Others may drop a trigger at any time.
    func presentTextIndexes() throws -> [SQLTextIndex] {
        guard !store.textIndexes.isEmpty else { return [] }
        let version = try connection.integer("PRAGMA schema_version") ?? 0
        if let known = knownTextIndexes, known.version == version { return known.indexes }
        let indexes = try StoredTextIndexes(connection: connection).present(of: store.textIndexes)
        knownTextIndexes = (version, indexes)
        return indexes
    }

    /// Whether many records have all of some words. What the index does not tell is looked up in the first of them.
    ///
    /// - Parameter areWhole: whether the words have to stand in the texts as whole words.
    func areFrequent(_ patterns: [String], _ areWhole: Bool, in index: SQLTextIndex) throws -> Bool
    {
        let (long, short) = (patterns.filter(\.hasTrigram), patterns.filter { !$0.hasTrigram })
        let phrases = SQLFragment(parameter: .string(SQLTextIndex.phrases(long)))
        let candidates: SQLFragment =
            long.isEmpty
            ? "SELECT Z_PK AS k FROM \(raw: index.textTable) LIMIT \(raw: Self.frequency)"
            : """
            SELECT rowid AS k FROM \(raw: index.name) WHERE \(raw: index.name) MATCH \(phrases) \
            LIMIT \(raw: Self.frequency)
            """
        var conditions = short.map { word -> SQLFragment in
            "instr(ZTEXT, \(SQLFragment(parameter: .string(word)))) > 0"
        }
        if areWhole {
            let words = SQLFragment(parameter: .string(patterns.joined(separator: "\n")))
            conditions.append("predicate_relevance(ZTEXT, \(words)) = 0")
        }
        guard !conditions.isEmpty else {
            let count: SQLFragment = "SELECT count(*) FROM (\(candidates))"
            return try self.count(count.query) == Self.frequency
        }
        let sample: SQLFragment = """
            SELECT count(*), total(\(.joined(conditions, " AND "))) FROM (\(candidates)) \
            CROSS JOIN \(raw: index.textTable) ON Z_PK = k
            """
        return try withStatement(sample.query) { statement in
            try statement.step() && statement.integer(0) == Self.frequency
                && Double(statement.integer(1)) >= Self.share * Double(Self.frequency)
        }
    }

    /// The number that a query counts.
    func count(_ query: SQLQuery) throws -> Int64 {
        try withStatement(query) { try $0.step() ? $0.integer(0) : 0 }
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
