import Foundation
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Connections to a PostgreSQL server", .blocking)
struct ServerConnectionTests {
    private func connect() throws -> ServerConnection {
        try ServerConnection(ServerAddress(TestServer.shared().address))
    }

    private func only(
        _ sql: String, on connection: ServerConnection,
        _ bind: (StatementParameters) throws -> Void
    ) throws -> ServerResult {
        let parameters = StatementParameters(capacity: 4)
        try bind(parameters)
        return try connection.run(sql, parameters)
    }

    @Test("Values of all types are sent and read back unchanged")
    func valuesOfEachType() throws {
        let connection = try connect()
        let uuid = UUID()
        let data = Data((0...255).map { UInt8($0) })
        let result = try only(
            "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10", on: connection
        ) { parameters in
            parameters.append(true)
            parameters.append(Int64.min)
            parameters.append(Int32.max)
            parameters.append(Int16.min)
            parameters.append(0.1)
            parameters.append("Söfa 🛋")
            parameters.append(data)
            parameters.append(uuid)
            parameters.append(Decimal(string: "-1234567890.0500")!)
            parameters.appendNull(.text)
        }
        let row = result[0]
        #expect(row.boolean(0))
        #expect(row.integer(1) == .min)
        #expect(row.integer(2) == Int64(Int32.max))
        #expect(row.integer(3) == Int64(Int16.min))
        #expect(row.double(4) == 0.1)
        #expect(row.string(5) == "Söfa 🛋")
        #expect(row.data(6) == data)
        #expect(row.uuid(7) == uuid)
        #expect(row.decimal(8) == Decimal(string: "-1234567890.05"))
        #expect(row.isNull(9))
    }

    @Test("JIT compilation is turned off")
    func translation() throws {
        #expect(try connect().execute("SHOW jit")[0].string(0) == "off")
        let address = try TestServer.shared().address + "&schema=pg_catalog"
        let other = try ServerConnection(ServerAddress(address))
        #expect(try other.execute("SHOW jit")[0].string(0) == "off")
        #expect(try other.execute("SHOW search_path")[0].string(0) == "pg_catalog")
    }

    @Test("Decimals are converted exactly, and become nil if out of range")
    func decimals() throws {
        let connection = try connect()
        var random = SystemRandomNumberGenerator()
        var texts = [
            "0", "1", "-1", "10000", "0.0001", "99999999999999999999999999999999999999",
            "0.00000000000000000000000000000000000001", "-120000", "12345.6789",
        ]
        for _ in 0..<300 {
            let digits = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }.joined()
            let place = Int.random(in: 0...digits.count, using: &random)
            texts.append("0\(digits.prefix(place)).\(digits.dropFirst(place))0")
        }
        for text in texts {
            let decimal = try #require(
                Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
            let result = try only(
                "SELECT $1, $1 = CAST('\(text)' AS numeric), CAST('\(text)' AS numeric)",
                on: connection
            ) { $0.append(decimal) }
            #expect(result[0].decimal(0) == decimal, "\(text)")
            #expect(result[0].boolean(1), "\(text)")
            #expect(result[0].decimal(2) == decimal, "\(text)")
        }
        let tooLong = try connection.run(
            "SELECT CAST('\(String(repeating: "7", count: 39))' AS numeric)")
        #expect(tooLong[0].decimal(0) == nil)
        #expect(try connection.run("SELECT CAST('NaN' AS numeric)")[0].decimal(0) == nil)
    }

    @Test("Dates have microsecond precision")
    func dates() throws {
        let connection = try connect()
        let moments = [
            0, 1, -1, 0.000_001, -0.000_001, 804_000_000.123_456, -978_307_200.5,
            Date.distantPast.timeIntervalSinceReferenceDate,
            Date.distantFuture.timeIntervalSinceReferenceDate,
        ]
        for moment in moments {
            let date = Date(timeIntervalSinceReferenceDate: moment)
            let result = try only(
                "SELECT $1, CAST(extract(epoch FROM $1) AS double precision)", on: connection
            ) { $0.append(microseconds: BinaryFormat.microseconds(of: date) ?? 0) }
            #expect(result[0].date(0) == date, "\(moment)")
            #expect(abs(result[0].double(1) - date.timeIntervalSince1970) < 0.000_1, "\(moment)")
        }
        #expect(BinaryFormat.microseconds(of: Date(timeIntervalSinceReferenceDate: 1e15)) == nil)
        #expect(BinaryFormat.microseconds(of: Date(timeIntervalSinceReferenceDate: .nan)) == nil)
    }

    @Test("A server error has its SQLSTATE, and reveals no values")
    func refusals() throws {
        let connection = try connect()
        try connection.execute("CREATE TEMP TABLE one (name text PRIMARY KEY)")
        func insert() throws {
            _ = try only("INSERT INTO one VALUES ($1)", on: connection) { $0.append("secret name") }
        }
        try insert()
        let error = #expect(throws: PostgreSQLError.self) { try insert() }
        #expect(error?.state == "23505")
        #expect(error?.constraint == "one_pkey")
        #expect(error?.description.contains("secret name") == false)
        let cast = #expect(throws: PostgreSQLError.self) {
            try only("SELECT CAST($1 AS integer)", on: connection) { $0.append("secret name") }
        }
        #expect(cast?.state == "22P02")
        #expect(cast?.description.contains("secret name") == false)
        #expect(try connection.run("SELECT 1")[0].integer(0) == 1)
    }

    @Test(
        "Descriptions and errors never contain the password",
        arguments: [
            "postgresql://tester:open%20sesame@127.0.0.1:1/none",
            "host=127.0.0.1 port=1 user=tester password='open sesame' dbname=none",
        ])
    func passwords(_ text: String) throws {
        let address = try ServerAddress(text)
        #expect(!address.description.contains("sesame"))
        #expect(address.description.contains("user=tester"))
        let error = #expect(throws: PostgreSQLError.self) { try ServerConnection(address) }
        #expect(error?.isConnectionLost == true)
        #expect(error?.description.contains("sesame") == false)
    }

    @Test("The error for an invalid address does not repeat it")
    func badAddresses() {
        for text in ["password=open sesame", "postgresql://tester:sesame@[::1", "host=a\0b"] {
            let error = #expect(throws: PostgreSQLAddressError.self) { try ServerAddress(text) }
            #expect(error?.description.contains("sesame") == false)
        }
    }

    /// A connection after an interrupted statement. A connection is closed if the server does not
    /// confirm the interruption within seconds, which can happen on a busy machine; then another
    /// one is tried.
    private func brokenOff(_ body: (ServerConnection) throws -> Void) throws -> ServerConnection {
        for _ in 0..<100 {
            let connection = try connect()
            try body(connection)
            if !connection.isLost { return connection }
        }
        throw NeverStopped()
    }

    private struct NeverStopped: Error {}

    @Test("A statement is interrupted at its deadline, and the connection remains usable")
    func timeLimits() throws {
        let connection = try brokenOff { connection in
            connection.deadline = .now + .milliseconds(100)
            #expect {
                // Too long for a test to wait for its end.
                try connection.run("SELECT pg_sleep(100000)")
            } throws: { error in
                guard case PersistenceError.timeLimitExceeded = error else { return false }
                return true
            }
            connection.deadline = nil
        }
        #expect(try connection.run("SELECT 1")[0].integer(0) == 1)
    }

    @Test("Cancelling a read cancels its statement, and the connection remains usable")
    func cancellations() throws {
        let connection = try brokenOff { connection in
            let cancellation = ReadCancellation()
            connection.cancellation = cancellation
            Thread { cancellation.cancel() }.start()
            #expect(throws: CancellationError.self) {
                try connection.run("SELECT pg_sleep(100000)")
            }
            connection.cancellation = nil
        }
        #expect(try connection.run("SELECT 1")[0].integer(0) == 1)
    }

    @Test("Rows can still be read after another statement ran between them")
    func nestedStatements() throws {
        let connection = try connect()
        var sum: Int64 = 0
        var inner: Int64 = 0
        try connection.visit(
            "SELECT * FROM generate_series(1, 5000)", StatementParameters()
        ) { row in
            let number = row.integer(0)
            sum += number
            if number % 1_000 == 0 {
                try connection.visit(
                    "SELECT * FROM generate_series(1, 3)", StatementParameters()
                ) { inner += $0.integer(0) }
            }
        }
        #expect(sum == 12_502_500)
        #expect(inner == 30)
    }

    @Test("The remaining rows of an abandoned result are discarded")
    func abandonedRows() throws {
        struct Enough: Error {}
        let connection = try brokenOff { connection in
            #expect(throws: Enough.self) {
                try connection.visit(
                    "SELECT * FROM generate_series(1, 100000)", StatementParameters()
                ) { row in
                    if row.integer(0) == 10 { throw Enough() }
                }
            }
        }
        #expect(try connection.run("SELECT 1")[0].integer(0) == 1)
    }

    @Test("Abandoning a large result does not wait for its remaining rows")
    func manyAbandonedRows() throws {
        struct Enough: Error {}
        let connection = try connect()
        var end = ContinuousClock.now
        #expect(throws: Enough.self) {
            // The server sends the first row before it has computed all of them.
            try connection.visit(
                "SELECT generate_series(1, 50000000)", StatementParameters()
            ) { row in
                guard row.integer(0) == 10 else { return }
                end = .now
                throw Enough()
            }
        }
        // All rows would take most of a minute.
        #expect(ContinuousClock.now - end < .seconds(10))
        // On a busy machine the statement may not have stopped in time: then the connection is
        // closed.
        if !connection.isLost { #expect(try connection.run("SELECT 1")[0].integer(0) == 1) }
    }

    @Test("The results of pipelined statements arrive in order")
    func pipelines() throws {
        let connection = try connect()
        try connection.execute("CREATE TEMP TABLE several (number bigint PRIMARY KEY)")
        var counts: [Int] = []
        try connection.pipelined { pipeline in
            let parameters = StatementParameters()
            for number in 0..<1_000 {
                parameters.reset()
                parameters.append(Int64(number))
                try pipeline.send("INSERT INTO several VALUES ($1)", parameters) {
                    counts.append($0.changedCount)
                }
            }
        }
        #expect(counts == Array(repeating: 1, count: 1_000))
        #expect(try connection.run("SELECT count(*) FROM several")[0].integer(0) == 1_000)
    }

    @Test("A failing statement rolls back the whole pipeline")
    func failingPipelines() throws {
        let connection = try connect()
        try connection.execute("CREATE TEMP TABLE several (number bigint PRIMARY KEY)")
        let error = #expect(throws: PostgreSQLError.self) {
            try connection.pipelined { pipeline in
                let parameters = StatementParameters()
                for number in [1, 2, 2, 3] {
                    parameters.reset()
                    parameters.append(Int64(number))
                    try pipeline.send("INSERT INTO several VALUES ($1)", parameters)
                }
            }
        }
        #expect(error?.isUniqueViolation == true)
        #expect(!connection.isLost)
        #expect(try connection.run("SELECT count(*) FROM several")[0].integer(0) == 0)
        try connection.pipelined { pipeline in
            let parameters = StatementParameters()
            parameters.append(Int64(7))
            try pipeline.send("INSERT INTO several VALUES ($1)", parameters)
        }
        #expect(try connection.run("SELECT number FROM several")[0].integer(0) == 7)
    }

    @Test("COPY inserts rows, and rolls back after an error")
    func copying() throws {
        let connection = try connect()
        try connection.execute(
            "CREATE TEMP TABLE copied (number bigint PRIMARY KEY, name text, part smallint)")
        let sql = "COPY copied (number, name, part) FROM STDIN (FORMAT binary)"
        func copy(_ numbers: [Int64]) throws -> Int {
            let parameters = StatementParameters()
            return try connection.copyIn(sql) { writer in
                for number in numbers {
                    parameters.reset()
                    parameters.append(number)
                    if number % 2 == 0 {
                        parameters.append("n\(number)")
                    } else {
                        parameters.appendNull(.text)
                    }
                    parameters.append(Int16(3))
                    try writer.write(parameters)
                }
            }
        }
        #expect(try copy(Array(1...20_000)) == 20_000)
        let result = try connection.run(
            "SELECT count(*), count(name), max(name), sum(part) FROM copied")
        #expect(result[0].integer(0) == 20_000)
        #expect(result[0].integer(1) == 10_000)
        #expect(result[0].string(2) == "n9998")
        let error = #expect(throws: PostgreSQLError.self) { try copy([30_000, 1]) }
        #expect(error?.isUniqueViolation == true)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try connection.copyIn(sql) { _ in throw Stop() }
        }
        #expect(try connection.run("SELECT count(*) FROM copied")[0].integer(0) == 20_000)
    }

    @Test("A connection that the server has terminated is lost")
    func lostConnections() throws {
        let connection = try connect()
        let identity = try connection.run("SELECT pg_backend_pid()")[0].integer(0)
        try connect().run("SELECT pg_terminate_backend(\(identity))")
        let error = #expect(throws: PostgreSQLError.self) { try connection.run("SELECT 1") }
        #expect(error?.isConnectionLost == true)
        #expect(connection.isLost)
    }

    @Test("A connection that was terminated by the idle-in-transaction timeout is lost")
    func idleTransactions() throws {
        let connection = try connect()
        let identity = try connection.run("SELECT pg_backend_pid()")[0].integer(0)
        try connection.execute("SET idle_in_transaction_session_timeout = '20ms'; BEGIN")
        let other = try connect()
        while try other.run(
            "SELECT count(*) FROM pg_stat_activity WHERE pid = \(identity)")[0].integer(0) > 0
        {
            Thread.sleep(forTimeInterval: 0.01)
        }
        let error = #expect(throws: PostgreSQLError.self) { try connection.run("SELECT 1") }
        #expect(error?.isConnectionLost == true)
        #expect(connection.isLost)
        // The error if its message arrives before the connection ends.
        #expect(PostgreSQLError(state: "25P03", message: "", server: "").isConnectionLost)
    }
}
