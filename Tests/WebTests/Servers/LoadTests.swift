import Domain
import Foundation
import Persistence
import Synchronization
import Testing

@testable import Web

/// The load of two servers on one database. HOMEOWNER_LOAD_SECONDS sets the duration, 10 seconds by
/// default, and HOMEOWNER_LOAD_CLIENTS the clients per server, 50 by default.
@Suite("Two servers under load")
struct LoadTests {
    private static func setting(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    private static let counterCount = 8

    @Test(
        "With 50 clients each that move, sell and edit, nothing is lost or duplicated",
        .timeLimit(.minutes(60)))
    func wholeLoad() async throws {
        let shared = try SharedSite()
        let seconds = Self.setting("HOMEOWNER_LOAD_SECONDS", or: 10)
        let clients = Self.setting("HOMEOWNER_LOAD_CLIENTS", or: 50)
        let end = Mutex<(done: Tally.Counts, order: [String])?>(nil)
        try await shared.serve { first, second, ports in
            var paths: [String] = []
            for number in 0..<Self.counterCount {
                paths.append(
                    try await first.inventory.add("Counter \(number)", [("valueInDollars", "0")]))
            }
            for number in 0..<12 { try await first.inventory.add("Item \(number)") }
            let names = Set(try await first.inventory.names())
            let tally = Tally(counters: paths.count, names: names)
            let last = ContinuousClock.now + .seconds(seconds)
            try await withThrowingTaskGroup(of: Void.self) { [paths] group in
                for number in 0..<2 * clients {
                    group.addTask {
                        try await LoadVisitor(
                            number: number, port: ports[number % 2], customer: first.customer,
                            counters: paths, tally: tally
                        ).visit(until: last)
                    }
                }
                try await group.waitForAll()
            }
            let done = tally.counts
            print(
                "\(done.requests) requests of \(2 * clients) clients in \(seconds) s: \(done.moves) moves, "
                    + "\(done.sales) sales, \(done.edits.reduce(0, +)) edits, "
                    + "\(done.conflicts) conflicts, \(done.busy) times busy")
            #expect(done.hasEverything)
            var orders: [[String]] = []
            for client in [first, second] {
                try await Self.check(client, done, paths)
                orders.append(try await client.inventory.names("/items.json?perPage=200"))
            }
            #expect(orders[0] == orders[1])
            let order = orders[0]
            end.withLock { $0 = (done, order) }
        }
        let (done, order) = try #require(end.withLock { $0 })
        try await Self.checkStore(shared, done, order)
        print(
            "Checked: \(done.sales + 1) sales without a gap in their numbers and with their exact sum, "
                + "\(order.count) items in one order, \(done.edits.reduce(0, +)) edits in "
                + "\(done.edits.count) counters, as two servers, a third one that starts now and the store "
                + "have them")
    }

    /// Checks that a server shows every acknowledged change.
    private static func check(
        _ client: SalesClient, _ done: Tally.Counts, _ paths: [String]
    ) async throws {
        try await waited {
            try await client.json("/sales.json")["total"] as? Int == done.sales + 1
        }
        for (path, count) in zip(paths, done.edits) {
            try await waited {
                try await client.json(path + ".json")["valueInDollars"] as? Int == count
            }
            #expect(try await client.json(path + ".json")["valueInDollars"] as? Int == count)
        }
        let list = try await client.json("/sales.json")
        #expect(list["total"] as? Int == done.sales + 1)
        let totals = try #require(list["totals"] as? [String: Any])
        let cents = done.sales * LoadVisitor.saleCents + 1_250
        let total = totals.text("total").flatMap { Decimal(string: $0) }
        #expect(total == Decimal(cents) / 100)
        let names = try await client.inventory.names("/items.json?perPage=200")
        #expect(names.count == done.names.count && Set(names) == done.names)
    }

    /// The store as a newly started server reads it: the acknowledged changes, and no others.
    private static func checkStore(
        _ shared: SharedSite, _ done: Tally.Counts, _ order: [String]
    ) async throws {
        #expect(try StoreCheck.faults(at: shared.directory.storeLocation) == [])
        let household = try Household(directory: shared.directory)
        try await household.container.read { context in
            let numbers = try context.fetch(FetchRequest<Sale>()).map(\.number).sorted()
            #expect(numbers == Array(1...Int64(done.sales + 1)))
            let totals = try household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(totals.saleCount == done.sales + 1)
            let cents = done.sales * LoadVisitor.saleCents + 1_250
            #expect(totals.amount == Decimal(cents) / 100)
            let items = try context.fetch(FetchRequest<Item>())
            #expect(Set(items.map(\.orderingValue)).count == items.count)
            let values = Dictionary(
                items.map { ($0.itemName ?? "", Int($0.valueInDollars)) },
                uniquingKeysWith: { first, _ in first })
            #expect(values.count == items.count)
            for (number, count) in done.edits.enumerated() {
                #expect(values["Counter \(number)"] == count)
            }
            #expect(try ItemOrder.count(in: context) == items.count)
            let places = try items.map { item in
                (try ItemOrder.place(of: item, in: context)?.index ?? -1, item)
            }.sorted { $0.0 < $1.0 }
            #expect(places.map(\.0) == Array(items.indices))
            #expect(places.map { $0.1.itemName ?? "" } == order)
        }
        try household.close()
    }
}
