import CLibpq
import Foundation

/// Rows of which not all are in memory at once.
extension ServerConnection {
    /// How many rows come at once where the library knows chunks, and after how many the limits are looked at.
    private static let portion = 1_000
    /// How many rows are asked for first, and at most, where no more may be wanted soon.
    private static let portions = (first: 100, greatest: 10_000)
    /// How long rows are read that nobody wants any more.
    private static let discardingTime = Duration.milliseconds(100)

    /// Calls a closure with the rows of a statement as they come. The closure may run others.
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

    /// Calls a closure with the rows of a statement in portions, of which the first are small, until it
    /// returns false or there are no more. The closure may run others.
    func visitPortions(
        _ sql: String, _ parameters: StatementParameters, _ body: (ServerResult) throws -> Bool
    ) throws {
        // A cursor ends with its transaction, should the closure throw an error.
        let cursor = nextCursorName()
        try runOnce("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", parameters)
        var portion = Self.portions.first
        while true {
            let result = try runOnce("FETCH \(portion) FROM \(cursor)")
            guard result.rowCount > 0, try body(result), result.rowCount == portion else { break }
            // Who looks for something that may come soon gets little first.
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

    /// Remembers which statements answer with many rows. They are copied the next time, which costs the
    /// client a fraction: the library makes no result of each row, with the names of all columns. Whose answer
    /// is short is not worth a plan of its own, and values of parameters cannot be given to a COPY.
    private func recordLength(_ count: Int, of key: StatementKey, _ types: [Oid]) {
        guard key.types.isEmpty, copiesRows else { return }
        longAnswers[key] = count > 2 * Self.portion ? types : nil
    }

    // MARK: - Kinds of streams

    /// Sends a statement whose rows come as results.
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

    /// Sends a statement whose rows come in the format of a binary COPY.
    private func copiedRows(_ sql: String) throws -> RowStream {
        try beginCopying("COPY (\(sql)) TO STDOUT (FORMAT binary)", PGRES_COPY_OUT)
        let rows = RowStream(sql: sql, isCopied: true)
        stream = rows
        return rows
    }

    // MARK: - Parts

    /// The next rows; nil if all have come.
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
        // What comes after copied rows says only that these were all.
        return .result(result)
    }

    /// Waits for a row that is copied; nil after the last one.
    private func nextCopiedRow(of rows: RowStream) throws -> CopiedRow? {
        while true {
            var bytes: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(handle, &bytes, 1)
            if count > 0, let bytes {
                let row = CopiedRow(bytes, count: Int(count), isFirst: rows.isAtBeginning)
                rows.isAtBeginning = false
                // The last message of a COPY is the mark of its end.
                if row.isEnd { continue }
                return row
            }
            if count == -1 {
                // Why there are no more, the result behind them tells.
                rows.isAtEnd = true
                return nil
            }
            guard count == 0 else { throw lost(rows.sql) }
            try waitForInput(rows.sql)
            guard PQconsumeInput(handle) == 1 else { throw lost(rows.sql) }
        }
    }

    /// Takes all rows that are still to come into memory, before something else is asked.
    func finishStream() throws {
        guard let stream else { return }
        do {
            while let part = try receivePart(of: stream) { stream.keep(part) }
        } catch {
            // Who reads the rows is not to take those before it for all.
            stream.failure = error
            throw error
        }
    }

    /// Lets go of the rows that are still to come. Few are read; of many the server is told to send no more,
    /// which ends the transaction.
    private func discardStream() {
        stream = nil
        if !discardAnswers(until: .now + Self.discardingTime) { breakOff() }
    }

    /// Reads what the server sends. Returns whether that was all of it before a moment.
    func discardAnswers(until end: ContinuousClock.Instant) -> Bool {
        while ContinuousClock.now < end, hasAnswer(by: end) {
            guard let result = PQgetResult(handle) else { return true }
            let isCopying = PQresultStatus(result) == PGRES_COPY_OUT
            PQclear(result)
            // A server that goes on copying says so again and again.
            if isCopying { discardCopiedRows(until: end) }
        }
        return false
    }

    /// Reads copied rows until the last one or a moment, whichever comes first.
    private func discardCopiedRows(until end: ContinuousClock.Instant) {
        while ContinuousClock.now < end {
            var bytes: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(handle, &bytes, 1)
            if let bytes { PQfreemem(bytes) }
            if count < 0 { return }
            if count == 0, !hasInput(by: end) { return }
        }
    }

    /// Whether the next result is there, or comes before a moment.
    private func hasAnswer(by end: ContinuousClock.Instant) -> Bool {
        while PQisBusy(handle) != 0 {
            guard hasInput(by: end) else { return false }
        }
        return true
    }

    /// Waits until the server has sent something. Returns whether it has before a moment.
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

/// The rows of a statement that come one behind the other.
final class RowStream {
    let sql: String
    let isCopied: Bool
    fileprivate var isAtBeginning = true
    /// Whether the last copied row has come.
    fileprivate var isAtEnd = false
    /// Why rows that others waited for have not come.
    fileprivate var failure: (any Error)?
    /// Rows that were read before their turn.
    private var kept: ArraySlice<RowPart> = []

    fileprivate init(sql: String, isCopied: Bool) {
        self.sql = sql
        self.isCopied = isCopied
    }

    fileprivate func keep(_ part: RowPart) { kept.append(part) }

    fileprivate func takeKept() -> RowPart? { kept.popFirst() }
}

/// Rows that have come.
private enum RowPart {
    case result(ServerResult)
    case copied(CopiedRow)
}

/// Rows that a server has answered with.
final class ServerResult {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    var rowCount: Int { Int(PQntuples(handle)) }

    /// The number of rows that the statement has written.
    var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// What the statement was, as the server calls it, with the number of rows.
    var commandTag: String { String(cString: PQcmdStatus(handle)) }

    var rows: some Sequence<PostgreSQLRow> { (0..<rowCount).lazy.map { self[$0] } }

    subscript(row: Int) -> PostgreSQLRow { PostgreSQLRow(row, of: self) }
}

/// A type of PostgreSQL's, by its number in the catalogue.
enum ServerType: UInt32 {
    /// Left to the server to find out.
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
