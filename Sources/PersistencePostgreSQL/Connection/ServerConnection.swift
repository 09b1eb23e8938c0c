import CLibpq
import Foundation
import Persistence
import Synchronization

/// A conversation with a server, used by one thread at a time.
final class ServerConnection {
    /// The number of statements that the server keeps prepared for this conversation.
    private static let maximumStatementCount = 400
    /// How long a server that has let somebody in may take until it has done the first thing it is told.
    private static let patience = Duration.seconds(15)
    /// How long it may take until the server has stopped what it is told to.
    private static let breakingOffTime = Duration.seconds(2)

    let address: ServerAddress
    let handle: OpaquePointer
    /// When it began.
    let begun = ContinuousClock.now
    /// When what is under way is broken off with `PersistenceError.timeLimitExceeded`.
    var deadline: ContinuousClock.Instant?
    /// Who says that it is to be broken off with `CancellationError`.
    var cancellation: ReadCancellation?
    /// Who receives the texts of statements.
    var trace: SQLTrace?
    /// The number of times that something was sent and an answer waited for.
    var roundTripCount = 0
    /// Whether the server cannot be talked to any more.
    var isLost = false
    /// The statements that the server knows, by their texts and the types of their parameters.
    var statements: [StatementKey: String] = [:]
    private var statementCount = 0
    /// Whether the server copies rows in binary form. CockroachDB takes them so, and gives them as text only.
    private(set) var copiesRows = false
    /// The rows that are still to come from the server without being asked for again.
    var stream: RowStream?
    /// The statements that have answered with many rows the last time they ran, and the types of their columns.
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
        deadline = .now + Self.patience
        // Notices go nowhere: what is wrong comes as an error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        let path = address.schema.map { "SET search_path TO \($0); " } ?? ""
        // No statement here runs for as long as its translation into machine code would take.
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

    /// Runs statements without parameters, one behind the other. Returns what the last one answers, in
    /// PostgreSQL's text form.
    @discardableResult
    func execute(_ script: String) throws -> ServerResult {
        try finishStream()
        try checkLimits()
        trace?.record(script)
        try demand(PQsendQuery(handle, script), script)
        return try lastResult(of: script)
    }

    /// Makes a schema, unless there is one: to ask for one that is there takes the right to make others.
    func makeSchema(_ name: String) throws {
        let parameters = StatementParameters()
        parameters.append(name)
        let answer = try runOnce("SELECT to_regnamespace($1) IS NULL", parameters)
        if answer[0].boolean(0) { try execute("CREATE SCHEMA IF NOT EXISTS \(name)") }
    }

    /// Runs a statement, and returns all of its rows.
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

    /// Runs a statement without keeping it prepared.
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
    /// - Parameter status: what the server answers to a COPY in this direction.
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

    /// The name of a statement that the server has prepared.
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

    /// What is to be said of a server that does not answer any more.
    func silent(_ sql: String?, _ state: String = "08006") -> PostgreSQLError {
        isLost = true
        return PostgreSQLError(
            state: state, message: "the server has stopped answering", statement: sql,
            server: address.description)
    }

    // MARK: - Results

    /// All that a statement answers; the last of its results.
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

    /// The next result; nil if all have come.
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
            // Something before it has failed, and says why.
            throw PostgreSQLError(
                state: "25P02", message: "a statement before this one has failed", statement: sql,
                server: address.description)
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR:
            let error = PostgreSQLError(
                result.handle, statement: sql, server: address.description)
            // The next connection may lead to the server that has taken this one's place.
            if error.isConnectionLost || error.isReadOnlyServer { isLost = true }
            throw error
        default: break
        }
    }

    // MARK: - Waiting

    /// Work of the store's own between answers asks here.
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
                breakOff()
                throw error
            }
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            let count = poll(&descriptor, 1, patience)
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw lost(sql) }
            // Who has a limit waits no longer than that.
            if deadline == nil, silence.isLong { try silence.explain(self, sql) }
        }
    }

    /// How many milliseconds to wait before the limits are looked at again.
    private var patience: Int32 {
        var patience = cancellation == nil ? ResponseTimeout.limit : .milliseconds(20)
        if let deadline { patience = min(patience, deadline - .now) }
        return Int32(max(1, (patience / .milliseconds(1)).rounded(.up)))
    }

    /// Tells the server to stop what it does, and reads what it has sent until then.
    func breakOff() {
        if !CancelRequest.send(to: handle, within: Self.breakingOffTime) { isLost = true }
        stream = nil
        if !isLost, !discardAnswers(until: .now + Self.breakingOffTime) { isLost = true }
    }
}

/// Tells a server to stop what it does on a connection.
// The request is used by the one thread that sends it; the outcome is behind a mutex.
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

    /// Sends it, on a thread of its own: libpq waits for the server's answer, and a server that says nothing on one
    /// connection says nothing on another one either.
    ///
    /// - Returns: whether the server has taken it within the time. A thread that waits longer ends when the server
    ///   answers, or goes away.
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
