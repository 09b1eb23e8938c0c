import CSQLite

/// The full-text indexes of a store's file.
struct SQLiteStoredTextIndexes {
    /// The number of rows that are indexed at once.
    private static let portion = 10_000

    let connection: Connection

    /// Whether SQLite has FTS5 and its trigram tokenizer. Without them, searches read the records.
    var areSupported: Bool {
        get throws {
            guard sqlite3_libversion_number() >= 3_034_000 else { return false }
            return try connection.integer(
                "SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") != nil
        }
    }

    /// The complete indexes of the store that this version of folding has made.
    func present(of wanted: [SQLTextIndex]) throws -> [SQLTextIndex] {
        guard !wanted.isEmpty, try areSupported else { return [] }
        return complete(wanted, try parts())
    }

    private func complete(
        _ wanted: [SQLTextIndex], _ parts: [ExistingSchema.Part]
    ) -> [SQLTextIndex] {
        let statements = Set(parts.map(\.sql))
        guard statements.contains(SQLTextIndex.notedStatement) else { return [] }
        return wanted.filter { index in
            statements.isSuperset(of: index.tableStatements + index.triggerStatements)
        }
    }

    /// Creates the wanted indexes that are missing or incomplete, and removes the others, in one
    /// transaction.
    ///
    /// - Parameters:
    ///   - isStillWanted: whether the store is still the expected one, asked in the transaction.
    ///   - progress: called with the completed part, from 0 to 1.
    ///   - then: more work for the same transaction.
    func make(
        _ wanted: [SQLTextIndex], if isStillWanted: () throws -> Bool = { true },
        progress: ((Double) -> Void)? = nil, then: () throws -> Void = {}
    ) throws {
        guard try areSupported, try !isAsWanted(wanted) else { return }
        try connection.transaction {
            guard try isStillWanted(), try !isAsWanted(wanted) else { return }
            try makeWithinTransaction(wanted, progress: progress)
            try then()
        }
    }

    private func isAsWanted(_ wanted: [SQLTextIndex]) throws -> Bool {
        let parts = try parts()
        guard !wanted.isEmpty else { return parts.isEmpty }
        let statements = wanted.flatMap { $0.tableStatements + $0.triggerStatements }
        return Set(parts.map(\.sql)) == Set(statements + [SQLTextIndex.notedStatement])
    }

    /// Does the work of `make` in the current transaction.
    func makeWithinTransaction(
        _ wanted: [SQLTextIndex], progress: ((Double) -> Void)? = nil
    ) throws {
        let kept = complete(wanted, try parts())
        try remove(allBut: kept)
        guard !wanted.isEmpty else { return }
        let hasNoted = try parts().contains { $0.name == SQLTextIndex.noted }
        if !hasNoted { try connection.executeOnce(SQLTextIndex.notedStatement) }
        let missing = wanted.filter { !kept.contains($0) }
        try forEachTable(
            missing, count: { try connection.integer("SELECT count(*) FROM \($0.table)") ?? 0 },
            telling: progress, fill)
    }

    private func fill(_ index: SQLTextIndex, _ tell: (Int) -> Void) throws {
        try connection.executeOnce(
            "DELETE FROM \(SQLTextIndex.noted) WHERE ZTABLE = '\(index.table)'")
        try index.tableStatements.forEach(connection.executeOnce)
        var count = 0
        try connection.forEachPortion(of: index.table, Self.portion) { last, next in
            for sql in index.fillStatements {
                let statement = try Statement(sql, on: connection)
                try statement.bind(last, at: 1)
                try statement.bind(next, at: 2)
                try statement.run()
            }
            count += Self.portion
            tell(count)
        }
        try index.triggerStatements.forEach(connection.executeOnce)
    }

    /// Removes all indexes except some. Without FTS5, only the triggers can be removed: a program
    /// with FTS5 rebuilds an index that lacks them.
    ///
    /// - Returns: whether any were removed.
    @discardableResult
    func remove(allBut kept: [SQLTextIndex] = []) throws -> Bool {
        let names = Set(
            kept.flatMap { index in
                [index.name, index.textTable]
                    + index.triggerStatements.compactMap {
                        StoreSQL.name(madeBy: $0)
                    }
            } + (kept.isEmpty ? [] : [SQLTextIndex.noted]))
        let stale = try parts().filter { !names.contains($0.name) }
        let triggers = stale.filter { $0.sql.hasPrefix("CREATE TRIGGER") }
        try triggers.forEach { try connection.executeOnce("DROP TRIGGER \"\($0.name)\"") }
        guard try areSupported else { return !stale.isEmpty }
        let tables = stale.filter { !$0.sql.hasPrefix("CREATE TRIGGER") }
        // The table of texts is dropped after the index that reads it.
        let isIndex: (ExistingSchema.Part) -> Bool = { $0.sql.hasPrefix("CREATE VIRTUAL") }
        for table in tables.filter(isIndex) + tables.filter({ !isIndex($0) }) {
            try connection.executeOnce("DROP TABLE \"\(table.name)\"")
        }
        return !stale.isEmpty
    }

    /// The tables and triggers of indexes, without FTS5's own tables, and without objects of other
    /// programs with similar names.
    private func parts() throws -> [ExistingSchema.Part] {
        let parts = try ["table", "trigger"].flatMap {
            try ExistingSchema.parts(of: $0, connection)
        }.filter { $0.name.hasPrefix(SQLTextIndex.prefix) }
        let indexes = Set(
            parts.filter { $0.sql.hasPrefix("CREATE VIRTUAL TABLE \($0.name) USING fts5(ZTEXT, ") }
                .map(\.name))
        return parts.filter { part in
            part.name == SQLTextIndex.noted || indexes.contains(part.name)
                || part.sql.hasPrefix(
                    "CREATE TABLE \(part.name) (Z_PK INTEGER PRIMARY KEY, ZTEXT VARCHAR")
                || part.sql.hasPrefix("CREATE TRIGGER")
                    && part.sql.contains("INSERT INTO \(SQLTextIndex.noted) ")
        }
    }
}

extension Connection {
    /// Calls the closure for each portion of a table's rows, with the key before it and its last
    /// key.
    func forEachPortion(
        of table: String, _ count: Int, _ body: (_ last: Int64, _ next: Int64) throws -> Void
    ) throws {
        var last = Int64.min
        while let next = try integer(
            "SELECT max(Z_PK) FROM (SELECT Z_PK FROM \(table) WHERE Z_PK > \(last) "
                + "ORDER BY Z_PK LIMIT \(count))", isOnce: true)
        {
            try body(last, next)
            last = next
        }
    }

    /// The first integer of a query's result, or nil. The statement is not cached.
    fileprivate func integer(_ sql: String, isOnce: Bool) throws -> Int64? {
        try record(sql)
        let statement = try Statement(sql, on: self)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }
}

extension SQLiteStoreOpener {
    /// Creates the full-text indexes of the model, and removes others, unless the store is
    /// read-only. A store of Apple's framework gets them if the options say so, or if it had them
    /// before.
    func makeTextIndexes(
        _ connection: Connection, _ schema: SQLSchema, _ metadata: StoreMetadata,
        _ catalog: StoreCatalog
    ) throws {
        let hasThem = catalog.columns[SQLTextIndex.noted] != nil
        let isOwn = metadata.hashes == layout.versionHashes
        let wanted = schema.textIndexes
        guard !description.isReadOnly, hasThem || !wanted.isEmpty,
            hasThem || isOwn || description.sqlite.indexesForeignStores
        else { return }
        let indexes = SQLiteStoredTextIndexes(connection: connection)
        if try !wanted.isEmpty && !indexes.areSupported {
            description.textIndexObserver?("SQLite was built without FTS5 and its trigrams")
        }
        try indexes.make(
            wanted,
            if: { try StoreMetadata(reading: connection).hashes == metadata.hashes },
            progress: description.indexingProgress
        ) {
            if isOwn { try recordModel(connection) }
        }
    }

    /// Records in the store's own model what is indexed and has sort keys.
    func recordModel(_ connection: Connection) throws {
        guard try StoreModelCache.content(connection) != layout.modelCache() else { return }
        try connection.executeOnce("DELETE FROM Z_MODELCACHE")
        try StoreModelCache.insert(layout.modelCache(), connection)
    }
}

extension SQLiteSession {
    /// The number of matching records from which words count as frequent.
    private static let frequency = 4_000
    /// The number of these records that must also satisfy the conditions that the index cannot
    /// check.
    private static let least = 200

    func presentTextIndexes() throws -> [SQLTextIndex] {
        try textIndexes.parts(
            of: store.textIndexes, connection,
            SQLiteStoredTextIndexes(connection: connection).present)
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
    func haveMost(_ patterns: [String], in index: SQLTextIndex) throws -> Bool {
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

struct TextIndexCheck {
    /// The maximum number of records in the messages.
    private static let maximumCount = 20

    let session: SQLiteSession

    /// One message for each difference. Recorded rows are left to the next save.
    func faults() throws -> [String] {
        try session.presentTextIndexes().flatMap { index in
            try textFaults(index) + indexFaults(index)
        }
    }

    private func textFaults(_ index: SQLTextIndex) throws -> [String] {
        let isNoted = "IN (\(index.notedKeys))"
        let differing = try keys(
            "SELECT r.Z_PK FROM \(index.table) r LEFT JOIN \(index.textTable) c "
                + "ON c.Z_PK = r.Z_PK WHERE (c.Z_PK IS NULL OR c.ZTEXT IS NOT \(index.text(of: "r"))) "
                + "AND r.Z_PK NOT \(isNoted) ORDER BY 1")
        let left = try keys(
            "SELECT c.Z_PK FROM \(index.textTable) c WHERE c.Z_PK NOT \(isNoted) "
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
        let foreign = try keys(
            "SELECT DISTINCT v.doc FROM temp.FULLTEXT_CHECK v LEFT JOIN \(index.textTable) c "
                + "ON c.Z_PK = v.doc WHERE \(isInGroup("v.doc")) "
                + "AND substr(c.ZTEXT, v.\"offset\" + 1, 3) IS NOT v.term ORDER BY 1")
        let lost = try keys(
            "SELECT c.Z_PK FROM \(index.textTable) c LEFT JOIN "
                + "(SELECT doc, count(*) AS n FROM temp.FULLTEXT_CHECK "
                + "WHERE \(isInGroup("doc")) GROUP BY doc) v ON v.doc = c.Z_PK "
                + "WHERE \(isInGroup("c.Z_PK")) "
                + "AND ifnull(v.n, 0) <> max(0, ifnull(length(c.ZTEXT), 0) - 2) ORDER BY 1")
        return Set(foreign + lost).sorted()
    }

    private func keys(_ sql: String) throws -> [Int64] {
        let statement = try Statement("\(sql) LIMIT \(Self.maximumCount)", on: session.connection)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
    }
}
