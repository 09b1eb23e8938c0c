import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Rows that come one behind the other")
struct RowsTests {
    private static let count = 5_500
    private static let cursors =
        "SELECT CAST(count(*) AS bigint) FROM pg_cursors WHERE name LIKE 'c%'"

    /// A connection in a transaction, with a table of numbers.
    private func connect() throws -> ServerConnection {
        let connection = try ServerConnection(ServerAddress(TestServer.shared().address))
        try connection.execute(
            "BEGIN; CREATE TEMP TABLE numbers ON COMMIT DROP AS "
                + "SELECT CAST(n AS bigint) AS n FROM generate_series(1, \(Self.count)) AS n")
        return connection
    }

    /// The numbers of a table, and how many cursors were open when the first one came.
    private func read(_ connection: ServerConnection) throws -> (numbers: [Int64], cursors: Int64) {
        var (numbers, cursors) = ([Int64](), Int64(0))
        try connection.visit("SELECT n FROM numbers ORDER BY n", StatementParameters()) { row in
            if numbers.isEmpty { cursors = try connection.run(Self.cursors)[0].integer(0) }
            numbers.append(row.integer(0))
        }
        return (numbers, cursors)
    }

    @Test(
        "A statement with a long answer is read by a cursor the next time",
        .enabled(if: ServerConnection.getsSingleRows))
    func cursors() throws {
        let connection = try connect()
        let all = Array(1...Int64(Self.count))
        #expect(try read(connection) == (all, 0))
        #expect(try read(connection) == (all, 1))
        #expect(try connection.run(Self.cursors)[0].integer(0) == 0)
        // The answer is short once, which the time after that knows.
        try connection.execute("DELETE FROM numbers WHERE n > 10")
        #expect(try read(connection) == (Array(1...10), 1))
        #expect(try read(connection) == (Array(1...10), 0))
    }

    @Test("Who reads a cursor's rows gets all rows of a plan for all rows")
    func plans() throws {
        let connection = try connect()
        _ = try read(connection)
        _ = try read(connection)
        #expect(try connection.execute("SHOW cursor_tuple_fraction")[0].string(0) == "0.1")
    }

    @Test("Who reads rows may ask for others at any of them, in a cursor too")
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

    @Test("A cursor that nobody reads to its end leaves the connection to others")
    func brokenOff() throws {
        struct Enough: Error {}
        let connection = try connect()
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
        #expect(try connection.run("SELECT 7")[0].integer(0) == 7)
        #expect(try read(connection).numbers.count == Self.count)
    }
}
