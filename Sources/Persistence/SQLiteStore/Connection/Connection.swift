import CSQLite

/// A connection to an SQLite database, used by one thread at a time.
final class Connection {
    let handle: OpaquePointer
    let path: String
    let statements: StatementCache
    /// Interrupts statements.
    let deadline: StatementDeadline
    /// The changes of derived attributes by triggers.
    let triggeredChanges = TriggeredChanges()
    /// Receives rows that are passed to a callback instead of being stepped.
    let rowCallback = RowCallback()
    private(set) var trace: SQLTrace?
    /// Why a transaction could not be ended; nothing may run after that.
    var failureOfEnding: (any Error)?
    /// Whether a statement has run since the schema was checked, or since the commit of a
    /// transaction, which checks it.
    var hasRunSinceLook = false
    /// The file, if the connection assumes that it never changes.
    var untouchedFile: ImmutableFileCheck?
    /// SQLite's data version when it was last read.
    private var dataVersion: Int64?

    /// - Parameters:
    ///   - path: the file's path in errors.
    ///   - address: the argument for SQLite. Default: nil, for the path.
    ///   - flags: `SQLITE_OPEN_…` flags; the connection never has a mutex.
    ///   - cachedStatements: the number of prepared statements to keep.
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

    func setBusyTimeout(milliseconds: Int32) {
        sqlite3_busy_timeout(handle, milliseconds)
    }

    /// Traces a statement that is about to run.
    ///
    /// - Throws: why a transaction could not be ended; nothing may run after that.
    func record(_ sql: String) throws {
        if let failureOfEnding { throw failureOfEnding }
        hasRunSinceLook = true
        trace?.record(sql)
    }

    /// Runs a closure without tracing, so that no other closure runs inside it.
    func withoutTrace<T>(_ body: () throws -> T) rethrows -> T {
        let kept = trace.take()
        defer { trace = kept }
        return try body()
    }

    /// A prepared statement, from the cache if possible. Return it to `statements` after use.
    func statement(_ sql: String) throws -> Statement {
        try record(sql)
        return try statements.take(sql) ?? Statement(sql, on: self)
    }

    /// Runs a closure with a statement, and resets it afterwards.
    func withStatement<T>(_ sql: String, _ body: (Statement) throws -> T) throws -> T {
        let statement = try statement(sql)
        defer { statements.giveBack(statement) }
        return try body(statement)
    }

    /// Runs a statement, and ignores its rows.
    func execute(_ sql: String) throws {
        try withStatement(sql) { try $0.run() }
    }

    /// Runs a statement without caching it.
    func executeOnce(_ sql: String) throws {
        try record(sql)
        try Statement(sql, on: self).run()
    }

    /// The integer in the first row; nil without rows.
    func integer(_ sql: String) throws -> Int64? {
        try withStatement(sql) { try $0.step() ? $0.integer(0) : nil }
    }

    /// The text in the first row; nil without rows.
    func text(_ sql: String) throws -> String? {
        try withStatement(sql) { try $0.step() ? $0.text(0) : nil }
    }

    /// The names of a table's columns in order; empty if there is no such table.
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

    /// Whether other connections have, or may have, committed since the last call. It is not
    /// traced, because it is called repeatedly.
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

    var changes: Int { Int(sqlite3_changes(handle)) }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func error(code: Int32, sql: String?) -> PersistenceError {
        triggeredChanges.takeFailure()
            ?? PersistenceError(connection: handle, code: code, sql: sql, path: path)
    }
}

extension PersistenceError {
    /// SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE, computed constants that Swift
    /// does not import.
    private static var doublings: [Int32] {
        [SQLITE_CONSTRAINT | 6 << 8, SQLITE_CONSTRAINT | 8 << 8]
    }

    /// The columns of a violated uniqueness constraint; nil for other errors.
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
    enum TransactionStart: String {
        /// Reads see one state; others may write.
        case deferred = "BEGIN"
        /// Others may only read.
        case immediate = "BEGIN IMMEDIATE"
        /// Others may not even read, unless the database has a log.
        case exclusive = "BEGIN EXCLUSIVE"
    }

    /// Runs a closure in a transaction, which an error rolls back.
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

    /// Begins a transaction that writes.
    ///
    /// - Parameter keepsJournalsInMemory: whether SQLite keeps copies of the pages that a running
    ///   statement changes in memory, and not in a temporary file. They are few in a save, whose
    ///   statements change one record each, with what its triggers change, or one index by the texts
    ///   of the save. Drops temporary tables, if there are any, after which SQLite reads the schema
    ///   again.
    func beginImmediate(keepsJournalsInMemory: Bool) throws {
        guard keepsJournalsInMemory else { return try execute("BEGIN IMMEDIATE") }
        // SQLite asks for the place of these journals when a transaction begins, and for that of
        // temporary tables and sorted rows when it makes them: those stay in files.
        setTemporaryStorage("MEMORY")
        defer { setTemporaryStorage("DEFAULT") }
        try execute("BEGIN IMMEDIATE")
    }

    /// It is not traced. A failure is ignored, because it changes nothing but the speed.
    private func setTemporaryStorage(_ place: String) {
        sqlite3_exec(handle, "PRAGMA temp_store = \(place)", nil, nil, nil)
    }

    /// Commits the transaction. If that fails, the connection is no longer used.
    func commit() throws {
        do {
            try execute("COMMIT")
        } catch {
            failureOfEnding = error
            throw error
        }
    }

    /// Rolls back the transaction after an error, which is reported instead of a failure here. If
    /// that fails, the connection is no longer used.
    func rollBack() {
        // SQLite itself rolls back after some errors, such as a full disk.
        guard isInTransaction else { return }
        let sql = "ROLLBACK"
        trace?.record(sql)
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK, failureOfEnding == nil {
            failureOfEnding = self.error(code: code, sql: sql)
        }
    }
}
