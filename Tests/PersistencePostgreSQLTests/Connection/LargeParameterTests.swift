import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Large parameters")
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

    @Test("COPY sends large values in pieces, between small ones")
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
        // No large value was put into the buffer.
        #expect(capacity < 4 * StatementParameters.largeLength)
        try check(connection)
    }

    @Test("Statements send large values without copying them, also in a pipeline")
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
        // The large values are no longer referenced.
        parameters.reset()
        parameters.append(Int64(1))
        parameters.appendNull(.bytes)
        parameters.append(Data([1]))
        let row = try connection.run("SELECT $1 + 1, $2 IS NULL, $3", parameters)[0]
        #expect(row.integer(0) == 2)
        #expect(row.boolean(1))
        #expect(row.data(2) == Data([1]))
    }

    @Test("A record with a large value is saved, changed and read")
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
        // The context must be kept alive, since the values are read on access.
        let later = yard.context()
        try withExtendedLifetime(later) {
            let read = try #require(
                try later.named("Tool").first { $0.objectID == tool.objectID })
            #expect(try read.value(forKey: "picture") as? Data == other)
        }
    }

    /// The prepared statements of the writing connection that begin like this.
    private func statements(_ yard: TestYard, _ beginning: String) throws -> [String] {
        try yard.store.withWriteSession { session in
            let session = try #require(session as? PostgreSQLSession)
            let result = try session.begun().runOnce(
                "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '\(beginning)%'")
            return (0..<result.rowCount).map { result[$0].string(0) }
        }
    }

    @Test("A changed large value is sent in pieces instead of as a parameter")
    func changing() throws {
        let yard = try TestYard()
        let context = yard.context()
        let tools = try ["Axe", "Bit", "Cap"].map { try context.make("Tool", ["name": $0]) }
        try context.save()
        let large = Data(repeating: 7, count: 100_000_000)
        let sizes = [large.count, StatementParameters.largeLength, 10]
        let look = try yard.look()
        for round in 0..<2 {
            for (tool, size) in zip(tools, sizes) {
                try tool.setValue(large.prefix(size), forKey: "picture")
                try tool.setValue("\(round)", forKey: "name")
            }
            // The first attempt is rolled back at its end, together with its temporary tables.
            try look.notePropertyList("Round", "\(round)")
            try context.save()
        }

        #expect(
            try look.numbers("SELECT octet_length(zpicture) FROM ztool ORDER BY z_pk")
                == sizes.map { Int64($0) })
        #expect(
            try look.texts("SELECT md5(zpicture) FROM ztool ORDER BY z_pk")
                == look.texts(
                    sizes.map { "SELECT md5(decode(repeat('07', \($0)), 'hex'))" }
                        .joined(separator: " UNION ALL ")))
        #expect(try look.numbers("SELECT count(*) FROM ztool WHERE zname = '1'") == [3])
        let updates = try statements(yard, "UPDATE ZTOOL SET")
        #expect(updates.contains { $0.contains("ZPICTURE = (SELECT v FROM ") })
        // The temporary rows are rolled back.
        try yard.store.withWriteSession { session in
            let session = try #require(session as? PostgreSQLSession)
            let left = try session.begun().runOnce("SELECT count(*) FROM pg_temp.z_large_value")
            #expect(left[0].integer(0) == 0)
        }
    }

    @Test("A large value in a batch insert that updates a record is sent in pieces")
    func upserting() throws {
        let yard = try TestYard()
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Axe", "code": "a"])
        try context.save()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let picture = Self.data(1_000_003)

        try context.execute(
            BatchInsertRequest(
                entityName: "Tool",
                objects: [
                    ["code": "a", "picture": picture], ["code": "b", "picture": picture],
                    ["code": "c", "picture": Data([1])],
                ]))

        let result = try yard.look().connection.runOnce(
            "SELECT zname, zpicture FROM ztool ORDER BY zcode")
        #expect(result.rowCount == 3)
        #expect(result[0].string(0) == "Axe")
        #expect(result[0].data(1) == picture)
        #expect(result[1].data(1) == picture)
        #expect(result[2].data(1) == Data([1]))
        let insertions = try statements(yard, "INSERT INTO ZTOOL")
        #expect(insertions.contains { $0.contains("(SELECT v FROM ") })
    }

    @Test("A large value with external storage is not compressed, and is read in pieces")
    func reading() throws {
        var model = Yard.model
        let place = try #require(model.entities.firstIndex { $0.name == "Tool" })
        let number = try #require(
            model.entities[place].attributes.firstIndex { $0.name == "picture" })
        model.entities[place].attributes[number].allowsExternalBinaryDataStorage = true
        let yard = try TestYard(model: model)
        #expect(
            try yard.look().texts(
                "SELECT CAST(attstorage AS text) FROM pg_attribute "
                    + "WHERE attrelid = to_regclass('ztool') AND attname = 'zpicture'") == ["e"])
        let context = yard.context()
        let picture = Self.data(1_000_000)
        let tool = try context.make("Tool", ["name": "Axe", "picture": picture])
        try context.save()
        let entity = try #require(yard.coordinator.layout.entity(named: "Tool"))
        let slot = try #require(entity.slot(named: "picture"))
        let key = try #require(tool.objectID.recordNumber)

        try yard.store.withReadSession { session in
            let session = try #require(session as? PostgreSQLSession)
            _ = try session.begun()
            var pieces: [Data] = []
            // The statement is prepared once.
            for _ in 0..<2 {
                pieces = []
                let before = session.connection.roundTripCount
                try session.readPieces(of: slot, entity: entity, key: key, size: 300_000) {
                    pieces.append($0)
                    #expect(session.connection.roundTripCount - before <= pieces.count + 1)
                }
            }
            #expect(pieces.map(\.count) == [300_000, 300_000, 300_000, 100_000])
            #expect(Data(pieces.joined()) == picture)
        }
    }
}
