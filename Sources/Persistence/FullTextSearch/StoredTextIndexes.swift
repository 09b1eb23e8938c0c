import CSQLite

/// The full-text indexes of a store's file.
struct StoredTextIndexes {
    /// How many rows are entered at once.
    private static let portion = 10_000

    let connection: Connection

    /// Whether SQLite was built with FTS5 and its trigrams. Without them, searches look at the records themselves.
    var areSupported: Bool {
        get throws {
            guard sqlite3_libversion_number() >= 3_034_000 else { return false }
            return try connection.integer(
                "SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") != nil
        }
    }

    /// Those that the store has with all of their parts, made by this version of folding.
    func present(of wanted: [SQLTextIndex]) throws -> [SQLTextIndex] {
        guard !wanted.isEmpty, try areSupported else { return [] }
        return complete(wanted, try parts())
    }

    private func complete(_ wanted: [SQLTextIndex], _ parts: [StoreShape.Part]) -> [SQLTextIndex] {
        let statements = Set(parts.map(\.sql))
        guard statements.contains(SQLTextIndex.notedStatement) else { return [] }
        return wanted.filter { index in
            statements.isSuperset(of: index.tableStatements + index.triggerStatements)
        }
    }

    /// Makes those that are wanted and not whole, and removes all others, in one transaction.
    ///
    /// - Parameters:
    ///   - isStillWanted: whether the store is the one that was looked at, asked within the transaction.
    ///   - progress: hears of the part that is done, from 0 to 1.
    ///   - then: what belongs into the same transaction.
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

    /// Does what `make` does, in the transaction that is open.
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

    /// Removes all indexes but some. Without FTS5, only the triggers can be: an index that lacks them is made
    /// again where there is one.
    ///
    /// - Returns: whether there was something to remove.
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
        // The table of texts goes after the index that reads it.
        let isIndex: (StoreShape.Part) -> Bool = { $0.sql.hasPrefix("CREATE VIRTUAL") }
        for table in tables.filter(isIndex) + tables.filter({ !isIndex($0) }) {
            try connection.executeOnce("DROP TABLE \"\(table.name)\"")
        }
        return !stale.isEmpty
    }

    /// The tables and triggers of indexes, those apart that FTS5 has made. What others named alike is none.
    private func parts() throws -> [StoreShape.Part] {
        let parts = try ["table", "trigger"].flatMap {
            try StoreShape.parts(of: $0, connection)
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
    /// Calls the closure with the key before each portion of a table's rows, and with the last key in it.
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

    /// The integer that a query returns first, or nil; the statement is not kept.
    fileprivate func integer(_ sql: String, isOnce: Bool) throws -> Int64? {
        try note(sql)
        let statement = try Statement(sql, on: self)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }
}

extension StoreOpener {
    /// Makes the full-text indexes that the model asks for, and removes others, unless the store is only read. A
    /// store that Apple's framework has made has them where the options say so, or if it has had them before.
    func makeTextIndexes(
        _ connection: Connection, _ schema: SQLSchema, _ metadata: StoreMetadata,
        _ catalog: StoreCatalog
    ) throws {
        let hasThem = catalog.columns[SQLTextIndex.noted] != nil
        let isOwn = metadata.hashes == layout.versionHashes
        let wanted = schema.textIndexes
        guard !options.isReadOnly, hasThem || !wanted.isEmpty,
            hasThem || isOwn || options.indexesForeignStores
        else { return }
        let indexes = StoredTextIndexes(connection: connection)
        if try !wanted.isEmpty && !indexes.areSupported {
            options.textIndexObserver?("SQLite was built without FTS5 and its trigrams")
        }
        try indexes.make(
            wanted,
            if: { try StoreMetadata(reading: connection).hashes == metadata.hashes },
            progress: options.indexingProgress
        ) {
            if isOwn { try noteModel(connection) }
        }
    }

    /// Lets the store's own model say what is indexed, and has sort keys.
    func noteModel(_ connection: Connection) throws {
        guard try StoreModelCache.content(connection) != layout.modelCache() else { return }
        try connection.executeOnce("DELETE FROM Z_MODELCACHE")
        try StoreModelCache.insert(layout.modelCache(), connection)
    }
}
