/// Data that triggers keep beside a store's tables: a full-text index, sort keys or sums.
///
/// Version hashes do not include it, so opening a store creates or removes it without a migration.
protocol AuxiliaryIndex: Hashable, Sendable {
    /// The prefix of all names.
    static var prefix: String { get }
    /// The table in which the triggers of all indexes record changed rows; nil for none.
    static var changes: (table: String, statement: String)? { get }
    /// Whether this SQLite has all modules that the indexes need.
    static func areSupported(_ connection: Connection) throws -> Bool
    /// Whether a table or trigger belongs to an index, and not to another program that uses a
    /// similar name.
    static func owns(_ part: ExistingSchema.Part) -> Bool
    /// The indexes that the model asks for.
    static func all(of schema: SQLSchema) -> [Self]

    /// The table of the records.
    var table: String { get }
    var tableStatements: [String] { get }
    var triggerStatements: [String] { get }
    /// Computes the data of all records.
    ///
    /// - Parameter report: receives the number of processed records.
    func fill(_ connection: Connection, _ report: (Int) -> Void) throws
}

extension SQLSchema {
    static var auxiliaryIndexes: [any AuxiliaryIndex.Type] {
        [SQLSortKeys.self, SQLTextIndex.self, SQLGroupSums.self]
    }
}

extension AuxiliaryIndex {
    static var changes: (table: String, statement: String)? { nil }

    static func areSupported(_ connection: Connection) throws -> Bool { true }

    /// The complete indexes of the store that this version of the library has created.
    static func present(of wanted: [Self], _ connection: Connection) throws -> [Self] {
        guard !wanted.isEmpty, try areSupported(connection) else { return [] }
        let existing = Set(try parts(connection).map(\.sql))
        return wanted.filter { existing.isSuperset(of: statements(of: [$0])) }
    }

    /// The statements of all tables and triggers of some indexes.
    private static func statements(of indexes: [Self]) -> Set<String> {
        guard !indexes.isEmpty else { return [] }
        return Set(indexes.flatMap { $0.tableStatements + $0.triggerStatements })
            .union(changes.map { [$0.statement] } ?? [])
    }

    private static func parts(_ connection: Connection) throws -> [ExistingSchema.Part] {
        try ["table", "trigger"].flatMap { try ExistingSchema.parts(of: $0, connection) }
            .filter(owns)
    }

    /// Creates the wanted indexes that are missing or incomplete, and removes the others, in one
    /// transaction.
    ///
    /// - Parameters:
    ///   - isStillWanted: whether the store is still the expected one, asked in the transaction.
    ///   - progress: called with the completed part, from 0 to 1.
    ///   - then: more work for the same transaction.
    fileprivate static func align(
        _ wanted: [Self], _ connection: Connection, if isStillWanted: () throws -> Bool,
        progress: ((Double) -> Void)?, then: () throws -> Void
    ) throws {
        func isAligned() throws -> Bool {
            try Set(parts(connection).map(\.sql)) == statements(of: wanted)
        }
        guard try areSupported(connection), try !isAligned() else { return }
        try connection.transaction {
            guard try isStillWanted(), try !isAligned() else { return }
            try create(wanted, connection, progress: progress)
            try then()
        }
    }

    /// Creates the indexes of a model in the current transaction, if SQLite has their modules.
    static func create(for schema: SQLSchema, _ connection: Connection) throws {
        guard try areSupported(connection) else { return }
        try create(all(of: schema), connection, progress: nil)
    }

    private static func create(
        _ wanted: [Self], _ connection: Connection, progress: ((Double) -> Void)?
    ) throws {
        let kept = try present(of: wanted, connection)
        try remove(allBut: kept, connection)
        guard !wanted.isEmpty else { return }
        if kept.isEmpty, let changes { try connection.executeOnce(changes.statement) }
        try forEachTable(
            wanted.filter { !kept.contains($0) },
            count: { try connection.integer("SELECT count(*) FROM \($0.table)") ?? 0 },
            reportingTo: progress
        ) { index, report in
            if let changes {
                try connection.executeOnce(
                    "DELETE FROM \(changes.table) WHERE ZTABLE = '\(index.table)'")
            }
            try index.tableStatements.forEach(connection.executeOnce)
            try index.fill(connection, report)
            try index.triggerStatements.forEach(connection.executeOnce)
        }
    }

    /// Removes all indexes.
    ///
    /// - Returns: whether there were any.
    static func remove(_ connection: Connection) throws -> Bool {
        try remove(allBut: [], connection)
    }

    /// Without the modules, only the triggers can be removed: a program that has them rebuilds an
    /// index without triggers.
    @discardableResult
    private static func remove(allBut kept: [Self], _ connection: Connection) throws -> Bool {
        let statements = statements(of: kept)
        let stale = try parts(connection).filter { !statements.contains($0.sql) }
        func drop(_ kind: String, _ beginning: String) throws {
            for part in stale where part.sql.hasPrefix(beginning) {
                try connection.executeOnce("DROP \(kind) \"\(part.name)\"")
            }
        }
        try drop("TRIGGER", "CREATE TRIGGER")
        guard try areSupported(connection) else { return !stale.isEmpty }
        // A virtual table reads an ordinary one.
        try drop("TABLE", "CREATE VIRTUAL")
        try drop("TABLE", "CREATE TABLE")
        return !stale.isEmpty
    }
}

extension SQLiteStoreOpener {
    /// Creates the auxiliary indexes of the model, and removes others, unless the store is
    /// read-only. A store of Apple's framework gets them if the options say so, or if it had them
    /// before.
    func makeAuxiliaryIndexes(
        _ connection: Connection, _ schema: SQLSchema, _ metadata: StoreMetadata,
        _ catalog: StoreCatalog
    ) throws {
        guard !description.isReadOnly else { return }
        for kind in SQLSchema.auxiliaryIndexes {
            try make(kind, connection, schema, metadata, catalog)
        }
    }

    private func make<Index: AuxiliaryIndex>(
        _ kind: Index.Type, _ connection: Connection, _ schema: SQLSchema,
        _ metadata: StoreMetadata, _ catalog: StoreCatalog
    ) throws {
        let beginning = Index.changes?.table ?? Index.prefix
        let hasThem = catalog.columns.keys.contains { $0.hasPrefix(beginning) }
        let isOwn = metadata.hashes == layout.versionHashes
        let wanted = Index.all(of: schema)
        guard hasThem || !wanted.isEmpty,
            hasThem || isOwn || description.sqlite.indexesForeignStores
        else { return }
        if try !wanted.isEmpty && !Index.areSupported(connection) {
            description.textIndexObserver?("SQLite was built without FTS5 and its trigrams")
        }
        try Index.align(
            wanted, connection,
            if: { try StoreMetadata(reading: connection).hashes == metadata.hashes },
            progress: description.indexingProgress
        ) {
            if isOwn { try recordModel(connection) }
        }
    }

    /// Records in the store's own model what is indexed and has sort keys.
    private func recordModel(_ connection: Connection) throws {
        guard try StoreModelCache.content(connection) != layout.modelCache() else { return }
        try connection.executeOnce("DELETE FROM Z_MODELCACHE")
        try StoreModelCache.insert(layout.modelCache(), connection)
    }
}

extension Connection {
    /// Runs statements for each portion of a table's rows. Their parameters are the key before the
    /// portion and its last key.
    func run(_ statements: [String], inPortionsOf table: String, _ report: (Int) -> Void) throws {
        let portion = 10_000
        var (last, count) = (Int64.min, 0)
        while let next = try lastKey(ofPortionAfter: last, portion, table) {
            for sql in statements {
                let statement = try Statement(sql, on: self)
                try statement.bind(last, at: 1)
                try statement.bind(next, at: 2)
                try statement.run()
            }
            (last, count) = (next, count + portion)
            report(count)
        }
    }

    /// The last key of the next portion of a table's rows. The statement is not cached.
    private func lastKey(
        ofPortionAfter last: Int64, _ portion: Int, _ table: String
    ) throws -> Int64? {
        let sql =
            "SELECT max(Z_PK) FROM (SELECT Z_PK FROM \(table) WHERE Z_PK > \(last) "
            + "ORDER BY Z_PK LIMIT \(portion))"
        try record(sql)
        let statement = try Statement(sql, on: self)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }
}

/// The indexes of one kind that a store has, cached by schema version, because other programs may
/// drop a trigger at any time.
struct PresentIndexes<Index: AuxiliaryIndex> {
    private var known: (version: Int64, indexes: [Index])?

    /// The complete ones of the indexes that the model asks for.
    mutating func present(of wanted: [Index], _ connection: Connection) throws -> [Index] {
        guard !wanted.isEmpty else { return [] }
        let version = try connection.integer("PRAGMA schema_version") ?? 0
        if let known, known.version == version { return known.indexes }
        let indexes = try Index.present(of: wanted, connection)
        known = (version, indexes)
        return indexes
    }
}

extension SQLiteSession {
    /// The maximum number of records in the messages about one difference.
    private static let maximumCount = 20

    /// Runs the statements of those indexes whose tables have recorded rows.
    ///
    /// - Parameter recorded: the source of a query for the recorded rows.
    func update<Index: AuxiliaryIndex>(
        _ indexes: [Index], _ statements: (Index) -> [String], recorded: String
    ) throws {
        guard !indexes.isEmpty else { return }
        let sql = "SELECT DISTINCT ZTABLE FROM \(recorded)"
        let tables = try connection.withStatement(sql) { statement in
            var tables: Set<String> = []
            while try statement.step() { statement.text(0).map { _ = tables.insert($0) } }
            return tables
        }
        for index in indexes where tables.contains(index.table) {
            try statements(index).forEach(connection.execute)
        }
    }

    /// The first keys that a query finds, for messages.
    func firstKeys(_ sql: String) throws -> [Int64] {
        let statement = try Statement("\(sql) LIMIT \(Self.maximumCount)", on: connection)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(0)) }
        return keys
    }
}
