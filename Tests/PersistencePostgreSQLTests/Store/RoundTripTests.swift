import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Round trips of a save")
struct RoundTripTests {
    private static let greatest = 4

    /// The number of round trips of the writing connection while a closure saves.
    private func trips(
        _ yard: TestYard, _ body: (ManagedObjectContext) throws -> Void
    ) throws -> Int {
        try yard.store.withWriteSession { session in
            let session = try #require(session as? PostgreSQLSession)
            let before = session.connection.roundTripCount
            try yard.container.write(body)
            return session.connection.roundTripCount - before
        }
    }

    private func add(_ count: Int, to yard: TestYard) throws -> Int {
        try trips(yard) { context in
            for number in 0..<count {
                _ = try context.make("Part", ["name": "Part \(number)"])
            }
            try context.save()
        }
    }

    /// Saves new names of all parts. Reading them is not counted.
    private func rename(_ name: String, in yard: TestYard) throws -> Int {
        let context = yard.context()
        for part in try context.named("Part") { try part.setValue(name, forKey: "name") }
        return try trips(yard) { _ in try context.save() }
    }

    private func deleteAll(in yard: TestYard) throws -> Int {
        let context = yard.context()
        for part in try context.named("Part") { context.delete(part) }
        return try trips(yard) { _ in try context.save() }
    }

    @Test(
        "A save of any number of changes to one entity takes at most four round trips",
        arguments: [false, true])
    func save(takesTurns: Bool) throws {
        var options = StoreDescription.postgreSQL("")
        options.writersTakeTurns = takesTurns
        options.tracksHistory = true
        let yard = try TestYard(options: options)
        // Statements are prepared once.
        for count in [1, 60] {
            _ = try add(count, to: yard)
            _ = try rename("First", in: yard)
            _ = try deleteAll(in: yard)
        }
        for count in [1, 49, 300, 5_000] {
            #expect(try add(count, to: yard) <= Self.greatest, "\(count) new ones")
            #expect(try rename("Second", in: yard) <= Self.greatest, "\(count) changed ones")
            #expect(try deleteAll(in: yard) <= Self.greatest, "\(count) deleted ones")
        }
        #expect(try yard.look().numbers("SELECT count(*) FROM zpart") == [0])
    }

    @Test("BEGIN is sent with the first statements, so that one change takes two round trips")
    func beginning() throws {
        let yard = try TestYard()
        _ = try add(1, to: yard)
        _ = try rename("First", in: yard)

        #expect(try rename("Second", in: yard) == 2)
        #expect(try yard.look().texts("SELECT zname FROM zpart") == ["Second"])
    }

    @Test("A transaction is retried if the connection was lost before it began")
    func lostBeforeBeginning() throws {
        let yard = try TestYard()
        _ = try add(1, to: yard)
        let context = yard.context()
        let part = try #require(try context.named("Part").first)
        try part.setValue("Again", forKey: "name")
        let writer = try yard.store.withWriteSession { session in
            let session = try #require(session as? PostgreSQLSession)
            return try session.connection.execute("SELECT pg_backend_pid()")[0].string(0)
        }
        let look = try yard.look()
        try look.execute("SELECT pg_terminate_backend(\(writer), 10000)")

        try context.save()

        #expect(try look.texts("SELECT zname FROM zpart") == ["Again"])
        #expect(try look.numbers("SELECT z_opt FROM zpart") == [2])
    }

    @Test("A store whose metadata has changed since it was opened is checked again")
    func otherPropertyList() throws {
        let yard = try TestYard()
        let context = yard.context()
        let part = try context.make("Part", ["name": "Wheel"])
        try context.save()
        // A change by another program.
        let look = try yard.look()
        try look.notePropertyList("Note", "kept")
        try part.setValue("Rim", forKey: "name")
        try context.save()
        #expect(try look.texts("SELECT zname FROM zpart") == ["Rim"])
    }

    @Test("The results of any number of pipelined statements arrive in order")
    func pipeline() throws {
        let connection = try TestConnection(TestServer.shared().newAddress()).connection
        var answers: [Int64] = []
        let before = connection.roundTripCount
        try connection.pipelined { pipeline in
            let parameters = StatementParameters()
            for number in 0..<20_000 {
                parameters.reset()
                parameters.append(Int64(number))
                try pipeline.send("SELECT $1, repeat('x', 200)", parameters) {
                    answers.append($0[0].integer(0))
                }
            }
        }
        #expect(answers == (0..<20_000).map { Int64($0) })
        #expect(connection.roundTripCount == before + 1)
    }
}
