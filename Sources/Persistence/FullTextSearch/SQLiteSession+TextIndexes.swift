import CSQLite

extension SQLTextIndex: AuxiliaryIndex {
    static var changes: (table: String, statement: String)? { (changeTable, changeTableStatement) }

    /// Whether SQLite has FTS5 and its trigram tokenizer. Without them, searches read the records.
    static func areSupported(_ connection: Connection) throws -> Bool {
        guard sqlite3_libversion_number() >= 3_034_000 else { return false }
        return try connection.integer("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") != nil
    }

    static func all(of schema: SQLSchema) -> [SQLTextIndex] { schema.textIndexes }

    /// FTS5's own tables do not count.
    static func owns(_ part: ExistingSchema.Part) -> Bool {
        let (name, sql) = (part.name, part.sql)
        guard name.hasPrefix(prefix) else { return false }
        return name == changeTable
            || sql.hasPrefix("CREATE VIRTUAL TABLE \(name) USING fts5(ZTEXT, ")
            || sql.hasPrefix("CREATE TABLE \(name) (Z_PK INTEGER PRIMARY KEY, ZTEXT VARCHAR")
            || sql.hasPrefix("CREATE TRIGGER") && sql.contains("INSERT INTO \(changeTable) ")
    }

    func fill(_ connection: Connection, _ report: (Int) -> Void) throws {
        try connection.run(fillStatements, inPortionsOf: table, report)
    }
}

extension SQLiteSession {
    /// The greatest number of matching records whose keys a statement lists.
    private static let listedCount = 2_000
    /// The number of matching records from which words count as frequent.
    private static let frequency = 4_000
    /// The number of these records that must also satisfy the conditions that the index cannot
    /// check.
    private static let least = 200

    func presentTextIndexes() throws -> [SQLTextIndex] {
        try textIndexes.present(of: store.textIndexes, connection)
    }

    /// The keys that a SELECT finds; nil if they are many. They are cached for a read, and nil
    /// outside of it, where the store may change at any time.
    func fewKeys(_ keys: SQLFragment) throws -> [Int64]? {
        guard !canWrite, connection.isInTransaction else { return nil }
        let limited: SQLFragment = "\(keys) LIMIT \(raw: Self.listedCount + 1)"
        let query = limited.query
        if let known = knownKeys[query] { return known }
        let few = try withStatement(query) { statement in
            var few: [Int64] = []
            while try statement.step() { few.append(statement.integer(0)) }
            return few.count > Self.listedCount ? nil : few
        }
        knownKeys[query] = .some(few)
        return few
    }

    /// Whether many records match all words. Conditions that the index cannot check are checked on
    /// the first records.
    ///
    /// - Parameter areWhole: whether the words must be whole words of the texts.
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
            return try holds("SELECT count(*) = \(raw: Self.frequency) FROM (\(candidates))")
        }
        return try holds(
            """
            SELECT count(*) = \(raw: Self.frequency) \
            AND total(\(.joined(conditions, " AND "))) >= \(raw: Self.least) \
            FROM (\(candidates)) CROSS JOIN \(raw: index.textTable) ON Z_PK = k
            """)
    }

    /// Whether most records match all words, estimated from the first ones.
    func matchMostRecords(_ patterns: [String], in index: SQLTextIndex) throws -> Bool {
        let conditions = patterns.map { word -> SQLFragment in
            "instr(ZTEXT, \(SQLFragment(parameter: .string(word)))) > 0"
        }
        return try holds(
            """
            SELECT 2 * total(\(.joined(conditions, " AND "))) > count(*) \
            FROM (SELECT ZTEXT FROM \(raw: index.textTable) LIMIT \(raw: Self.frequency))
            """)
    }

    /// Whether a query returns 1. The answer is cached, because several statements of one state ask
    /// the same.
    private func holds(_ question: SQLFragment) throws -> Bool {
        let query = question.query
        if let known = knownAnswers[query] { return known }
        let answer = try count(query) == 1
        knownAnswers[query] = answer
        return answer
    }

    func count(_ query: SQLQuery) throws -> Int64 {
        try withStatement(query) { try $0.step() ? $0.integer(0) : 0 }
    }

    /// Updates the indexes for all recorded rows, of this transaction and of other programs.
    /// Without a complete index, they stay recorded.
    func updateTextIndexes() throws {
        try update(
            presentTextIndexes(), \.updateStatements,
            recorded: SQLTextIndex.changeTable)
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

struct TextIndexCheck {
    let session: SQLiteSession

    /// One message for each difference. Recorded rows are left to the next save.
    func faults() throws -> [String] {
        try session.presentTextIndexes().flatMap { index in
            try textFaults(index) + indexFaults(index)
        }
    }

    private func textFaults(_ index: SQLTextIndex) throws -> [String] {
        let isChanged = "IN (\(index.changedKeys))"
        let differing = try session.firstKeys(
            "SELECT r.Z_PK FROM \(index.table) r LEFT JOIN \(index.textTable) c "
                + "ON c.Z_PK = r.Z_PK WHERE (c.Z_PK IS NULL OR c.ZTEXT IS NOT \(index.text(of: "r"))) "
                + "AND r.Z_PK NOT \(isChanged) ORDER BY 1")
        let left = try session.firstKeys(
            "SELECT c.Z_PK FROM \(index.textTable) c WHERE c.Z_PK NOT \(isChanged) "
                + "AND NOT EXISTS (SELECT 1 FROM \(index.table) r WHERE r.Z_PK = c.Z_PK) ORDER BY 1"
        )
        return differing.map(index.fault)
            + left.map {
                "The full-text index of \(index.table) has texts of the record \($0), which is not "
                    + "there."
            }
    }

    /// Compares the trigrams with their texts.
    private func indexFaults(_ index: SQLTextIndex) throws -> [String] {
        let connection = session.connection
        try connection.executeOnce(
            "CREATE VIRTUAL TABLE temp.FULLTEXT_CHECK "
                + "USING fts5vocab('main', '\(index.name)', 'instance')")
        let result = Result {
            let groups = try TrigramSums(ofTextsIn: index, connection)
                .groups(otherThanIn: TrigramSums(ofCheckTable: connection))
            return try groups.isEmpty ? [] : records(of: groups, index)
        }
        try connection.executeOnce("DROP TABLE temp.FULLTEXT_CHECK")
        return try result.get().map {
            "The full-text index of \(index.table) does not find the record \($0) by its texts."
        }
    }

    /// The records of some groups whose trigrams do not match their texts.
    private func records(of groups: [Int], _ index: SQLTextIndex) throws -> [Int64] {
        let list = groups.map(String.init).joined(separator: ", ")
        func isInGroup(_ key: String) -> String { "\(key) & \(TrigramSums.count - 1) IN (\(list))" }
        let foreign = try session.firstKeys(
            "SELECT DISTINCT v.doc FROM temp.FULLTEXT_CHECK v LEFT JOIN \(index.textTable) c "
                + "ON c.Z_PK = v.doc WHERE \(isInGroup("v.doc")) "
                + "AND substr(c.ZTEXT, v.\"offset\" + 1, 3) IS NOT v.term ORDER BY 1")
        let lost = try session.firstKeys(
            "SELECT c.Z_PK FROM \(index.textTable) c LEFT JOIN "
                + "(SELECT doc, count(*) AS n FROM temp.FULLTEXT_CHECK "
                + "WHERE \(isInGroup("doc")) GROUP BY doc) v ON v.doc = c.Z_PK "
                + "WHERE \(isInGroup("c.Z_PK")) "
                + "AND ifnull(v.n, 0) <> max(0, ifnull(length(c.ZTEXT), 0) - 2) ORDER BY 1")
        return Set(foreign + lost).sorted()
    }
}
