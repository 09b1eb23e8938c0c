import CBaseline

/// A connection to a server through libpq, for the limits.
final class BareServer {
    let connection: OpaquePointer?

    init(_ address: String) throws {
        var connection: OpaquePointer?
        let code = baseline_pq_open(address, &connection)
        self.connection = connection
        try Self.check(code)
    }

    deinit { baseline_pq_close(connection) }

    /// Runs statements one after the other.
    func run(_ statements: String) throws {
        try Self.check(baseline_pq_run(connection, statements))
    }

    /// The number in a statement's answer.
    func number(_ sql: String) throws -> Int64 {
        var number: Int64 = 0
        try Self.check(baseline_pq_number(connection, sql, &number))
        return number
    }

    /// Throws unless the code is that of success.
    static func check(_ code: Int32) throws {
        guard code == 0 else { throw BaselineFailure(code: code) }
    }
}
