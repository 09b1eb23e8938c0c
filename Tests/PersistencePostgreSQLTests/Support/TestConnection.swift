@testable import PersistencePostgreSQL

/// A connection as a test has it.
struct TestConnection {
    let connection: ServerConnection

    init(_ address: String) throws {
        connection = try ServerConnection(ServerAddress(address))
    }

    func execute(_ script: String) throws { try connection.execute(script) }

    /// The whole numbers of the first column.
    func numbers(_ sql: String) throws -> [Int64] {
        let result = try connection.runOnce(sql)
        return (0..<result.rowCount).map { result[$0].integer(0) }
    }

    func texts(_ sql: String) throws -> [String] {
        let result = try connection.runOnce(sql)
        return (0..<result.rowCount).map { result[$0].string(0) }
    }
}
