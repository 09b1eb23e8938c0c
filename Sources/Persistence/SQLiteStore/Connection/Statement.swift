import CSQLite

/// A prepared statement.
final class Statement {
    let sql: String
    let handle: OpaquePointer
    private unowned let connection: Connection
    /// The length of the statement in bytes: SQLite prepares only the first of several.
    private let length: Int

    init(_ sql: String, on connection: Connection) throws {
        var prepared: OpaquePointer?
        let (code, length) = sql.withCString { start in
            var end: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                connection.handle, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &end)
            return (code, end.map { $0 - start } ?? 0)
        }
        guard code == SQLITE_OK, let prepared else {
            throw connection.error(code: code, sql: sql)
        }
        self.sql = sql
        self.length = length
        self.connection = connection
        handle = prepared
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// The text after the statement.
    var rest: Substring.UTF8View { sql.utf8.dropFirst(length) }

    /// Moves to the next row; false if there is none.
    @inline(__always)
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    func run() throws {
        while try step() {}
    }

    /// Runs the statement to its end, and resets it for other values.
    func runAndReset() throws {
        defer { rewind() }
        try run()
    }

    /// Resets the statement, and keeps its values.
    func rewind() { sqlite3_reset(handle) }

    /// Resets the statement and its values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func bind(_ value: Int64, at position: Int) throws {
        try check(sqlite3_bind_int64(handle, Int32(position), value))
    }

    func bind(_ value: Double, at position: Int) throws {
        try check(sqlite3_bind_double(handle, Int32(position), value))
    }

    func bind(_ value: String, at position: Int) throws {
        var value = value
        let code = value.withUTF8 { bytes in
            guard let start = bytes.baseAddress else {
                return sqlite3_bind_text(handle, Int32(position), "", 0, Self.transient)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text64(
                    handle, Int32(position), $0, UInt64(bytes.count), Self.transient,
                    UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    func bindNull(at position: Int) throws {
        try check(sqlite3_bind_null(handle, Int32(position)))
    }

    /// Binds bytes, which SQLite copies.
    func bind(_ bytes: UnsafeRawBufferPointer, at position: Int) throws {
        guard let start = bytes.baseAddress, bytes.count > 0 else {
            try check(sqlite3_bind_zeroblob(handle, Int32(position), 0))
            return
        }
        try check(
            sqlite3_bind_blob64(
                handle, Int32(position), start, UInt64(bytes.count), Self.transient))
    }

    func integer(_ column: Int) -> Int64 {
        sqlite3_column_int64(handle, Int32(column))
    }

    func double(_ column: Int) -> Double {
        sqlite3_column_double(handle, Int32(column))
    }

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    func text(_ column: Int) -> String? {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: Int) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    @inline(__always)
    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func failure(_ code: Int32) -> any Error {
        if code == SQLITE_INTERRUPT, connection.deadline.isCancelled { return CancellationError() }
        return connection.error(code: code, sql: sql)
    }

    /// SQLITE_TRANSIENT, a cast that Swift does not import.
    static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}

/// Binds the values of a statement's parameters in order.
///
/// It must live until the statement has run, because its binder owns the strings. Nested statements
/// need separate ones.
struct StatementValues: SQLParameters {
    private let statement: Statement
    private var binder: ValueBinder?
    private var position = 0

    /// - Parameter binder: owns longer values; nil to make one on demand.
    init(_ statement: Statement, _ binder: ValueBinder? = nil) {
        self.statement = statement
        self.binder = binder
    }

    /// Restarts with the first parameter. The statement must not run before all values are bound
    /// again.
    mutating func startRecord() {
        binder?.startRecord()
        position = 0
    }

    mutating func append(_ value: Int64) throws {
        position += 1
        try statement.bind(value, at: position)
    }

    mutating func appendNull() throws {
        position += 1
        try statement.bindNull(at: position)
    }

    mutating func append(constant value: AttributeValue) throws {
        position += 1
        if let binder { return try binder.bind(value, to: statement, at: position) }
        let own = ValueBinder(capacity: 1024)
        binder = own
        try own.bind(value, to: statement, at: position)
    }

    mutating func append(keys: some RandomAccessCollection<Int64>) throws {
        for key in keys { try append(key) }
        guard let last = keys.last else { return }
        for _ in keys.count..<SQLDialect.sqlite.keyCount(for: keys.count) { try append(last) }
    }
}

/// The unused prepared statements of a connection; the oldest are evicted.
final class StatementCache {
    private let limit: Int
    private var statements: [String: Entry] = [:]
    private var clock = 0

    private struct Entry {
        var statement: Statement
        var lastUse: Int
    }

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a statement out; nil if there is none for the text.
    func take(_ sql: String) -> Statement? {
        statements.removeValue(forKey: sql)?.statement
    }

    /// Returns a statement for reuse.
    func giveBack(_ statement: Statement) {
        statement.reset()
        guard limit > 0 else { return }
        clock += 1
        statements[statement.sql] = Entry(statement: statement, lastUse: clock)
        if statements.count > limit { removeOldest() }
    }

    var count: Int { statements.count }

    func removeAll() {
        statements.removeAll()
    }

    private func removeOldest() {
        let oldest = statements.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { statements[oldest.key] = nil }
    }
}
