import CLibpq
import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Streaming rows")
struct RowsTests {
    private static let count = 5_500
    /// A connection in a transaction, with a table of numbers.
    private func connect() throws -> ServerConnection {
        let connection = try ServerConnection(ServerAddress(TestServer.shared().address))
        connection.trace = SQLTrace()
        try connection.execute(
            "BEGIN; CREATE TEMP TABLE numbers ON COMMIT DROP AS "
                + "SELECT CAST(n AS bigint) AS n FROM generate_series(1, \(Self.count)) AS n")
        return connection
    }

    /// The numbers of a table, and whether they were read with COPY.
    private func read(
        _ connection: ServerConnection, _ sql: String = "SELECT n FROM numbers ORDER BY n"
    ) throws -> (numbers: [Int64], isCopied: Bool) {
        connection.trace?.removeAll()
        var numbers: [Int64] = []
        try connection.visit(sql, StatementParameters()) { numbers.append($0.integer(0)) }
        return (numbers, connection.trace?.sql.contains { $0.hasPrefix("COPY") } ?? false)
    }

    @Test("A statement with a long result is run with COPY the next time")
    func copying() throws {
        let connection = try connect()
        let all = Array(1...Int64(Self.count))
        #expect(try read(connection) == (all, false))
        #expect(try read(connection) == (all, true))
        // Each short or empty result makes the next run use SELECT.
        try connection.execute("DELETE FROM numbers WHERE n > 10")
        #expect(try read(connection) == (Array(1...10), true))
        #expect(try read(connection) == (Array(1...10), false))
        try connection.execute("INSERT INTO numbers SELECT generate_series(11, \(Self.count))")
        #expect(try read(connection) == (all, false))
        try connection.execute("DELETE FROM numbers")
        #expect(try read(connection) == ([], true))
        #expect(try read(connection) == ([], false))
    }

    @Test("A statement with parameters is not run with COPY")
    func parameters() throws {
        let connection = try connect()
        for _ in 1...2 {
            connection.trace?.removeAll()
            let parameters = StatementParameters()
            parameters.append(Int64(0))
            var count = 0
            try connection.visit("SELECT n FROM numbers WHERE n > $1", parameters) { _ in
                count += 1
            }
            #expect(count == Self.count)
            #expect(connection.trace?.sql == ["SELECT n FROM numbers WHERE n > $1"])
        }
    }

    @Test("Values of all types, and NULL, are the same with COPY and with SELECT")
    func values() throws {
        let connection = try connect()
        let sql =
            "SELECT n, CAST(n AS integer), CAST(n AS smallint), n % 2 = 0, CAST(n AS float8) / 8, "
            + "CAST(n AS numeric) / 100, 'Größe ' || n, CAST('' AS text), "
            + "convert_to(CAST(n AS text), 'UTF8'), CAST(md5(CAST(n AS text)) AS uuid), "
            + "CAST('2026-01-01' AS timestamptz) + n * interval '1 microsecond', "
            + "CASE WHEN n % 3 = 0 THEN n END FROM numbers ORDER BY numbers.n"
        var texts: [[String]] = [[], []]
        for round in texts.indices {
            try connection.visit(sql, StatementParameters()) { row in
                texts[round].append(
                    "\(row.integer(0)) \(row.integer(1)) \(row.integer(2)) \(row.boolean(3)) "
                        + "\(row.double(4)) \(String(describing: row.decimal(5))) \(row.string(6)) "
                        + "‘\(row.string(7))’ \(row.isNull(7)) \(row.data(8).count) "
                        + "\(String(describing: row.uuid(9))) "
                        + "\(row.date(10)?.timeIntervalSinceReferenceDate ?? 0) \(row.isNull(11)) "
                        + "\((0..<12).map { String(describing: row.type($0)) })")
            }
        }
        #expect(connection.trace?.sql.last?.hasPrefix("COPY") == true)
        #expect(texts[0].count == Self.count)
        #expect(texts[0] == texts[1])
    }

    @Test("A server error between rows read with COPY is thrown with its SQLSTATE")
    func refusedMiddle() throws {
        let connection = try connect()
        let sql = "SELECT 1000000 / (5000 - n) FROM numbers"
        try connection.execute("DELETE FROM numbers WHERE n = 5000")
        #expect(try read(connection, sql).isCopied == false)
        try connection.execute("INSERT INTO numbers VALUES (5000); SAVEPOINT before")
        let error = #expect(throws: PostgreSQLError.self) { _ = try read(connection, sql) }
        #expect(error?.state == "22012")
        #expect(connection.trace?.sql.last?.hasPrefix("COPY") == true)
        try connection.execute("ROLLBACK TO before")
        #expect(try connection.run("SELECT 7")[0].integer(0) == 7)
    }

    @Test("A server error met by a nested statement is also thrown to the outer reader")
    func refusedMeanwhile() throws {
        let connection = try connect()
        // Without ORDER BY, which would compute all rows before the first one arrives.
        let sql = "SELECT 1000000 / (5000 - n) FROM numbers"
        connection.longAnswers[.init(sql: sql, types: [])] = [20]
        var count = 0
        var others: PostgreSQLError?
        let error = #expect(throws: PostgreSQLError.self) {
            try connection.visit(sql, StatementParameters()) { _ in
                count += 1
                guard count == 1 else { return }
                do { _ = try connection.run("SELECT 7") } catch let error as PostgreSQLError {
                    others = error
                }
            }
        }
        #expect(connection.trace?.sql.contains { $0.hasPrefix("COPY") } == true)
        #expect(others?.state == "22012")
        #expect(error?.state == "22012")
        #expect(0 < count && count < 5_000)
    }

    /// Runs a closure with one connection after another until one remains usable after an
    /// interruption: on a busy machine the server may not have stopped in time.
    private func untilOneGoesOn(_ body: (ServerConnection) throws -> Bool) throws {
        for _ in 0..<100 where try body(connect()) { return }
        Issue.record("None goes on")
    }

    @Test("A deadline interrupts rows that are read with COPY")
    func deadline() throws {
        try untilOneGoesOn(deadline)
    }

    private func deadline(_ connection: ServerConnection) throws -> Bool {
        let sql =
            "SELECT n, CAST(pg_sleep(CASE WHEN n < 4000 THEN 0 ELSE 0.01 END) AS text) FROM numbers"
        connection.longAnswers[.init(sql: sql, types: [])] = [20, 25]
        connection.deadline = .now + .milliseconds(300)
        let error = #expect(throws: PersistenceError.self) { _ = try read(connection, sql) }
        guard case .timeLimitExceeded? = error else {
            Issue.record("It ended with \(String(describing: error))")
            return true
        }
        // The deadline may have passed before anything was sent.
        guard !connection.isLost, connection.trace?.sql.last?.hasPrefix("COPY") == true else {
            return false
        }
        connection.deadline = nil
        try connection.execute("ROLLBACK")
        #expect(try connection.run("SELECT 7")[0].integer(0) == 7)
        return true
    }

    @Test("Reads can be nested at any row, also with COPY")
    func nesting() throws {
        let connection = try connect()
        for _ in 1...3 {
            var (outer, inner) = (0, 0)
            try connection.visit("SELECT n FROM numbers", StatementParameters()) { _ in
                outer += 1
                guard outer % 900 == 1 else { return }
                try connection.visit("SELECT n + 1 FROM numbers", StatementParameters()) { _ in
                    inner += 1
                }
            }
            #expect(outer == Self.count)
            #expect(inner == 7 * Self.count)
        }
    }

    @Test("A connection remains usable after rows read with COPY were abandoned")
    func brokenOff() throws {
        try untilOneGoesOn(brokenOff)
    }

    private func brokenOff(_ connection: ServerConnection) throws -> Bool {
        struct Enough: Error {}
        _ = try read(connection)
        var count = 0
        #expect(throws: Enough.self) {
            try connection.visit(
                "SELECT n FROM numbers ORDER BY n", StatementParameters()
            ) { _ in
                count += 1
                if count == 1_500 { throw Enough() }
            }
        }
        #expect(connection.trace?.sql.last?.hasPrefix("COPY") == true)
        // The remaining rows are read only for a moment; then the statement is cancelled.
        guard !connection.isLost, PQtransactionStatus(connection.handle) == PQTRANS_INTRANS else {
            return false
        }
        #expect(try connection.run("SELECT 7")[0].integer(0) == 7)
        #expect(try read(connection).numbers.count == Self.count)
        return true
    }
}
