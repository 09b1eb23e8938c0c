import CLibpq
import Foundation
import ObjectModel
import Persistence

/// Opens the store of a database, or creates it.
struct PostgreSQLStoreOpener {
    /// The time to wait for writers before a history is begun.
    private static let timeout = "10s"

    /// The oldest server version that can be asked for the outcome of a transaction.
    private static let minimumServerVersion: Int32 = 130_000
    /// The number of the advisory lock that openings of stores take.
    private static let lockNumber: Int64 = 0x5065_7273_6973_7430

    /// The statement that waits until no other process opens, creates or migrates a store in the
    /// schema. The lock ends with the transaction.
    static let lockStatement =
        "SELECT pg_advisory_xact_lock("
        + "\(lockNumber) # hashtextextended(COALESCE(current_schema(), ''), 0))"

    let address: ServerAddress
    let layout: ModelLayout
    let description: StoreDescription
    /// The metadata of a new store that replaces one without records; nil to open the existing one.
    var replacement: PersistentStoreMetadata?

    private var isReadOnly: Bool { description.isReadOnly }

    /// The result of opening a store.
    struct Opened {
        var metadata: PersistentStoreMetadata
        var history: HistoryTables?
        /// Whether the store keeps the sort keys of the model.
        var keepsSortKeys: Bool
        /// The full-text indexes that the store has.
        var textIndexes: [SQLTextIndex]
        /// The number of the store's tables, which the server never gives to others.
        var number: Int64
    }

    /// Opens or creates the store in one transaction, while no other process does the same.
    ///
    /// - Throws: `PersistenceError.cannotOpen`.
    func open(_ schema: SQLSchema) throws -> Opened {
        try check(schema)
        do {
            let connection = try ServerConnection(address)
            guard PQserverVersion(connection.handle) >= Self.minimumServerVersion else {
                throw cannotOpen(.other("the server is older than PostgreSQL 13"))
            }
            try connection.execute(isReadOnly ? "BEGIN READ ONLY" : "BEGIN")
            let metadata = try openInTransaction(connection, schema)
            let history = try openHistory(connection)
            let keepsSortKeys = try openSortKeys(connection, schema)
            let textIndexes = try openTextIndexes(connection, schema)
            let number = try StoreReader(address, connection).number()
            try connection.execute("COMMIT")
            return Opened(
                metadata: metadata, history: history, keepsSortKeys: keepsSortKeys,
                textIndexes: textIndexes, number: number)
        } catch let error as PostgreSQLError {
            throw error.cannotOpen(address)
        }
    }

    private func openInTransaction(
        _ connection: ServerConnection, _ schema: SQLSchema
    ) throws -> PersistentStoreMetadata {
        if !isReadOnly {
            try connection.runOnce(Self.lockStatement)
            if let schema = address.schema { try connection.makeSchema(schema) }
        }
        let tables = try tableNames(connection)
        if tables.contains("z_metadata") {
            guard replacement != nil else { return try existingStore(connection) }
            let replaced = try StoreTables(of: address, connection)
            try checkIsPristine(replaced, connection)
            try replaced.drop()
            return try make(schema, connection)
        }
        let own = Set((schema.tables.map(\.name) + schema.joinTables.map(\.name)).map(stored))
        guard tables.isDisjoint(with: own) else {
            throw cannotOpen(.foreign("it has tables of the model’s names, and no Z_METADATA"))
        }
        guard !isReadOnly else { throw cannotOpen(.foreign("the database holds no store")) }
        return try make(schema, connection)
    }

    /// The history that the store keeps; nil for none.
    private func openHistory(_ connection: ServerConnection) throws -> HistoryTables? {
        if let kept = try HistoryTables(of: connection) {
            guard !kept.hasAnnotations, description.tracksHistory, !isReadOnly else { return kept }
            for statement in HistoryTables.annotationStatements {
                try connection.execute(statement)
            }
            return HistoryTables(
                tombstoneCount: kept.tombstoneColumns.count, hasAnnotations: true)
        }
        guard description.tracksHistory, !isReadOnly else { return nil }
        let columns = HistoryTables(
            tombstoneCount: layout.preservedCount, hasAnnotations: true)
        try waitForWriters(connection, "others write it, who would not keep its history")
        for statement in columns.createStatements { try connection.execute(statement) }
        return columns
    }

    /// Makes the model's sort keys where the store lacks them, and writes them into the stored
    /// model.
    ///
    /// - Returns: whether the store keeps them.
    private func openSortKeys(_ connection: ServerConnection, _ schema: SQLSchema) throws -> Bool {
        try ifPermitted(connection, otherwise: false) {
            try PostgreSQLStoredSortKeys(connection, schema).align(
                isReadOnly: isReadOnly, progress: description.indexingProgress
            ) {
                try waitForWriters(connection, "others write it, who would not keep its sort keys")
                try recordModel(connection)
            }
        }
    }

    /// Runs an optional part of opening; does without it if the role may not.
    ///
    /// - Parameter refused: receives the reason. Default: ignored.
    private func ifPermitted<T>(
        _ connection: ServerConnection, otherwise: T, _ body: () throws -> T,
        refused: ((String) -> Void)? = nil
    ) throws -> T {
        guard !isReadOnly else { return try body() }
        try connection.execute("SAVEPOINT indexes")
        do {
            let result = try body()
            try connection.execute("RELEASE SAVEPOINT indexes")
            return result
        } catch let error as PostgreSQLError where error.isDenied {
            try connection.execute("ROLLBACK TO SAVEPOINT indexes")
            refused?(error.message)
            return otherwise
        }
    }

    /// Makes the model's full-text indexes where the store lacks them.
    ///
    /// - Returns: the indexes that the store has.
    private func openTextIndexes(
        _ connection: ServerConnection, _ schema: SQLSchema
    ) throws -> [SQLTextIndex] {
        let indexes = PostgreSQLStoredTextIndexes(
            connection: connection,
            indexes: schema.textIndexes.filter { !ServerName("\($0.name)_grams").isTooLong })
        return try ifPermitted(connection, otherwise: []) {
            try indexes.align(isReadOnly: isReadOnly, progress: description.indexingProgress) {
                try waitForWriters(connection, "others write it, who would not keep its indexes")
                try recordModel(connection)
            } hasNone: {
                description.textIndexObserver?($0)
            }
        } refused: {
            description.textIndexObserver?($0)
        }
    }

    /// Writes the model with its indexes and sort keys into the store.
    private func recordModel(_ connection: ServerConnection) throws {
        let parameters = StatementParameters()
        parameters.append(try layout.modelCache())
        try connection.runOnce("UPDATE Z_MODELCACHE SET Z_CONTENT = $1", parameters)
    }

    /// Waits for running writers to end, and keeps new ones out.
    ///
    /// - Parameter reason: the error's text if the wait takes too long.
    private func waitForWriters(_ connection: ServerConnection, _ reason: String) throws {
        do {
            try connection.execute(
                "SET LOCAL lock_timeout = '\(Self.timeout)'; "
                    + "LOCK TABLE Z_METADATA IN EXCLUSIVE MODE; SET LOCAL lock_timeout TO DEFAULT")
        } catch let error as PostgreSQLError where error.isLockTimeout {
            throw cannotOpen(.locked(reason))
        }
    }

    /// The tables of the schema that unqualified names lead to.
    private func tableNames(_ connection: ServerConnection) throws -> Set<String> {
        let result = try connection.runOnce(
            "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = current_schema()")
        return Set(result.rows.map { $0.string(0) })
    }

    private func stored(_ name: String) -> String { ServerName(name).stored }

    private func cannotOpen(_ reason: StoreOpenFailure) -> PersistenceError {
        .cannotOpen(path: address.description, reason: reason)
    }

    // MARK: - Making

    func make(
        _ schema: SQLSchema, _ connection: ServerConnection
    ) throws -> PersistentStoreMetadata {
        let statements =
            schema.createStatements.map(ServerName.fitting) + schema.foreignKeyStatements
            + schema.entityStatements + schema.largeValueStatements
        for statement in statements { try connection.execute(statement) }
        try PostgreSQLStoredSortKeys(connection, schema).make()
        let metadata =
            replacement ?? PersistentStoreMetadata(newStoreFor: layout.model, type: .postgreSQL)
        let parameters = StatementParameters()
        parameters.append(metadata.identifier)
        parameters.append(metadata.propertyList)
        try connection.runOnce(
            "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, $1, $2)", parameters)
        parameters.reset()
        parameters.append(try layout.modelCache())
        try connection.runOnce("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES ($1)", parameters)
        return metadata
    }

    /// Taken keys do not count: an interrupted copy may have used up some.
    private func checkIsPristine(_ tables: StoreTables, _ connection: ServerConnection) throws {
        try waitForWriters(connection, "others write what a copy is to replace")
        guard try !tables.haveRecords() else {
            throw cannotOpen(.other("there is a store with records, which a copy does not replace"))
        }
    }

    /// Names that the server would cut off could collide with others.
    private func check(_ schema: SQLSchema) throws {
        let joinNames = schema.joinTables.flatMap { table -> [String] in
            [table.name] + table.keyColumns + table.orderColumns
        }
        let names = schema.tables.flatMap { [$0.name] + $0.columns.map(\.name) } + joinNames
        if let name = names.first(where: { ServerName($0).isTooLong }) {
            throw PersistenceError.misuse(
                "The name \(name) is longer than the \(ServerName.maximumLength) bytes that "
                    + "PostgreSQL keeps of a name")
        }
        // A derivation in an unknown form could never be computed.
        let known = Set(layout.derivations.map { "\($0.entityNumber) \($0.slot)" })
        for entity in layout.entities {
            for slot in entity.slots
            where slot.attribute?.isDerived == true && slot.declaringEntityNumber == entity.number
                && !known.contains("\(entity.number) \(slot.number)")
            {
                throw PersistenceError.misuse(
                    "A PostgreSQL store cannot compute \(entity.name).\(slot.name)")
            }
        }
    }

    // MARK: - Existing stores

    private func existingStore(_ connection: ServerConnection) throws -> PersistentStoreMetadata {
        // Keeps the tables that are read now from being replaced.
        try connection.execute("LOCK TABLE Z_METADATA IN ACCESS SHARE MODE")
        let reader = StoreReader(address, connection)
        let metadata = try reader.metadata()
        let differing =
            metadata.isCompatible(with: layout.model) ? [] : try differingEntities(reader)
        guard differing.isEmpty else {
            throw cannotOpen(
                .incompatibleModel(
                    "these entities differ: \(differing.joined(separator: ", "))"))
        }
        if !isReadOnly { try checkRights(connection) }
        try checkNumbers(connection)
        return metadata
    }

    /// A role without the right to write learns so now, and not at the first save.
    private func checkRights(_ connection: ServerConnection) throws {
        let answer = try connection.runOnce(
            "SELECT has_table_privilege('z_primarykey', 'UPDATE'), "
                + "current_setting('transaction_read_only') = 'on'")
        guard !answer[0].boolean(1) else { throw cannotOpen(.takesNoChanges) }
        guard answer[0].boolean(0) else {
            throw cannotOpen(.noPermission("its role may read the store, and not write it"))
        }
    }

    private func differingEntities(_ reader: StoreReader) throws -> [String] {
        let stored = try reader.model().hashesForComparison
        let wanted = layout.model.hashesForComparison
        return Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }.sorted()
    }

    /// Records refer to their entities by number.
    private func checkNumbers(_ connection: ServerConnection) throws {
        let result = try connection.runOnce("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY")
        let numbers = result.rows.reduce(into: [String: Int]()) { numbers, row in
            numbers[row.string(1)] = Int(row.integer(0))
        }
        for entity in layout.entities where numbers[entity.name] != entity.number {
            throw PersistenceError.corruptStore(
                path: address.description,
                reason: "Z_PRIMARYKEY numbers the entity \(entity.name) differently")
        }
    }
}
