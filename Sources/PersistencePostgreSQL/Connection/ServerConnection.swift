import CLibpq
import Foundation
import Persistence
import Synchronization

/// A connection to a server, used by one thread at a time.
final class ServerConnection {
    /// The maximum number of prepared statements on the connection.
    private static let maximumStatementCount = 400
    /// The time limit for the first statement on a new connection.
    private static let timeout = Duration.seconds(15)
    /// The time limit for cancelling a statement.
    private static let cancellationTime = Duration.seconds(2)

    let address: ServerAddress
    let handle: OpaquePointer
    /// The time at which the connection was made.
    let begun = ContinuousClock.now
    /// The time at which a running statement is cancelled with
    /// `PersistenceError.timeLimitExceeded`.
    var deadline: ContinuousClock.Instant?
    /// Cancels a running statement with `CancellationError`.
    var cancellation: ReadCancellation?
    /// Receives the texts of statements.
    var trace: SQLTrace?
    /// The number of round trips to the server.
    var roundTripCount = 0
    /// Whether the connection can no longer be used.
    var isLost = false
    /// The prepared statements, by text and types of the parameters.
    var statements: [StatementKey: String] = [:]
    private var statementCount = 0
    /// Whether the server copies rows in binary form. CockroachDB accepts them so, but returns text
    /// only.
    private(set) var copiesRows = false
    /// The rows that are still to arrive for the statement that runs.
    var stream: RowStream?
    /// The statements whose last answer had many rows, with the types of their columns.
    var longAnswers: [StatementKey: [Oid]] = [:]
    private var cursorCount = 0

    struct StatementKey: Hashable {
        let sql: String
        let types: [Oid]
    }

    /// Connects to a server.
    ///
    /// - Throws: `PostgreSQLError`.
    init(_ address: ServerAddress) throws {
        self.address = address
        handle = try address.connect()
        deadline = .now + Self.timeout
        // Notices are ignored: problems arrive as errors.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        let path = address.schema.map { "SET search_path TO \($0); " } ?? ""
        // No statement here runs long enough for JIT compilation to pay.
        do {
            try execute(
                path + "SELECT set_config(name, 'off', false) FROM pg_settings WHERE name = 'jit'")
        } catch PersistenceError.timeLimitExceeded {
            throw silent(nil)
        }
        copiesRows = PQparameterStatus(handle, "crdb_version") == nil
        deadline = nil
    }

    deinit {
        PQfinish(handle)
    }

    /// Whether a transaction is open, failed or not.
    var isInTransaction: Bool {
        let status = PQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    // MARK: - Statements

    /// Runs statements without parameters. Returns the last one's result, in text format.
    @discardableResult
    func execute(_ script: String) throws -> ServerResult {
        try finishStream()
        try checkLimits()
        trace?.record(script)
        try demand(PQsendQuery(handle, script), script)
        return try lastResult(of: script)
    }

    /// Creates a schema unless it exists: `CREATE SCHEMA IF NOT EXISTS` needs the right to create
    /// even then.
    func makeSchema(_ name: String) throws {
        let parameters = StatementParameters()
        parameters.append(name)
        let answer = try runOnce("SELECT to_regnamespace($1) IS NULL", parameters)
        if answer[0].boolean(0) { try execute("CREATE SCHEMA IF NOT EXISTS \(name)") }
    }

    /// Runs a statement and returns all of its rows.
    @discardableResult
    func run(
        _ sql: String, _ parameters: StatementParameters = StatementParameters(capacity: 8)
    ) throws -> ServerResult {
        try finishStream()
        try checkLimits()
        let name = try prepare(sql, parameters.types)
        try send(name, parameters, sql)
        return try lastResult(of: sql)
    }

    /// Runs a statement without preparing it.
    @discardableResult
    func runOnce(
        _ sql: String, _ parameters: StatementParameters = StatementParameters(capacity: 8)
    ) throws -> ServerResult {
        try finishStream()
        try checkLimits()
        trace?.record(sql)
        let sent = parameters.withPointers { count, values, lengths, formats in
            PQsendQueryParams(
                handle, sql, count, parameters.types, values, lengths, formats, 1)
        }
        try demand(sent, sql)
        return try lastResult(of: sql)
    }

    /// Begins a COPY, for which rows are to be sent or read.
    ///
    /// - Parameter status: the server's expected answer for this direction.
    func beginCopying(_ sql: String, _ status: ExecStatusType) throws {
        try finishStream()
        try checkLimits()
        trace?.record(sql)
        try demand(PQsendQuery(handle, sql), sql)
        guard let result = try nextResult(of: sql) else { throw lost(sql) }
        guard PQresultStatus(result.handle) != status else { return }
        let failure = Result { try check(result, sql) }
        while try nextResult(of: sql) != nil {}
        try failure.get()
        throw PersistenceError.misuse("“\(sql)” is no COPY in this direction")
    }

    /// The name of a prepared statement for a text.
    func prepare(_ sql: String, _ types: [Oid]) throws -> String {
        let key = StatementKey(sql: sql, types: types)
        if let name = statements[key] { return name }
        if statements.count >= Self.maximumStatementCount {
            statements.removeAll()
            longAnswers.removeAll()
            try demand(PQsendQuery(handle, "DEALLOCATE ALL"), nil)
            _ = try lastResult(of: nil)
        }
        let name = nextStatementName()
        try demand(PQsendPrepare(handle, name, sql, Int32(types.count), types), sql)
        _ = try lastResult(of: sql)
        statements[key] = name
        return name
    }

    func nextCursorName() -> String {
        cursorCount += 1
        return "c\(cursorCount)"
    }

    func nextStatementName() -> String {
        statementCount += 1
        return "p\(statementCount)"
    }

    func send(_ name: String, _ parameters: StatementParameters, _ sql: String) throws {
        trace?.record(sql)
        let sent = parameters.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
        }
        try demand(sent, sql)
    }

    func demand(_ code: Int32, _ sql: String?) throws {
        guard code != 1 else {
            roundTripCount += 1
            return
        }
        throw lost(sql)
    }

    func lost(_ sql: String?) -> PostgreSQLError {
        if PQstatus(handle) == CONNECTION_BAD { isLost = true }
        return PostgreSQLError(lost: handle, statement: sql, server: address.description)
    }

    /// The error for a server that stopped answering.
    func silent(_ sql: String?, _ state: String = "08006") -> PostgreSQLError {
        isLost = true
        return PostgreSQLError(
            state: state, message: "the server has stopped answering", statement: sql,
            server: address.description)
    }

    // MARK: - Results

    /// Reads all results of a statement, and returns the last one.
    private func lastResult(of sql: String?) throws -> ServerResult {
        var last: ServerResult?
        var failure: (any Error)?
        while let result = try nextResult(of: sql) {
            do { try check(result, sql) } catch { failure = failure ?? error }
            last = result
        }
        if let failure { throw failure }
        guard let last else { throw lost(sql) }
        return last
    }

    /// The next result; nil at the end.
    func nextResult(of sql: String?) throws -> ServerResult? {
        while PQisBusy(handle) != 0 {
            try waitForInput(sql)
            guard PQconsumeInput(handle) == 1 else { throw lost(sql) }
        }
        return PQgetResult(handle).map(ServerResult.init)
    }

    func check(_ result: ServerResult, _ sql: String?) throws {
        switch PQresultStatus(result.handle) {
        case PGRES_PIPELINE_ABORTED:
            // An earlier statement has failed, and reports why.
            throw PostgreSQLError(
                state: "25P02", message: "a statement before this one has failed", statement: sql,
                server: address.description)
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR:
            let error = PostgreSQLError(
                result.handle, statement: sql, server: address.description)
            // A new connection may lead to the server that has replaced this one.
            if error.isConnectionLost || error.isReadOnlyServer { isLost = true }
            throw error
        default: break
        }
    }

    // MARK: - Waiting

    /// Checks the time limit and cancellation; for work between answers too.
    func checkLimits() throws {
        if let cancellation, cancellation.isCancelled { throw CancellationError() }
        if let deadline, ContinuousClock.now >= deadline {
            throw PersistenceError.timeLimitExceeded
        }
    }

    func waitForInput(_ sql: String?) throws {
        var silence = ResponseTimeout()
        while true {
            do { try checkLimits() } catch {
                cancelStatement()
                throw error
            }
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            let count = poll(&descriptor, 1, pollTimeout)
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw lost(sql) }
            // With a deadline, that is the limit.
            if deadline == nil, silence.isLong { try silence.explain(self, sql) }
        }
    }

    /// The milliseconds to wait before the limits are checked again.
    private var pollTimeout: Int32 {
        var pollTimeout = cancellation == nil ? ResponseTimeout.limit : .milliseconds(20)
        if let deadline { pollTimeout = min(pollTimeout, deadline - .now) }
        return Int32(max(1, (pollTimeout / .milliseconds(1)).rounded(.up)))
    }

    /// Asks the server to stop, and reads what it has sent until then.
    func cancelStatement() {
        if !CancelRequest.send(to: handle, within: Self.cancellationTime) { isLost = true }
        stream = nil
        if !isLost, !discardAnswers(until: .now + Self.cancellationTime) { isLost = true }
    }
}

/// Cancels the running statement of a connection.
final class CancelRequest: @unchecked Sendable {
    private let request: OpaquePointer
    private let outcome = Mutex(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    private init(_ request: OpaquePointer) {
        self.request = request
    }

    deinit {
        PQfreeCancel(request)
    }

    /// Sends the request on a separate thread: libpq waits for the server's answer, and a server
    /// that is silent on one connection may be silent on this one too.
    ///
    /// - Returns: whether the server took it within the time. A thread that waits longer ends when
    ///   the server answers or goes away.
    static func send(to connection: OpaquePointer, within time: Duration) -> Bool {
        guard let request = PQgetCancel(connection).map(CancelRequest.init) else { return false }
        let thread = Thread { request.send() }
        thread.name = "persistence cancel"
        thread.start()
        let end = DispatchTime.now() + time / .seconds(1)
        return request.hasEnded.wait(timeout: end) == .success && request.outcome.withLock { $0 }
    }

    private func send() {
        var message = [CChar](repeating: 0, count: 256)
        let isTaken = PQcancel(request, &message, Int32(message.count)) == 1
        outcome.withLock { $0 = isTaken }
        hasEnded.signal()
    }
}
