/// The sort keys in a store's file.
struct SQLiteStoredSortKeys {
    /// How many rows are written at once.
    private static let portion = 10_000

    let connection: Connection

    /// Those that the store has with all of their triggers, made by this version of the keys.
    func present(of wanted: [SQLSortKeys]) throws -> [SQLSortKeys] {
        complete(wanted, try parts())
    }

    private func complete(_ wanted: [SQLSortKeys], _ parts: [ExistingSchema.Part]) -> [SQLSortKeys]
    {
        let statements = Set(parts.map(\.sql))
        guard statements.contains(SQLSortKeys.notedStatement) else { return [] }
        return wanted.filter { statements.isSuperset(of: $0.triggerStatements) }
    }

    /// Makes those that are wanted and not whole, and lets go of all others, in one transaction.
    ///
    /// - Parameters:
    ///   - isStillWanted: whether the store is the one that was looked at, asked within the transaction.
    ///   - progress: hears of the part that is done, from 0 to 1.
    ///   - then: what belongs into the same transaction.
    func make(
        _ wanted: [SQLSortKeys], if isStillWanted: () throws -> Bool,
        progress: ((Double) -> Void)?, then: () throws -> Void
    ) throws {
        guard try !isAsWanted(wanted) else { return }
        try connection.transaction {
            guard try isStillWanted(), try !isAsWanted(wanted) else { return }
            try makeWithinTransaction(wanted, progress: progress)
            try then()
        }
    }

    private func isAsWanted(_ wanted: [SQLSortKeys]) throws -> Bool {
        let parts = try parts()
        guard !wanted.isEmpty else { return parts.isEmpty }
        return Set(parts.map(\.sql))
            == Set(wanted.flatMap(\.triggerStatements) + [SQLSortKeys.notedStatement])
    }

    /// Does what `make` does, in the transaction that is open.
    func makeWithinTransaction(
        _ wanted: [SQLSortKeys], progress: ((Double) -> Void)? = nil
    ) throws {
        let kept = complete(wanted, try parts())
        try remove(allBut: kept)
        guard !wanted.isEmpty else { return }
        let hasNoted = try parts().contains { $0.name == SQLSortKeys.noted }
        if !hasNoted { try connection.executeOnce(SQLSortKeys.notedStatement) }
        let missing = wanted.filter { !kept.contains($0) }
        try forEachTable(
            missing, count: { try connection.integer("SELECT count(*) FROM \($0.table)") ?? 0 },
            telling: progress, fill)
    }

    private func fill(_ keys: SQLSortKeys, _ tell: (Int) -> Void) throws {
        try connection.executeOnce(
            "DELETE FROM \(SQLSortKeys.noted) WHERE ZTABLE = '\(keys.table)'")
        var count = 0
        try connection.forEachPortion(of: keys.table, Self.portion) { last, next in
            let statement = try Statement(keys.fillStatement, on: connection)
            try statement.bind(last, at: 1)
            try statement.bind(next, at: 2)
            try statement.run()
            count += Self.portion
            tell(count)
        }
        try connection.executeOnce(keys.cutStatement)
        try keys.triggerStatements.forEach(connection.executeOnce)
    }

    /// Lets go of all but some. The columns are the model's, and stay.
    ///
    /// - Returns: whether there was something to let go of.
    @discardableResult
    func remove(allBut kept: [SQLSortKeys] = []) throws -> Bool {
        let names = Set(
            kept.flatMap(\.triggerStatements).compactMap { StoreSQL.name(madeBy: $0) }
                + (kept.isEmpty ? [] : [SQLSortKeys.noted]))
        let stale = try parts().filter { !names.contains($0.name) }
        let isTrigger: (ExistingSchema.Part) -> Bool = { $0.sql.hasPrefix("CREATE TRIGGER") }
        for trigger in stale.filter(isTrigger) {
            try connection.executeOnce("DROP TRIGGER \"\(trigger.name)\"")
        }
        for table in stale where !isTrigger(table) {
            try connection.executeOnce("DROP TABLE \"\(table.name)\"")
        }
        return !stale.isEmpty
    }

    /// The table and the triggers. What others named alike is none.
    private func parts() throws -> [ExistingSchema.Part] {
        try ["table", "trigger"].flatMap { try ExistingSchema.parts(of: $0, connection) }.filter {
            $0.name == SQLSortKeys.noted
                || $0.name.hasPrefix(SQLSortKeys.prefix) && $0.sql.hasPrefix("CREATE TRIGGER")
                    && $0.sql.contains("INSERT INTO \(SQLSortKeys.noted) ")
        }
    }
}

extension SQLiteStoreOpener {
    /// Makes the sort keys that the model asks for, unless the store is only read. A store that Apple's framework
    /// has made has them where the options say so, or if it has had them before.
    func makeSortKeys(
        _ connection: Connection, _ schema: SQLSchema, _ metadata: StoreMetadata,
        _ catalog: StoreCatalog
    ) throws {
        let hasThem = catalog.columns[SQLSortKeys.noted] != nil
        let isOwn = metadata.hashes == layout.versionHashes
        let wanted = schema.sortKeys
        guard !description.isReadOnly, hasThem || !wanted.isEmpty,
            hasThem || isOwn || description.sqlite.indexesForeignStores
        else { return }
        try SQLiteStoredSortKeys(connection: connection).make(
            wanted,
            if: { try StoreMetadata(reading: connection).hashes == metadata.hashes },
            progress: description.indexingProgress
        ) {
            if isOwn { try recordModel(connection) }
        }
    }
}

extension SQLiteSession {
    /// The sort keys that the store keeps now.
    func presentSortKeys() throws -> [SQLSortKeys] {
        try sortKeys.parts(
            of: store.sortKeys, connection, SQLiteStoredSortKeys(connection: connection).present)
    }

    /// Whether the rows of a table stand in the order of their sort keys; nil if the store keeps none for it.
    func stateOfSortKeys(in table: String) throws -> SortKeyState? {
        guard try presentSortKeys().contains(where: { $0.table == table }) else { return nil }
        let noted = try connection.integer(
            "SELECT CASE WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.noted) WHERE ZCUT = 0 "
                + "AND ZTABLE = '\(table)') THEN 2 WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.noted) "
                + "WHERE ZCUT = 1 AND ZTABLE = '\(table)') THEN 1 ELSE 0 END")
        return noted == 2 ? .outOfDate : noted == 1 ? .cut : .ordered
    }

    /// Makes the keys of all rows that were noted: those of this transaction, and those that other programs have
    /// written.
    func updateSortKeys() throws {
        let keys = try presentSortKeys()
        guard !keys.isEmpty else { return }
        let sql = "SELECT DISTINCT ZTABLE FROM \(SQLSortKeys.noted) WHERE ZCUT = 0"
        let tables = try connection.withStatement(sql) { statement in
            var tables: Set<String> = []
            while try statement.step() { statement.text(0).map { _ = tables.insert($0) } }
            return tables
        }
        for keys in keys where tables.contains(keys.table) {
            try keys.updateStatements.forEach(connection.execute)
        }
    }
}

/// Compares the sort keys of a store with its texts.
struct SortKeyCheck {
    /// How many records are named.
    private static let maximumCount = 20

    let session: SQLiteSession

    /// The faults, a sentence each. The next save makes the keys of rows that were noted.
    func faults() throws -> [String] {
        try session.presentSortKeys().flatMap { keys in
            try keys.pairs.flatMap { pair in
                try self.keys(keys.differingStatement(pair)).map { keys.fault(pair, $0) }
            }
        }
    }

    private func keys(_ sql: String) throws -> [Int64] {
        let statement = try Statement("\(sql) LIMIT \(Self.maximumCount)", on: session.connection)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
    }
}
