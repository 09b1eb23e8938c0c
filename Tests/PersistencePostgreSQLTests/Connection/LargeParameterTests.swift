import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Large values on their way to the server")
struct LargeParameterTests {
    private static let sizes = [
        0, StatementParameters.largeLength - 1, StatementParameters.largeLength,
        StatementParameters.largeLength + 1, 5 * StatementParameters.largeLength + 7,
    ]

    private static func data(_ size: Int) -> Data {
        Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) })
    }

    private func connect() throws -> ServerConnection {
        let connection = try TestConnection(TestServer.shared().newAddress()).connection
        try connection.execute("CREATE TEMP TABLE large (number bigint, first bytea, last bytea)")
        return connection
    }

    private func fill(_ parameters: StatementParameters, _ size: Int) {
        parameters.reset()
        parameters.append(Int64(size))
        parameters.append(Self.data(size))
        parameters.append(Self.data(size / 2))
    }

    private func check(_ connection: ServerConnection) throws {
        let result = try connection.run("SELECT number, first, last FROM large ORDER BY number")
        #expect(result.rowCount == Self.sizes.count)
        for (row, size) in Self.sizes.enumerated() {
            #expect(result[row].integer(0) == Int64(size))
            #expect(result[row].data(1) == Self.data(size))
            #expect(result[row].data(2) == Self.data(size / 2))
        }
    }

    @Test("They are copied in piece by piece, between others")
    func copying() throws {
        let connection = try connect()
        let parameters = StatementParameters()
        var capacity = 0
        let count = try connection.copyIn(
            "COPY large (number, first, last) FROM STDIN (FORMAT binary)"
        ) { writer in
            for size in Self.sizes {
                fill(parameters, size)
                try writer.write(parameters)
                capacity = max(capacity, writer.capacity)
            }
        }
        #expect(count == Self.sizes.count)
        // None of the large ones was put together with the rest.
        #expect(capacity < 4 * StatementParameters.largeLength)
        try check(connection)
    }

    @Test("Statements take them from where they are, also beside each other")
    func statements() throws {
        let connection = try connect()
        let parameters = StatementParameters()
        let sql = "INSERT INTO large (number, first, last) VALUES ($1, $2, $3)"
        try connection.pipelined { pipeline in
            for size in Self.sizes {
                fill(parameters, size)
                try pipeline.send(sql, parameters)
            }
        }
        #expect(parameters.capacity < 4 * StatementParameters.largeLength)
        try check(connection)
        // Nothing of them is left.
        parameters.reset()
        parameters.append(Int64(1))
        parameters.appendNull(.bytes)
        parameters.append(Data([1]))
        let row = try connection.run("SELECT $1 + 1, $2 IS NULL, $3", parameters)[0]
        #expect(row.integer(0) == 2)
        #expect(row.boolean(1))
        #expect(row.data(2) == Data([1]))
    }

    @Test("A record with one is saved, changed and read")
    func saving() throws {
        let yard = try TestYard()
        let context = yard.context()
        let picture = Self.data(3_000_001)
        let tool = try context.make("Tool", ["name": "Saw", "picture": picture])
        _ = try context.make("Tool", ["name": "Axe"])
        try context.save()
        let number = try #require(tool.objectID.recordNumber)
        let look = try yard.look()
        func stored() throws -> Data {
            try look.connection.runOnce("SELECT zpicture FROM ztool WHERE z_pk = \(number)")[0]
                .data(0)
        }
        #expect(try stored() == picture)
        #expect(try look.numbers("SELECT count(*) FROM ztool WHERE zpicture IS NULL") == [1])

        let other = Self.data(2_000_003)
        try tool.setValue(other, forKey: "picture")
        try context.save()

        #expect(try stored() == other)
        // An object's values are read when they are asked for, as long as its context is there.
        let later = yard.context()
        try withExtendedLifetime(later) {
            let read = try #require(
                try later.named("Tool").first { $0.objectID == tool.objectID })
            #expect(try read.value(forKey: "picture") as? Data == other)
        }
    }
}
