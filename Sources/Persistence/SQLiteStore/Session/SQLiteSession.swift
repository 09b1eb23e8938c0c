import CSQLite
import Foundation
import ObjectModel

/// A session with an SQLite store over one connection.
final class SQLiteSession: SQLSession {
    // Replaced only while nothing runs on it, and read for each record.
    @exclusivity(unchecked)
    private(set) var connection: Connection
    let store: SQLiteStoreContents
    var knownSchema: KnownSchema
    private let connect: () throws -> Connection
    let packer = RowPacker()
    private let compiledQueries = CompiledQueryCache()
    /// Readers of records by key, by entity number − 1.
    var keyReaders: [KeyReader?]
    private var rTreeIndexes: [RTreeIndex]?
    var textIndexes = PresentIndexes<SQLTextIndex>()
    var sortKeys = PresentIndexes<SQLSortKeys>()
    var groupSums = PresentIndexes<SQLGroupSums>()
    /// Cached answers about the frequency of words, for the current read.
    var knownAnswers: [SQLQuery: Bool] = [:]
    /// Cached keys of the records with rare words, for the current read; nil for frequent words.
    var knownKeys: [SQLQuery: [Int64]?] = [:]
    var transaction: SQLiteTransaction?
    let canWrite: Bool

    /// - Parameter connect: opens a connection, also to replace one.
    init(
        store: SQLiteStoreContents, knownSchema: KnownSchema, canWrite: Bool,
        _ connect: @escaping () throws -> Connection
    ) throws {
        self.store = store
        self.knownSchema = knownSchema
        self.canWrite = canWrite
        self.connect = connect
        keyReaders = Array(repeating: nil, count: store.schema.layout.entities.count)
        connection = try connect()
    }

    var schema: SQLSchema { store.schema }
    var storeEntities: StoreEntities { store.storeEntities }

    /// The tables of the store's history; nil without one.
    var history: HistoryTables? { knownSchema.history }

    /// Replaces the connection if its transaction could not be ended, or if its immutable file has
    /// changed.
    func replaceFailedConnection() throws {
        guard connection.failureOfEnding != nil || connection.untouchedFile?.isUntouched == false
        else { return }
        let new = try connect()
        new.deadline.moment = deadline
        new.deadline.cancellation = cancellation
        connection = new
        keyReaders = keyReaders.map { _ in nil }
    }

    var deadline: ContinuousClock.Instant? {
        get { connection.deadline.moment }
        set { connection.deadline.moment = newValue }
    }

    var cancellation: ReadCancellation? {
        get { connection.deadline.cancellation }
        set { connection.deadline.cancellation = newValue }
    }

    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        let selection = store.selection(of: request.entity)
        let plan = try queryBuilder.select(selection, request)
        guard plan.residual == nil else { return try fetch(request, selection, visit) }
        try withRows(
            plan, selection, includesValues: request.includesValues, isInterrupted: false, visit)
    }

    func withRows(
        _ plan: SQLFetchPlan, _ selection: RecordSelection, includesValues: Bool,
        isInterrupted: Bool, _ visit: (RecordRow<SQLColumns>) throws -> Void
    ) throws {
        try withStatement(plan.query) { statement in
            let columns = SQLColumns(of: statement.handle)
            let row = RecordRow(
                columns, selection, includesValues: includesValues, path: connection.path,
                packer: packer)
            guard plan.isVisited else {
                while try statement.step() {
                    if row.move(to: columns) { try visit(row) }
                }
                return
            }
            try connection.rowCallback.run(statement) { columns in
                if row.move(to: columns) { try visit(row) }
            }
        }
    }

    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue {
        guard let data = try storedData(of: slot, entity, key) else { return .null }
        return .data(slot.isStoredExternally ? try store.external.value(of: data) : data)
    }

    func byteCount(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> Int {
        guard let data = try storedData(of: slot, entity, key) else { return 0 }
        return slot.isStoredExternally ? store.external.byteCount(of: data) : data.count
    }

    func readPieces(
        of slot: PropertySlot, entity: EntityLayout, key: Int64, size: Int,
        _ body: (Data) throws -> Void
    ) throws {
        guard let data = try storedData(of: slot, entity, key) else { return }
        guard slot.isStoredExternally else { return try data.forEachPiece(of: size, body) }
        guard case .file(let name) = ExternalMarker(data) else {
            return try store.external.value(of: data).forEachPiece(of: size, body)
        }
        try store.external.read(name, inPiecesOf: size, body)
    }

    /// The stored bytes of a binary attribute; nil for null.
    private func storedData(
        of slot: PropertySlot, _ entity: EntityLayout, _ key: Int64
    ) throws -> Data? {
        guard let column = schema[entity].columns[slot.number] else { return nil }
        let sql = "SELECT t0.\(column) FROM \(schema[entity].table) t0 WHERE t0.Z_PK = ?"
        return try connection.withStatement(sql) { statement in
            try statement.bind(key, at: 1)
            guard try statement.step(), !statement.isNull(0) else { return nil }
            return SQLValue(statement.handle, 0).data
        }
    }

    /// The model's R-trees that the store has; a read-only one may lack some.
    func presentRTreeIndexes() throws -> [RTreeIndex] {
        if let rTreeIndexes { return rTreeIndexes }
        let present = try schema.rTreeIndexes.filter { index in
            Set(try connection.columnNames(of: index.name)).isSuperset(of: index.bounds)
        }
        rTreeIndexes = present
        return present
    }

    func withStatement<T>(_ query: SQLQuery, _ body: (Statement) throws -> T) throws -> T {
        try withStatement(query.sql) { values in
            for value in query.bindings { try values.append(constant: value) }
        } _: {
            try body($0)
        }
    }

    /// Runs a closure with a statement and its bound parameters.
    private func withStatement<T>(
        _ sql: String, _ give: Giving, _ body: (Statement) throws -> T
    ) throws -> T {
        try connection.withStatement(sql) { statement in
            var values = StatementValues(statement)
            try give(&values)
            return try withExtendedLifetime(values) { try body(statement) }
        }
    }

    @discardableResult
    func run(
        _ sql: String, _ give: (inout StatementValues) throws -> Void,
        _ body: (SQLColumns) throws -> Void
    ) throws -> Int {
        try withStatement(sql, give) { statement in
            let row = SQLColumns(of: statement.handle)
            while try statement.step() { try body(row) }
            return connection.changes
        }
    }

    /// Runs each statement at once, and keeps a repeated one prepared.
    func pipeline(
        _ body: (_ send: (String, (inout StatementValues) throws -> Void) throws -> Void) throws ->
            Void
    ) throws {
        var current: Statement?
        defer { current.map(connection.statements.giveBack) }
        try body { sql, give in
            if let last = current, last.sql != sql {
                connection.statements.giveBack(last)
                current = nil
            }
            let statement = try current ?? connection.statement(sql)
            current = statement
            var values = StatementValues(statement)
            try give(&values)
            try withExtendedLifetime(values) { try statement.runAndReset() }
        }
    }
}

extension SQLiteSession {
    var queryBuilder: SQLQueryBuilder {
        get throws {
            var builder = SQLQueryBuilder(
                schema: schema, storeIdentifier: store.storeEntities.storeIdentifier,
                rTreeIndexes: try presentRTreeIndexes())
            builder.cache = compiledQueries
            builder.textIndexes = { [self] in
                PresentTextIndexes(
                    indexes: try presentTextIndexes(),
                    fewKeys: { try self.fewKeys($0) },
                    areFrequent: { try self.areFrequent($1, $2, in: $0) },
                    matchMostRecords: { try self.matchMostRecords($1, in: $0) },
                    count: { try self.count($0) })
            }
            builder.sortKeys = { [self] in try stateOfSortKeys(in: $0) }
            builder.groupSums = { [self] in try presentGroupSums() }
            builder.areKnown = { [self] in try connection.integer($0.isKnownStatement) == 1 }
            return builder
        }
    }
}

extension SQLiteSession {
    func fetchDictionaries(_ request: StoreFetch, _ columns: StoreColumns) throws -> [RowSnapshot] {
        guard let query = try queryBuilder.dictionaries(request, columns) else {
            return try fetchDictionaries(naming(request, store.storeEntities), columns)
        }
        return try withStatement(query.query) { statement in
            packer.reset()
            var rows: [RowSnapshot] = []
            while try statement.step() {
                packer.begin(store.dictionaryPlan, count: query.types.count, version: 0)
                for (column, type) in query.types.enumerated() {
                    type.pack(column, of: statement.handle, into: packer)
                }
                rows.append(packer.finish())
                try request.reporter?.recordUnit()
            }
            return rows
        }
    }
}

extension SQLiteSession {
    func rows(of sql: SQL) throws -> SQLRows {
        let query = try sql.query(
            in: schema, storeIdentifier: store.storeEntities.storeIdentifier)
        return try connection.withStatement(query.sql) { statement in
            try statement.demandReading(parameterCount: query.bindings.count)
            var values = StatementValues(statement)
            for value in query.bindings { try values.append(constant: value) }
            return try withExtendedLifetime(values) { try statement.rows() }
        }
    }
}

extension Statement {
    /// - Throws: `PersistenceError.misuse` for a statement that writes, is not the only one in its
    ///   text, or has another number of parameters.
    fileprivate func demandReading(parameterCount: Int) throws {
        let fault: String? =
            if sqlite3_stmt_readonly(handle) == 0 {
                "writes"
            } else if !Substring(rest).withoutLeadingComments.isEmpty {
                "is followed by another one"
            } else if sqlite3_bind_parameter_count(handle) != parameterCount {
                "has parameters that are not values between \\( and ), or such values between quotation marks"
            } else {
                nil
            }
        if let fault {
            throw PersistenceError.misuse(
                "A statement that is fetched reads, and this one \(fault): “\(sql)”")
        }
    }

    fileprivate func rows() throws -> SQLRows {
        let columns = 0..<sqlite3_column_count(handle)
        let names = columns.map {
            sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? ""
        }
        var rows: [RowSnapshot] = []
        while try step() {
            rows.append(RowSnapshot(columns.map { SQLValue(handle, $0).stored }))
        }
        return SQLRows(names: names, rows: rows)
    }
}

/// Facts about a store's schema beyond the model, cached until others change it.
struct KnownSchema: Sendable {
    /// SQLite's version of the schema.
    let version: Int64
    /// The tables of the store's history; nil without one.
    let history: HistoryTables?
    /// Whether a trigger ignores or replaces rows, which the `OR FAIL` of the statement that fires it would override.
    let hasLenientTriggers: Bool

    init(version: Int64, history: HistoryTables?, _ connection: Connection) throws {
        (self.version, self.history) = (version, history)
        hasLenientTriggers =
            try connection.integer(
                "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'trigger' "
                    + "AND (sql LIKE '%OR IGNORE%' OR sql LIKE '%OR REPLACE%' "
                    + "OR sql LIKE '%REPLACE INTO%'))") == 1
    }
}

extension SQLiteSession {
    func plan(for fetch: StoreFetch) throws -> FetchPlan? {
        let selection = store.selection(of: fetch.entity)
        let plan = try queryBuilder.select(selection, fetch)
        return FetchPlan(
            storeIdentifier: store.storeEntities.storeIdentifier,
            sql: plan.query.sql,
            steps: try steps(of: plan.query.sql), predicateInMemory: plan.residual,
            reason: plan.residualReason)
    }

    private func steps(of sql: String) throws -> [String] {
        let statement = try Statement("EXPLAIN QUERY PLAN \(sql)", on: connection)
        var depths: [Int64: Int] = [0: -1]
        var steps: [String] = []
        while try statement.step() {
            let depth = (depths[statement.integer(1)] ?? -1) + 1
            depths[statement.integer(0)] = depth
            steps.append(String(repeating: "  ", count: depth) + (statement.text(3) ?? ""))
        }
        return steps
    }
}
