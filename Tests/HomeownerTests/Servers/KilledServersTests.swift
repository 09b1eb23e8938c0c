import Domain
import Drawing
import Foundation
import Imaging
import Persistence
import PostgreSQLServer
import Testing

/// Two programs on one database, which are killed repeatedly, and the database too.
@Suite("Killed servers", .timeLimit(.minutes(120)))
struct KilledServersTests {
    private static let counterCount = 4

    @Test("Every acknowledged change is there once and consistent after a server was killed")
    func killed() async throws {
        let household = try DatabaseHousehold(on: .own())
        let picture = try DrawnPicture(subject: .vase, width: 120, height: 90).encoded(as: .png)
        let servers = try await ServerPair(household)
        let tally = CrashTally(counters: Self.counterCount)
        do {
            let (customer, counters) = try await Self.prepare(servers)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<2 * LoadLength.clients {
                    group.addTask {
                        try await CrashVisitor(
                            number: number, servers: servers, customer: customer,
                            counters: counters, picture: picture, tally: tally
                        ).visit()
                    }
                }
                try await Self.disturb(servers, household.server, tally)
                tally.note { $0.isOver = true }
                try await group.waitForAll()
            }
            try await Self.checkPages(servers, tally.present, counters, picture)
        } catch {
            try await servers.stop(SIGKILL)
            throw error
        }
        #expect(try await servers.stop() == [0, 0])
        try await Self.checkLeftovers(household)
        try await Self.checkStore(household, tally.present)
    }

    // MARK: - What happens

    /// Makes a customer, items and counters. Returns the customer and the paths of the counters.
    private static func prepare(_ servers: ServerPair) async throws -> (Int, [String]) {
        let first = try servers.server(of: 0)
        let answer = try await first.post(
            "/customers", "name=Bea&productName=Lamp&unitPrice=1000000", asProgram: true)
        let customer = try #require(try answer.member("id", as: Int.self), "\(answer.text)")
        var counters: [String] = []
        for number in 0..<counterCount {
            counters.append(try await first.add("Counter+\(number)", "&valueInDollars=0"))
        }
        for number in 0..<8 { _ = try await first.add("Item+\(number)") }
        return (customer, counters)
    }

    /// Kills one server, the other one, and in between the database.
    private static func disturb(
        _ servers: ServerPair, _ database: TestServer, _ tally: CrashTally
    ) async throws {
        let end = ContinuousClock.now + .seconds(LoadLength.seconds)
        var (kills, crashes) = (0, 0)
        repeat {
            let index = kills % 2
            try await tally.saves(25)
            try await servers.kill(index)
            kills += 1
            // The other one continues.
            try await tally.saves(25)
            try await servers.start(index)
            guard kills % 4 == 1 else { continue }
            try await tally.saves(10)
            database.crash()
            crashes += 1
            let known = tally.present.refusals
            try await waited("servers say that the database is away") {
                tally.present.refusals > known
            }
            try database.start()
            try await tally.saves(10)
        } while kills < 3 || ContinuousClock.now < end
        let done = tally.present
        print(
            "\(kills) times a server was killed, and \(crashes) times the database: "
                + "\(done.sales.saved.count) sales, \(done.items.saved.count) items, \(done.moves) moves, "
                + "\(done.edits.reduce(0) { $0 + $1.saved }) edits; \(done.conflicts) conflicts, "
                + "\(done.refusals) refusals, \(done.losses) lost answers, "
                + "\(done.sales.unknown.count + done.items.unknown.count) unknown outcomes")
        #expect(done.losses > 0 && done.refusals > 0)
    }

    // MARK: - What has to be

    /// Checks that both servers show the same: acknowledged changes completely, and those with an
    /// unknown outcome completely or not at all.
    private static func checkPages(
        _ servers: ServerPair, _ done: CrashTally.State, _ counters: [String], _ picture: Data
    ) async throws {
        let both = [try servers.server(of: 0), try servers.server(of: 1)]
        try await waited("both servers have the same order") {
            try await both[0].names() == both[1].names()
        }
        for server in both {
            for (path, count) in zip(counters, done.edits) {
                let value = try #require(
                    try await server.json(path + ".json")["valueInDollars"] as? Int)
                #expect((count.saved...count.saved + count.unknown).contains(value))
            }
            let total = try await server.total("/sales.json") - 1
            let least = done.sales.saved.count
            #expect((least...least + done.sales.unknown.count).contains(total))
            for key in done.pictures {
                let image = try await server.get("/items/\(key)/image")
                #expect(image.status == 200 && image.body == picture)
            }
        }
    }

    /// Checks that killed servers leave no connection, no lock, and no temporary file.
    private static func checkLeftovers(_ household: DatabaseHousehold) async throws {
        try await waited("connections end with the programs") {
            try household.connectionCount() == "0"
        }
        try await household.waitForLocksToEnd()
        #expect(
            try household.server.run("SELECT count(*) FROM pg_prepared_xacts") == "0")
        // Makes expiring data a day old.
        let files = FileManager.default
        for folder in ["incoming", "forms"] {
            let path = "\(household.folder)/\(folder)"
            for name in try files.contentsOfDirectory(atPath: path) {
                let old = timeval(tv_sec: time(nil) - 25 * 60 * 60, tv_usec: 0)
                #expect(utimes("\(path)/\(name)", [old, old]) == 0)
            }
        }
        try await ending(household.start()) { server in
            try await waited("a server sweeps what others left") {
                try ["incoming", "forms", "staged"].map { folder in
                    try files.contentsOfDirectory(atPath: "\(household.folder)/\(folder)").count
                } == [1, 0, 0]
            }
            try await waited("pictures without a record go") {
                try await household.run("check").status == 0
            }
        }
        try await household.waitForLocksToEnd()
    }

    /// The store as a newly started program reads it.
    private static func checkStore(
        _ place: DatabaseHousehold, _ done: CrashTally.State
    ) async throws {
        #expect(try StoreCheck.faults(at: place.directory.storeLocation) == [])
        let household = try Household(directory: place.directory)
        try await household.container.read { context in
            let sales = try context.fetch(FetchRequest<Sale>())
            #expect(sales.map(\.number).sorted() == Array(1...Int64(sales.count)))
            let sums = sales.map(\.total).filter { $0 != 1_000_000 }
            #expect(sums.count == sales.count - 1 && Set(sums).count == sums.count)
            let saved = Set(done.sales.saved.map { Decimal($0) / 100 })
            let unknown = Set(done.sales.unknown.map { Decimal($0) / 100 })
            #expect(saved.isSubset(of: sums) && saved.union(unknown).isSuperset(of: sums))
            let totals = try household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(totals.amount == sums.reduce(1_000_000, +))

            let items = try context.fetch(FetchRequest<Item>())
            #expect(Set(items.map(\.orderingValue)).count == items.count)
            let places = try items.map { try ItemOrder.index(of: $0, in: context) ?? -1 }
            #expect(places.sorted() == Array(items.indices))
            let names = items.compactMap(\.itemName).filter { $0.hasPrefix("Thing ") }
            #expect(Set(names).count == names.count)
            #expect(names.count == items.count - counterCount - 8)
            #expect(done.items.saved.isSubset(of: names))
            #expect(done.items.saved.union(done.items.unknown).isSuperset(of: names))
        }
        try household.close()
    }
}
