/// The sort keys in a store's file.
struct SQLiteStoredSortKeys {
    /// The number of rows that are written at once.
    private static let portion = 10_000

    let connection: Connection

    /// The sort keys of the store that have all triggers of this version.
    func present(of wanted: [SQLSortKeys]) throws -> [SQLSortKeys] {
        complete(wanted, try parts())
    }

    private func complete(_ wanted: [SQLSortKeys], _ parts: [ExistingSchema.Part]) -> [SQLSortKeys]
    {
        let statements = Set(parts.map(\.sql))
        guard statements.contains(SQLSortKeys.notedStatement) else { return [] }
        return wanted.filter { statements.isSuperset(of: $0.triggerStatements) }
    }

    /// Creates the wanted sort keys that are missing or incomplete, and removes the triggers of
    /// others, in one transaction.
    ///
    /// - Parameters:
    ///   - isStillWanted: whether the store is still the expected one, asked in the transaction.
    ///   - progress: called with the completed part, from 0 to 1.
    ///   - then: more work for the same transaction.
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

    /// Does the work of `make` in the current transaction.
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

    /// Removes all sort keys except some. Their columns belong to the model and stay.
    ///
    /// - Returns: whether any were removed.
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

    /// The table and the triggers, without objects of other programs with similar names.
    private func parts() throws -> [ExistingSchema.Part] {
        try ["table", "trigger"].flatMap { try ExistingSchema.parts(of: $0, connection) }.filter {
            $0.name == SQLSortKeys.noted
                || $0.name.hasPrefix(SQLSortKeys.prefix) && $0.sql.hasPrefix("CREATE TRIGGER")
                    && $0.sql.contains("INSERT INTO \(SQLSortKeys.noted) ")
        }
    }
}

extension SQLiteStoreOpener {
    /// Creates the sort keys of the model, unless the store is read-only. A store of Apple's
    /// framework gets them if the options say so, or if it had them before.
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
    func presentSortKeys() throws -> [SQLSortKeys] {
        try sortKeys.parts(
            of: store.sortKeys, connection, SQLiteStoredSortKeys(connection: connection).present)
    }

    /// Whether the rows of a table are in the order of their sort keys; nil if it has none.
    func stateOfSortKeys(in table: String) throws -> SortKeyState? {
        guard try presentSortKeys().contains(where: { $0.table == table }) else { return nil }
        let noted = try connection.integer(
            "SELECT CASE WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.noted) WHERE ZCUT = 0 "
                + "AND ZTABLE = '\(table)') THEN 2 WHEN EXISTS (SELECT 1 FROM \(SQLSortKeys.noted) "
                + "WHERE ZCUT = 1 AND ZTABLE = '\(table)') THEN 1 ELSE 0 END")
        return noted == 2 ? .outOfDate : noted == 1 ? .cut : .ordered
    }

    /// Computes the keys of all recorded rows, of this transaction and of other programs.
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

struct SortKeyCheck {
    /// The maximum number of records in the messages.
    private static let maximumCount = 20

    let session: SQLiteSession

    /// One message for each difference. Recorded rows are left to the next save.
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
