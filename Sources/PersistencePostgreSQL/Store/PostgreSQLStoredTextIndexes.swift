import Persistence

/// The full-text indexes of a store: for each table the folded texts of its records, in ASCII
/// letters, with a trigram index.
///
/// Saves write the texts. Triggers record changes by others.
struct PostgreSQLStoredTextIndexes {
    static let changeTable = "FULLTEXT_NOTED"
    /// The setting by which triggers know that a transaction writes the texts itself.
    fileprivate static let setting = "persistence.writes_texts"
    /// The number of rows from which COPY is faster than single statements.
    private static let minimumCopyCount = 50

    let connection: ServerConnection
    let indexes: [SQLTextIndex]

    /// The statement that begins a transaction that writes the texts itself.
    static let beginning = "SELECT set_config('\(setting)', 'on', true)"
    /// The condition that any row is recorded.
    static let isAnyChanged = "EXISTS (SELECT 1 FROM \(changeTable))"

    /// The tables that indexes belong to.
    static func tables(of schema: SQLSchema) -> [String] {
        [changeTable] + schema.textIndexes.map(\.name)
    }

    // MARK: - Making

    /// Makes the indexes that are missing or of another version.
    ///
    /// - Parameters:
    ///   - isReadOnly: whether nothing may be made.
    ///   - progress: receives the progress, from 0 to 1.
    ///   - willMake: called before.
    ///   - hasNone: receives the reason why there can be no indexes.
    /// - Returns: the indexes that the store has now and the role may read.
    func align(
        isReadOnly: Bool, progress: ((Double) -> Void)?, willMake: () throws -> Void,
        hasNone: (String) -> Void
    ) throws -> [SQLTextIndex] {
        let triggers = ChangeTriggers(connection: connection)
        let present = try triggers.present(into: Self.changeTable)
        let wanted = indexes.flatMap(\.triggers)
        if Set(present.map(\.name)) == Set(wanted.map(\.name)) {
            let tables = [Self.changeTable] + indexes.map(\.name)
            return try !indexes.isEmpty && triggers.mayRead(tables) ? indexes : []
        }
        guard !isReadOnly else { return [] }
        let schemaName = try indexes.isEmpty ? nil : schemaOfTrigrams(hasNone)
        guard schemaName != nil || !present.isEmpty else { return [] }
        try willMake()
        try triggers.drop(present)
        let tables = Set(present.map { "fulltext_\($0.table)" } + indexes.map(\.name))
        for table in tables.sorted() { try connection.execute("DROP TABLE IF EXISTS \(table)") }
        try connection.execute("DROP TABLE IF EXISTS \(Self.changeTable)")
        guard let schemaName else { return [] }
        try connection.execute(
            "CREATE TABLE \(Self.changeTable) (ZTABLE text COLLATE \"C\" NOT NULL, "
                + "Z_PK bigint NOT NULL, PRIMARY KEY (ZTABLE, Z_PK))")
        try connection.execute(ChangeTriggers.functionStatement)
        try forEachTable(indexes, count: { try connection.count($0.table) }, reportingTo: progress)
        {
            try make($0, schemaName, $1)
        }
        return indexes
    }

    /// The schema of `pg_trgm`, which is installed if needed; nil if the role may not.
    private func schemaOfTrigrams(_ hasNone: (String) -> Void) throws -> String? {
        let search =
            "SELECT quote_ident(n.nspname) FROM pg_extension e "
            + "JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'"
        if let known = try connection.runOnce(search).rows.first(where: { _ in true }) {
            return known.string(0)
        }
        try connection.execute("SAVEPOINT trigrams")
        do {
            try connection.execute(
                "CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public; RELEASE SAVEPOINT trigrams")
        } catch let error as PostgreSQLError where !error.isConnectionLost {
            try connection.execute("ROLLBACK TO SAVEPOINT trigrams")
            // Another process may have installed it meanwhile.
            if try connection.runOnce(search).rowCount == 0 {
                hasNone(error.message)
                return nil
            }
        }
        return try connection.runOnce(search)[0].string(0)
    }

    private func make(_ index: SQLTextIndex, _ schemaName: String, _ report: (Int) -> Void) throws {
        try connection.execute("LOCK TABLE \(index.table) IN SHARE ROW EXCLUSIVE MODE")
        try connection.execute(
            "CREATE TABLE \(index.name) (Z_PK bigint PRIMARY KEY REFERENCES \(index.table) (Z_PK) "
                + "ON DELETE CASCADE ON UPDATE CASCADE, ZTEXT text COLLATE \"C\" NOT NULL)")
        try connection.forEachPortion(of: index.selection, report) { try write(index, $0) }
        // With a list of pending entries, which ANALYZE ignores, scans of the table would look
        // cheaper.
        try connection.execute(
            "CREATE INDEX \(index.name)_GRAMS ON \(index.name) "
                + "USING gin (ZTEXT \(schemaName).gin_trgm_ops) WITH (fastupdate = off)")
        for trigger in index.triggers { try connection.execute(trigger.statement) }
    }

    // MARK: - Keeping

    /// Writes the texts of records.
    func update(_ index: SQLTextIndex, _ keys: [Int64]) throws {
        for portion in keys.chunks(of: ServerConnection.batchSize) {
            let parameters = StatementParameters()
            parameters.append(list: Array(portion))
            let rows = try connection.run(
                "WITH former AS (DELETE FROM \(index.name) WHERE Z_PK = ANY(CAST($1 AS bigint[]))) "
                    + "\(index.selection) WHERE Z_PK = ANY(CAST($1 AS bigint[]))", parameters)
            try write(index, rows)
        }
    }

    /// Writes the texts of all recorded rows.
    func updateChanged() throws {
        while true {
            let changed = try connection.run(
                "SELECT ZTABLE, Z_PK FROM \(Self.changeTable) LIMIT \(ServerConnection.batchSize)",
                StatementParameters(capacity: 8))
            guard changed.rowCount > 0 else { return }
            let tables = Dictionary(grouping: changed.rows.map { ($0.string(0), $0.integer(1)) }) {
                $0.0
            }
            for (table, rows) in tables.sorted(by: { $0.key < $1.key }) {
                let keys = rows.map(\.1)
                if let index = indexes.first(where: { $0.table == table }) {
                    try update(index, keys)
                }
                let parameters = StatementParameters()
                parameters.append(table)
                parameters.append(list: keys)
                try connection.run(
                    "DELETE FROM \(Self.changeTable) WHERE ZTABLE = $1 "
                        + "AND Z_PK = ANY(CAST($2 AS bigint[]))", parameters)
            }
        }
    }

    private func write(_ index: SQLTextIndex, _ rows: ServerResult) throws {
        let texts = rows.rows.map { (key: $0.integer(0), text: index.text(of: $0)) }
            .filter { !$0.text.isEmpty }
        guard !texts.isEmpty else { return }
        let parameters = StatementParameters()
        func bind(_ row: (key: Int64, text: String)) {
            parameters.reset()
            parameters.append(row.key)
            parameters.append(TrigramForm.of(row.text))
        }
        guard texts.count < Self.minimumCopyCount else {
            try connection.copyIn(
                "COPY \(index.name) (Z_PK, ZTEXT) FROM STDIN (FORMAT binary)"
            ) { writer in
                for row in texts {
                    bind(row)
                    try writer.write(parameters)
                }
            }
            return
        }
        try connection.pipelined { pipeline in
            for row in texts {
                bind(row)
                try pipeline.send(
                    "INSERT INTO \(index.name) (Z_PK, ZTEXT) VALUES ($1, $2)", parameters)
            }
        }
    }

    // MARK: - Reading

    /// The recorded rows of an index, with their current texts.
    func changedTexts(of index: SQLTextIndex) throws -> [PresentTextIndexes.ChangedText] {
        let rows = try connection.run(
            "\(index.selection) WHERE Z_PK IN (SELECT Z_PK FROM \(Self.changeTable) "
                + "WHERE ZTABLE = '\(index.table)')", StatementParameters(capacity: 8))
        return rows.rows.map { PresentTextIndexes.ChangedText($0.integer(0), index.text(of: $0)) }
    }

    /// The records whose indexed text is out of date, a sentence each.
    func faults() throws -> [String] {
        var faults: [String] = []
        for index in indexes {
            let columns = index.columns.map { "r.\($0)" }.joined(separator: ", ")
            let sql =
                "SELECT r.Z_PK, \(columns), c.ZTEXT FROM \(index.table) r LEFT JOIN \(index.name) c "
                + "ON c.Z_PK = r.Z_PK WHERE r.Z_PK NOT IN (SELECT Z_PK FROM \(Self.changeTable) "
                + "WHERE ZTABLE = '\(index.table)') ORDER BY r.Z_PK"
            let last = Int32(index.columns.count + 1)
            try connection.visit(sql, StatementParameters(capacity: 8)) { row in
                let form = TrigramForm.of(index.text(of: row))
                guard form != (row.isNull(last) ? "" : row.string(last)) else { return }
                faults.append(index.fault(row.integer(0)))
            }
        }
        return faults
    }
}

extension SQLTextIndex {
    /// The query for the rows with their texts.
    fileprivate var selection: String {
        "SELECT Z_PK, \(columns.joined(separator: ", ")) FROM \(table)"
    }

    /// The folded texts of a row of the selection.
    fileprivate func text(of row: PostgreSQLRow) -> String {
        IndexedText.folded(
            (1...Int32(columns.count)).compactMap { row.isNull($0) ? nil : row.string($0) })
    }

    /// The triggers that record rows whose texts others write. Their names contain a hash of their
    /// definition.
    fileprivate var triggers: [ChangeTriggers.Trigger] {
        let isForeign =
            "current_setting('\(PostgreSQLStoredTextIndexes.setting)', true) IS DISTINCT FROM 'on'"
        let isNew = columns.map { "NEW.\($0) IS NOT NULL" }.joined(separator: " OR ")
        let isChanged = columns.map { "OLD.\($0) IS DISTINCT FROM NEW.\($0)" }
            .joined(separator: " OR ")
        return [("INSERT", isNew), ("UPDATE", isChanged)].map { event, condition in
            ChangeTriggers.Trigger(
                on: table, event, into: PostgreSQLStoredTextIndexes.changeTable,
                when: "\(isForeign) AND (\(condition))",
                version: "\(SearchFolding.version) \(TrigramForm.version)")
        }
    }
}

extension PostgreSQLStoreContents {
    /// The full-text indexes of the store, over a connection.
    func textIndexes(on connection: ServerConnection) -> PostgreSQLStoredTextIndexes {
        PostgreSQLStoredTextIndexes(connection: connection, indexes: textIndexes)
    }
}

extension PostgreSQLSession {
    /// The indexes that a search queries, with the transaction's own changes.
    func presentTextIndexes() throws -> PresentTextIndexes {
        try transaction?.updateTextIndexes()
        return PresentTextIndexes(of: contents.textIndexes) { [self] index in
            if let known = knownChangedTexts[index.table] { return known }
            let texts = try contents.textIndexes(on: begun()).changedTexts(of: index)
            if !canWrite { knownChangedTexts[index.table] = texts }
            return texts
        }
    }
}

extension PostgreSQLTransaction {
    func updatesTexts(of entity: EntityLayout, slots: [Int]?) -> Bool {
        let table = schema[schema.layout.entity(entity.rootNumber)].table
        return contents.textIndexes.contains { $0.table == table }
            && slots.map(entity.hasSearched(among:)) ?? true
    }

    func recordTexts(of keys: @autoclosure () -> [Int64], _ entity: EntityLayout, slots: [Int]?) {
        guard updatesTexts(of: entity, slots: slots) else { return }
        let table = schema[schema.layout.entity(entity.rootNumber)].table
        unindexed[table, default: []].formUnion(keys())
    }

    /// Updates the indexes with the transaction's own changes.
    func updateTextIndexes() throws {
        guard !unindexed.isEmpty else { return }
        let tables = unindexed
        unindexed = [:]
        let stored = try contents.textIndexes(on: connection)
        for index in stored.indexes {
            guard let keys = tables[index.table] else { continue }
            try stored.update(index, keys.sorted())
        }
    }
}
