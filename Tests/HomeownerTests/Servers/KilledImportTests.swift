import Foundation
import PostgreSQLServer
import Testing

/// Imports of a server that is killed meanwhile.
@Suite("Imports of killed servers", .timeLimit(.minutes(60)))
struct KilledImportTests {
    private static let rows = 3_000

    /// Runs a closure with a server beside another one that was killed in the middle of an import.
    ///
    /// - Parameter body: gets the address for confirming the import.
    private static func halfway(
        _ body: (DatabaseHousehold, RunningServer, _ address: String) async throws -> Void
    ) async throws {
        // A fast import may end before the server is killed.
        for _ in 0..<10 where try await isHalfway(body) { return }
        Issue.record("Each import was done before its server was killed")
    }

    /// Returns whether the server was killed in time.
    private static func isHalfway(
        _ body: (DatabaseHousehold, RunningServer, _ address: String) async throws -> Void
    ) async throws -> Bool {
        let household = try DatabaseHousehold()
        var isInTime = false
        try await ending(household.start()) { other in
            let first = try await household.start()
            let address: String
            do {
                address = try await kill(first, inAnImportInto: household)
            } catch {
                try await first.stop(SIGKILL)
                throw error
            }
            let count = try household.itemCount()
            #expect(count > 1)
            isInTime = count <= rows
            if isInTime { try await body(household, other, address) }
        }
        try await household.waitForLocksToEnd()
        return isInTime
    }

    /// Kills a server when a part of an import is saved. Returns the address of the import.
    private static func kill(
        _ server: RunningServer, inAnImportInto household: DatabaseHousehold
    ) async throws -> String {
        _ = try await server.add("Lamp")
        let table =
            "itemName,serialNumber\n" + (1...rows).map { "Thing \($0),S\($0)\n" }.joined()
        let plan = try await server.send(
            server.upload("/import", [], Data(table.utf8), as: ("file", "things.csv")))
        let address = try #require(try plan.member("confirm", as: String.self), "\(plan.text)")
        let request = try server.form(address, "", asProgram: true)
        let importing = Task { try await server.sendOnce(request) }
        try await waited("a part of the import is saved") { try household.itemCount() > 1 }
        try await server.stop(SIGKILL)
        // There is no response, unless the import was complete before.
        let answer = try? await importing.value
        #expect(try answer == nil || household.itemCount() == rows + 1)
        return address
    }

    /// The number of unfinished imports.
    private static func begun(_ household: DatabaseHousehold) throws -> String? {
        try household.server.run(
            "SELECT count(*) FROM \(household.schema).zundostep "
                + "WHERE zseries = 'imports' AND zexpires IS NULL")
    }

    @Test("A server that starts later undoes the saved parts")
    func nextServer() async throws {
        try await Self.halfway { household, other, _ in
            try await ending(household.start()) { next in
                let names = try await next.names()
                #expect(names == ["Lamp"])
            }
            try await waited("the other one hears of that") {
                try await other.total("/items.json") == 1
            }
            #expect(try Self.begun(household) == "0")
        }
    }

    @Test("A second confirmation on another server imports the file once, and it can be undone")
    func saidAgain() async throws {
        try await Self.halfway { household, other, address in
            let done = try await other.post(address, "", asProgram: true)

            #expect(done.status == 201, "\(done.text.prefix(500))")
            #expect(try household.itemCount() == Self.rows + 1)
            #expect(try await Set(other.names()).count == Self.rows + 1)
            let undone = try await other.post(address + "/undo", "", asProgram: true)
            #expect(undone.status == 200, "\(undone.text.prefix(500))")
            #expect(try await other.names() == ["Lamp"])
            #expect(try Self.begun(household) == "0")
        }
    }

    @Test(
        "The other server undoes the saved parts within a minute",
        .enabled(if: LoadLength.isLong, "HOMEOWNER_LOAD_SECONDS is less than 60"))
    func otherServer() async throws {
        try await Self.halfway { household, other, _ in
            let start = ContinuousClock.now
            try await waited("the import is taken back") {
                try await other.total("/items.json") == 1
            }
            #expect(ContinuousClock.now - start < .seconds(120))
            #expect(try Self.begun(household) == "0")
        }
    }
}

extension DatabaseHousehold {
    /// The number of items in the database.
    fileprivate func itemCount() throws -> Int {
        try #require(
            try server.run("SELECT count(*) FROM \(schema).zitem").flatMap { Int($0) })
    }
}
