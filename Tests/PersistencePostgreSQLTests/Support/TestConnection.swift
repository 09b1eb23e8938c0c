import Foundation
import Testing

@testable import PersistencePostgreSQL

/// A database connection for tests.
struct TestConnection {
    let connection: ServerConnection

    init(_ address: String) throws {
        connection = try ServerConnection(ServerAddress(address))
    }

    func execute(_ script: String) throws { try connection.execute(script) }

    /// The integers in the first column.
    func numbers(_ sql: String) throws -> [Int64] {
        let result = try connection.runOnce(sql)
        return (0..<result.rowCount).map { result[$0].integer(0) }
    }

    func texts(_ sql: String) throws -> [String] {
        let result = try connection.runOnce(sql)
        return (0..<result.rowCount).map { result[$0].string(0) }
    }

    /// Adds a value to the metadata of a store, like another program.
    func notePropertyList(_ key: String, _ value: String) throws {
        let known = try connection.runOnce("SELECT Z_PLIST FROM Z_METADATA")[0].data(0)
        var list = try #require(
            PropertyListSerialization.propertyList(from: known, format: nil) as? [String: Any])
        list[key] = value
        let other = try PropertyListSerialization.data(
            fromPropertyList: list, format: .binary, options: 0)
        let parameters = StatementParameters()
        parameters.append(other)
        try connection.runOnce("UPDATE Z_METADATA SET Z_PLIST = $1", parameters)
    }
}
