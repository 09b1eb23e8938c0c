import CSQLite

/// A connection to an SQLite database, used by one thread at a time.
final class Connection {
    let handle: OpaquePointer
    let path: String
    let statements: StatementCache
    /// When what runs here is broken off.
    let deadline: StatementDeadline
    /// The changes that triggers made to derived attributes.
    let triggeredChanges = TriggeredChanges()
    /// Where rows go that are visited and not stepped to.
    let rowCallback = RowCallback()
    private(set) var trace: SQLTrace?
    /// Why a transaction could not be ended; nothing runs on the connection after that.
    var failureOfEnding: (any Error)?
    /// Whether a statement has run since the store's schema was looked at, or a transaction was
    /// committed, which had looked.
    var hasRunSinceLook = false
    /// The file, if the connection takes for granted that no one writes it.
    var untouchedFile: ImmutableFileCheck?
    /// SQLite's number for what the connection sees of the file, as it was when it was last asked for.
    private var dataVersion: Int64?

    /// - Parameters:
    ///   - path: the file, as errors name it.
    ///   - address: what SQLite opens. Default: nil, for the path.
    ///   - flags: `SQLITE_OPEN_…` flags; the connection has no mutex of its own in any case.
    ///   - cachedStatements: how many prepared statements are kept.
    init(
        path: String, address: String? = nil, flags: Int32, cachedStatements: Int,
        trace: SQLTrace?
    ) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(address ?? path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else {
            throw PersistenceError.sqlite(
                code: SQLITE_NOMEM, message: "out of memory", sql: nil, path: path)
        }
        guard code == SQLITE_OK else {
            let error = PersistenceError(connection: opened, code: code, sql: nil, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        deadline = StatementDeadline(of: opened)
        self.path = path
        self.trace = trace
        statements = StatementCache(limit: cachedStatements)
        sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// How long an operation waits for another connection's lock.
    func setBusyTimeout(milliseconds: Int32) {
        sqlite3_busy_timeout(handle, milliseconds)
    }

    /// Records a statement that is about to run.
    ///
    /// - Throws: why a transaction could not be ended: nothing runs after that.
    func record(_ sql: String) throws {
        if let failureOfEnding { throw failureOfEnding }
        hasRunSinceLook = true
        trace?.record(sql)
    }

    /// Runs a closure whose statements stand in no trace, so that no closure of others runs within it.
    func withoutTrace<T>(_ body: () throws -> T) rethrows -> T {
        let kept = trace.take()
        defer { trace = kept }
        return try body()
    }

    /// A statement for some SQL text, prepared at its first use. Give it back to `statements` when
    /// it is done.
    func statement(_ sql: String) throws -> Statement {
        try record(sql)
        return try statements.take(sql) ?? Statement(sql, on: self)
    }

    /// Runs a closure with a statement, and resets the statement afterwards.
    func withStatement<T>(_ sql: String, _ body: (Statement) throws -> T) throws -> T {
        let statement = try statement(sql)
        defer { statements.giveBack(statement) }
        return try body(statement)
    }

    /// Runs a statement that returns no rows that matter.
    func execute(_ sql: String) throws {
        try withStatement(sql) { try $0.run() }
    }

    /// Runs a statement once, without keeping it.
    func executeOnce(_ sql: String) throws {
        try record(sql)
        try Statement(sql, on: self).run()
    }

    /// The integer that a query returns first, or nil if it returns no row.
    func integer(_ sql: String) throws -> Int64? {
        try withStatement(sql) { try $0.step() ? $0.integer(0) : nil }
    }

    /// The text that a query returns first, or nil if it returns no row.
    func text(_ sql: String) throws -> String? {
        try withStatement(sql) { try $0.step() ? $0.text(0) : nil }
    }

    /// The names of a table's columns in their order; none if there is no such table.
    func columnNames(of table: String) throws -> [String] {
        try withStatement("SELECT name FROM pragma_table_info(?)") { statement in
            try statement.bind(table, at: 1)
            var names: [String] = []
            while try statement.step() {
                if let name = statement.text(0) { names.append(name) }
            }
            return names
        }
    }

    /// Whether other connections have committed something since this was last asked for, or may have. What
    /// is done on this one does not count. As it is asked for again and again, it stands in no trace.
    ///
    /// - Throws: errors of SQLite.
    func noticesOthers() throws -> Bool {
        if let failureOfEnding { throw failureOfEnding }
        let sql = "PRAGMA data_version"
        let statement = try statements.take(sql) ?? Statement(sql, on: self)
        defer { statements.giveBack(statement) }
        let version = try statement.step() ? statement.integer(0) : nil
        defer { dataVersion = version }
        return version == nil || version != dataVersion
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func error(code: Int32, sql: String?) -> PersistenceError {
        triggeredChanges.takeFailure()
            ?? PersistenceError(connection: handle, code: code, sql: sql, path: path)
    }
}

extension PersistenceError {
    /// SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE, computed constants that Swift does not
    /// import.
    private static var doublings: [Int32] {
        [SQLITE_CONSTRAINT | 6 << 8, SQLITE_CONSTRAINT | 8 << 8]
    }

    /// The columns of which two rows of a table would have the same values; nil if it is another error.
    var doubledColumns: (table: String, columns: [String])? {
        guard case .sqlite(let code, let message, _, _) = self, Self.doublings.contains(code) else {
            return nil
        }
        // UNIQUE constraint failed: ZPART.ZCODE, ZPART.ZPLACE
        let names = (message.split(separator: ": ").last ?? "").split(separator: ", ")
            .map { $0.split(separator: ".").map(String.init) }
        guard let table = names.first?.first, names.allSatisfy({ $0.count == 2 }) else {
            return nil
        }
        return (table, names.map { $0[1] })
    }

    init(connection: OpaquePointer, code: Int32, sql: String?, path: String) {
        let message = String(cString: sqlite3_errmsg(connection))
        self =
            switch code {
            case SQLITE_INTERRUPT: .timeLimitExceeded
            case SQLFunctions.refusal: .unsupportedPredicate(message)
            default: .sqlite(code: code, message: message, sql: sql, path: path)
            }
    }
}

extension Connection {
    /// How a transaction begins.
    enum TransactionStart: String {
        /// Reads see one state; others may write meanwhile.
        case deferred = "BEGIN"
        /// Others may read meanwhile.
        case immediate = "BEGIN IMMEDIATE"
        /// No one else has the database meanwhile, unless it has a log.
        case exclusive = "BEGIN EXCLUSIVE"
    }

    /// Runs a closure in a transaction: what it writes is there afterwards as a whole or, if it
    /// throws, not at all.
    func transaction<T>(_ start: TransactionStart = .immediate, _ body: () throws -> T) throws -> T
    {
        try executeOnce(start.rawValue)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends the transaction that is open. If that fails, the connection is no longer used.
    func commit() throws {
        do {
            try execute("COMMIT")
        } catch {
            failureOfEnding = error
            throw error
        }
    }

    /// Takes back the transaction that is open, after an error, which is the one to be told. If that
    /// fails, the connection is no longer used.
    func rollBack() {
        // SQLite rolls back by itself after some errors, a full disk for example.
        guard isInTransaction else { return }
        let sql = "ROLLBACK"
        trace?.record(sql)
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK, failureOfEnding == nil {
            failureOfEnding = self.error(code: code, sql: sql)
        }
    }
}
