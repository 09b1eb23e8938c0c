import CLibpq
import Foundation

/// Reading rows without holding all of them in memory.
extension ServerConnection {
    /// The number of rows in a chunk, where libpq supports chunks, and the number after which the
    /// limits are checked.
    private static let portion = 1_000
    /// The sizes of the first and the largest portion, where few rows may be needed.
    private static let portions = (first: 100, greatest: 10_000)
    /// The time for which unwanted rows are read and dropped.
    private static let discardingTime = Duration.milliseconds(100)

    /// Calls a closure with each row of a statement as it arrives. The closure may run other
    /// statements.
    ///
    /// - Parameter body: called with the same object for each row.
    func visit(
        _ sql: String, _ parameters: StatementParameters, _ body: (PostgreSQLRow) throws -> Void
    ) throws {
        let key = StatementKey(sql: sql, types: parameters.types)
        let types = longAnswers[key]
        let row = PostgreSQLRow(types: types ?? [])
        var count = 0
        defer { recordLength(count, of: key, row.types) }
        try visit(types == nil ? rows(sql, parameters) : copiedRows(sql)) { part in
            switch part {
            case .result(let result):
                for number in 0..<result.rowCount {
                    row.move(to: number, of: result)
                    try body(row)
                }
                count += result.rowCount
            case .copied(let copied):
                guard row.move(to: copied) else { throw malformed(sql) }
                try body(row)
                count += 1
            }
            if count % Self.portion == 0 { try checkLimits() }
        }
    }

    /// Calls a closure with the rows of a statement in portions, small ones first, until it returns
    /// false or the rows end. The closure may run other statements.
    func visitPortions(
        _ sql: String, _ parameters: StatementParameters, _ body: (ServerResult) throws -> Bool
    ) throws {
        // A cursor ends with its transaction if the closure throws.
        let cursor = nextCursorName()
        try runOnce("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", parameters)
        var portion = Self.portions.first
        while true {
            let result = try runOnce("FETCH \(portion) FROM \(cursor)")
            guard result.rowCount > 0, try body(result), result.rowCount == portion else { break }
            // A search that may end soon gets few rows first.
            portion = min(4 * portion, Self.portions.greatest)
        }
        try execute("CLOSE \(cursor)")
    }

    private func visit(_ rows: RowStream, _ body: (RowPart) throws -> Void) throws {
        do {
            while let part = try nextPart(of: rows) { try body(part) }
        } catch {
            if stream === rows { discardStream() }
            throw error
        }
    }

    /// Remembers statements with many rows. The next time they use COPY, which costs the client a
    /// fraction: libpq builds no result with all column names for each row. A short answer is not
    /// worth another plan, and COPY takes no parameters.
    private func recordLength(_ count: Int, of key: StatementKey, _ types: [Oid]) {
        guard key.types.isEmpty, copiesRows else { return }
        longAnswers[key] = count > 2 * Self.portion ? types : nil
    }

    // MARK: - Kinds of streams

    /// Sends a statement whose rows arrive as results.
    private func rows(_ sql: String, _ parameters: StatementParameters) throws -> RowStream {
        try finishStream()
        try checkLimits()
        let name = try prepare(sql, parameters.types)
        try send(name, parameters, sql)
        _ = libpq_stream_rows(handle, Int32(Self.portion))
        let rows = RowStream(sql: sql, isCopied: false)
        stream = rows
        return rows
    }

    /// Sends a statement whose rows arrive in the format of a binary COPY.
    private func copiedRows(_ sql: String) throws -> RowStream {
        try beginCopying("COPY (\(sql)) TO STDOUT (FORMAT binary)", PGRES_COPY_OUT)
        let rows = RowStream(sql: sql, isCopied: true)
        stream = rows
        return rows
    }

    // MARK: - Parts

    /// The next rows; nil at the end.
    private func nextPart(of rows: RowStream) throws -> RowPart? {
        if let part = rows.takeKept() { return part }
        if let failure = rows.failure { throw failure }
        return stream === rows ? try receivePart(of: rows) : nil
    }

    private func receivePart(of rows: RowStream) throws -> RowPart? {
        if rows.isCopied, !rows.isAtEnd, let copied = try nextCopiedRow(of: rows) {
            return .copied(copied)
        }
        guard let result = try nextResult(of: rows.sql) else {
            stream = nil
            return nil
        }
        do { try check(result, rows.sql) } catch {
            discardStream()
            throw error
        }
        // The result after copied rows only says that they are complete.
        return .result(result)
    }

    /// Waits for a copied row; nil after the last one.
    private func nextCopiedRow(of rows: RowStream) throws -> CopiedRow? {
        while true {
            var bytes: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(handle, &bytes, 1)
            if count > 0, let bytes {
                let row = CopiedRow(bytes, count: Int(count), isFirst: rows.isAtBeginning)
                rows.isAtBeginning = false
                // The last message of a COPY is the trailer.
                if row.isEnd { continue }
                return row
            }
            if count == -1 {
                // The next result says why the rows end.
                rows.isAtEnd = true
                return nil
            }
            guard count == 0 else { throw lost(rows.sql) }
            try waitForInput(rows.sql)
            guard PQconsumeInput(handle) == 1 else { throw lost(rows.sql) }
        }
    }

    /// Reads all outstanding rows into memory before another statement is sent.
    func finishStream() throws {
        guard let stream else { return }
        do {
            while let part = try receivePart(of: stream) { stream.keep(part) }
        } catch {
            // The reader must not take the rows before the error as complete.
            stream.failure = error
            throw error
        }
    }

    /// Drops the outstanding rows. A few are read; otherwise the server is asked to stop, which ends
    /// the transaction.
    private func discardStream() {
        stream = nil
        if !discardAnswers(until: .now + Self.discardingTime) { cancelStatement() }
    }

    /// Reads and drops answers. Returns whether all of them came before a deadline.
    func discardAnswers(until end: ContinuousClock.Instant) -> Bool {
        while ContinuousClock.now < end, hasAnswer(by: end) {
            guard let result = PQgetResult(handle) else { return true }
            let isCopying = PQresultStatus(result) == PGRES_COPY_OUT
            PQclear(result)
            // During a COPY the same status is returned again and again.
            if isCopying { discardCopiedRows(until: end) }
        }
        return false
    }

    /// Reads copied rows until the last one or a deadline.
    private func discardCopiedRows(until end: ContinuousClock.Instant) {
        while ContinuousClock.now < end {
            var bytes: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(handle, &bytes, 1)
            if let bytes { PQfreemem(bytes) }
            if count < 0 { return }
            if count == 0, !hasInput(by: end) { return }
        }
    }

    /// Whether the next result arrives before a deadline.
    private func hasAnswer(by end: ContinuousClock.Instant) -> Bool {
        while PQisBusy(handle) != 0 {
            guard hasInput(by: end) else { return false }
        }
        return true
    }

    /// Waits for data from the server. Returns whether some arrived before a deadline.
    private func hasInput(by end: ContinuousClock.Instant) -> Bool {
        let left = Int32(max(0, (end - .now) / .milliseconds(1)))
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, left) > 0 && PQconsumeInput(handle) == 1
    }

    private func malformed(_ sql: String) -> PostgreSQLError {
        PostgreSQLError(
            state: "XX001", message: "a row is not in the format of a binary COPY", statement: sql,
            server: address.description)
    }
}

/// The rows of a statement, one after the other.
final class RowStream {
    let sql: String
    let isCopied: Bool
    fileprivate var isAtBeginning = true
    /// Whether the last copied row has come.
    fileprivate var isAtEnd = false
    /// The error that ended the stream while another statement waited for it.
    fileprivate var failure: (any Error)?
    /// Rows that were read ahead.
    private var kept: ArraySlice<RowPart> = []

    fileprivate init(sql: String, isCopied: Bool) {
        self.sql = sql
        self.isCopied = isCopied
    }

    fileprivate func keep(_ part: RowPart) { kept.append(part) }

    fileprivate func takeKept() -> RowPart? { kept.popFirst() }
}

/// Rows that have arrived.
private enum RowPart {
    case result(ServerResult)
    case copied(CopiedRow)
}

/// The rows of a server's answer.
final class ServerResult {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    var rowCount: Int { Int(PQntuples(handle)) }

    /// The number of rows that the statement wrote.
    var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The server's command tag: the kind of statement and the number of rows.
    var commandTag: String { String(cString: PQcmdStatus(handle)) }

    var rows: some Sequence<PostgreSQLRow> { (0..<rowCount).lazy.map { self[$0] } }

    subscript(row: Int) -> PostgreSQLRow { PostgreSQLRow(row, of: self) }
}

/// A PostgreSQL type by its number in the catalog.
enum ServerType: UInt32 {
    /// Left to the server to infer.
    case unknown = 0
    case boolean = 16
    case bytes = 17
    case bigint = 20
    case smallint = 21
    case integer = 23
    case text = 25
    case double = 701
    case timestamp = 1184
    case numeric = 1700
    case uuid = 2950
}
