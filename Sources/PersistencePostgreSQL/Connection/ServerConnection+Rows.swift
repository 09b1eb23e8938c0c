import CLibpq
import Foundation

/// Rows of which not all are in memory at once.
extension ServerConnection {
    /// How many rows come at once where all are wanted.
    private static let portion = 1_000
    /// How long rows are read that nobody wants any more.
    private static let discardingTime = Duration.milliseconds(100)

    /// Calls a closure with the rows of a statement as they come. The closure may run others.
    func visit(
        _ sql: String, _ parameters: StatementParameters, _ body: (ResultRow) throws -> Void
    ) throws {
        let key = StatementKey(sql: sql, types: parameters.types)
        var count = 0
        defer { noteLength(count, of: key) }
        try visit(longAnswers.contains(key) ? portions(sql, parameters) : rows(sql, parameters)) {
            count += $0.rowCount
            for row in 0..<$0.rowCount { try body($0[row]) }
            return true
        }
    }

    /// Calls a closure with the rows of a statement in portions, of which the first are small, until it
    /// returns false or there are no more. The closure may run others.
    func visitPortions(
        _ sql: String, _ parameters: StatementParameters, _ body: (ServerResult) throws -> Bool
    ) throws {
        let cursor = Cursor(nextCursorName(), portion: 100)
        try runOnce("DECLARE \(cursor.name) NO SCROLL CURSOR FOR \(sql)", parameters)
        try visit(RowStream(sql: sql, cursor: cursor), body)
    }

    private func visit(_ rows: RowStream, _ body: (ServerResult) throws -> Bool) throws {
        do {
            while let result = try nextPart(of: rows), try body(result) {}
        } catch {
            // A cursor ends with its transaction.
            if stream === rows { discardStream() }
            throw error
        }
        if let cursor = rows.cursor { try execute("CLOSE \(cursor.name)") }
    }

    /// Whether the library gives rows one by one, each as a result of its own with the names of all columns:
    /// a cursor costs less then.
    static let getsSingleRows = libpq_streams_chunks() == 0

    /// Remembers which statements answer with many rows. Whose answer is short is not worth the planning of a
    /// cursor.
    private func noteLength(_ count: Int, of key: StatementKey) {
        guard Self.getsSingleRows, plansForWholeCursors else { return }
        if count > 2 * Self.portion { longAnswers.insert(key) } else { longAnswers.remove(key) }
    }

    // MARK: - Kinds of streams

    /// Sends a statement whose rows come by themselves.
    private func rows(_ sql: String, _ parameters: StatementParameters) throws -> RowStream {
        try finishStream()
        try checkLimits()
        let name = try prepare(sql, parameters.types)
        try send(name, parameters, sql)
        _ = libpq_stream_rows(handle, Int32(Self.portion))
        let rows = RowStream(sql: sql, cursor: nil)
        stream = rows
        return rows
    }

    /// Makes a cursor, of which a portion is under way while the one before is looked at.
    private func portions(_ sql: String, _ parameters: StatementParameters) throws -> RowStream {
        let cursor = Cursor(nextCursorName(), portion: Self.portion, readsAhead: true)
        let rows = RowStream(sql: sql, cursor: cursor)
        let none = StatementParameters(capacity: 8)
        try pipelined { pipeline in
            try pipeline.send("SET LOCAL cursor_tuple_fraction = 1", none)
            try pipeline.sendOnce(
                "DECLARE \(cursor.name) NO SCROLL CURSOR FOR \(sql)", parameters)
            try pipeline.send("SET LOCAL cursor_tuple_fraction TO DEFAULT", none)
            try pipeline.sendOnce(cursor.fetchStatement, none) { rows.keep($0) }
        }
        if !cursor.isAtEnd { try fetch(rows, cursor) }
        return rows
    }

    /// Asks for the next portion of a cursor.
    private func fetch(_ rows: RowStream, _ cursor: Cursor) throws {
        let none: [UnsafePointer<CChar>?] = []
        let sent = PQsendQueryParams(
            handle, cursor.fetchStatement, 0, nil, none, nil, nil, 1)
        try demand(sent, rows.sql)
        stream = rows
    }

    // MARK: - Parts

    /// The next rows; nil if all have come.
    private func nextPart(of rows: RowStream) throws -> ServerResult? {
        if let part = rows.takeKept() { return part }
        guard let cursor = rows.cursor else {
            return stream === rows ? try receivePart(of: rows) : nil
        }
        if stream !== rows {
            guard !cursor.isAtEnd else { return nil }
            try finishStream()
            try checkLimits()
            try fetch(rows, cursor)
        }
        try finishStream()
        if cursor.readsAhead, !cursor.isAtEnd { try fetch(rows, cursor) }
        return rows.takeKept()
    }

    /// Waits for rows that come by themselves.
    private func receivePart(of rows: RowStream) throws -> ServerResult? {
        guard let result = try nextResult(of: rows.sql) else {
            stream = nil
            return nil
        }
        do {
            try check(result, rows.sql)
        } catch {
            discardStream()
            throw error
        }
        return result
    }

    /// Takes all rows that are still to come into memory, before something else is asked.
    func finishStream() throws {
        guard let stream else { return }
        while let result = try nextResult(of: stream.sql) {
            do { try check(result, stream.sql) } catch {
                discardStream()
                throw error
            }
            stream.keep(result)
        }
        self.stream = nil
    }

    /// Lets go of the rows that are still to come. Few are read; of many the server is told to send no more,
    /// which ends the transaction.
    private func discardStream() {
        stream = nil
        let end = ContinuousClock.now + Self.discardingTime
        while ContinuousClock.now < end, hasAnswer(by: end) {
            guard let result = PQgetResult(handle) else { return }
            PQclear(result)
        }
        breakOff()
    }

    /// Whether the next result is there, or comes before a moment.
    private func hasAnswer(by end: ContinuousClock.Instant) -> Bool {
        while PQisBusy(handle) != 0 {
            let left = Int32(max(0, (end - .now) / .milliseconds(1)))
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, left) > 0, PQconsumeInput(handle) == 1 else { return false }
        }
        return true
    }

    // MARK: - Values

    /// The rows of a statement that come one behind the other.
    final class RowStream {
        let sql: String
        /// What has to be asked for the next rows; nil if they come by themselves.
        fileprivate let cursor: Cursor?
        /// Rows that were read before their turn.
        private var kept: ArraySlice<ServerResult> = []

        fileprivate init(sql: String, cursor: Cursor?) {
            self.sql = sql
            self.cursor = cursor
        }

        fileprivate func keep(_ result: ServerResult) {
            cursor?.note(result.rowCount)
            if result.rowCount > 0 { kept.append(result) }
        }

        fileprivate func takeKept() -> ServerResult? { kept.popFirst() }
    }

    /// A cursor of the server's.
    fileprivate final class Cursor {
        private static let greatestPortion = 10_000

        let name: String
        let readsAhead: Bool
        private(set) var isAtEnd = false
        /// How many rows are asked for next.
        private var portion: Int

        init(_ name: String, portion: Int, readsAhead: Bool = false) {
            self.name = name
            self.portion = portion
            self.readsAhead = readsAhead
        }

        var fetchStatement: String { "FETCH \(portion) FROM \(name)" }

        /// Takes note of how many rows have come of those that were asked for.
        func note(_ count: Int) {
            isAtEnd = count < portion
            // Who looks for something that may come soon gets little first.
            if !readsAhead { portion = min(4 * portion, Self.greatestPortion) }
        }
    }
}
