import Drawing
import Foundation
import Imaging
import PostgreSQLServer
import Testing

/// `homeowner serve --store`, as separate processes.
@Suite(.fewAtATime, .timeLimit(.minutes(30)))
struct DatabaseServeTests {
    @Test("Changes on a server with a database are there after a restart")
    func story() async throws {
        let household = try DatabaseHousehold()
        let picture = try DrawnPicture(subject: .sofa, width: 600, height: 450)
            .encoded(as: .jpeg)
        var path = ""
        try await ending(household.start()) { server in
            for name in ["Table", "Lamp", "Chair"] { _ = try await server.add(name) }
            let sofa = try await server.upload("/items", name: "Sofa", file: picture)
            #expect(sofa.status == 201)
            path = "/items/" + (try #require(try sofa.member("itemKey", as: String.self)))
            #expect(try await server.post(path + "/position", "toIndex=1").status == 200)
            let customer = try await server.post(
                "/customers", "name=Bea&productName=Lamp&unitPrice=2.50", asProgram: true)
            #expect(customer.status == 201, "\(customer.text)")
            let log = try server.logText
            #expect(!log.contains("error"), "\(log)")
        }

        try await ending(household.start()) { server async throws in
            #expect(try await server.names() == ["Table", "Sofa", "Lamp", "Chair"])
            #expect(try await server.get(path + "/image").body == picture)
            #expect(try await server.get(path + "/thumbnail").status == 200)
            #expect(try await server.total("/sales.json") == 1)
            #expect(try await server.get("/").status == 200)
        }

        let files = try FileManager.default.contentsOfDirectory(atPath: household.folder)
        #expect(!files.contains { $0.contains("sqlite") }, "\(files)")
        try await waited("connections end with the program") {
            try household.connectionCount() == "0"
        }
    }

    /// Checks that a save on either server is on the next page of the other one for the same person.
    private static func checkWindow(_ first: RunningServer, _ second: RunningServer) async throws {
        for number in 1...6 {
            let (here, there) = number % 2 == 0 ? (first, second) : (second, first)
            let saved = try await here.post("/items", "itemName=Chair+\(number)")
            #expect(saved.status == 200 && saved.text.contains("Chair \(number)"))
            #expect(try await there.get("/items").text.contains("Chair \(number)"))
            #expect(try await there.total("/items.json") == number)
        }
    }

    @Test("A window sees its own saves at once on another server that reads from a replica")
    func replica() async throws {
        let household = try DatabaseHousehold()
        // The replica needs an existing database.
        try await household.start().stop()
        let standby = try household.server.replica()
        defer { standby.crash() }
        try standby.catchUp(with: household.server)
        try await household.serve(["--read-from", household.address(on: standby)]) {
            first, second in
            try await Self.checkWindow(first, second)
            try standby.catchUp(with: household.server)
            let count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = "
            // Both read from it.
            let readers = try standby.run(count + "'\(household.schema)'").flatMap { Int($0) }
            #expect(try #require(readers) >= 2)
        }
    }

    @Test("The database itself may be given as the replica")
    func sameDatabase() async throws {
        let household = try DatabaseHousehold()
        try await household.serve(["--read-from", household.address]) { first, second in
            try await Self.checkWindow(first, second)
        }
    }

    @Test("Two servers starting at once on an empty database create one household and its samples")
    func firstStart() async throws {
        let (alone, shared) = (try DatabaseHousehold(), try DatabaseHousehold())
        var expected: [Int] = []
        try await ending(alone.start()) { expected = try await Self.sampleCounts($0) }

        async let first = shared.start()
        async let second = shared.start()
        for server in try await [first, second] {
            #expect(try await Self.sampleCounts(server) == expected)
            #expect(try await server.stop() == 0)
        }
        #expect(expected.allSatisfy { $0 > 0 })
    }

    /// The numbers of types, books and categories.
    private static func sampleCounts(_ server: RunningServer) async throws -> [Int] {
        var counts: [Int] = []
        for list in ["asset-types", "books", "book-categories"] {
            counts.append(try await server.total("/\(list).json"))
        }
        return counts
    }

    @Test("A server killed while it creates a household leaves it to the next one")
    func killedAtFirst() async throws {
        let alone = try DatabaseHousehold()
        var expected: [Int] = []
        let started = ContinuousClock.now
        try await ending(alone.start()) { expected = try await Self.sampleCounts($0) }
        let usual = ContinuousClock.now - started
        for part in 1...4 {
            let household = try DatabaseHousehold()
            let wasKilled = try await Program.kill(
                ["serve", "--port", "0"] + household.place, after: usual * part / 6)
            #expect(wasKilled)

            try await ending(household.start()) { server async throws in
                #expect(try await Self.sampleCounts(server) == expected)
                #expect(try await server.names() == [])
            }
            try await household.waitForLocksToEnd()
        }
    }
}
