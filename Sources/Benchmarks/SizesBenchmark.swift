import Domain
import Foundation
import Persistence
import PersistencePostgreSQL
import PostgreSQLServer

/// Requests to a long list in a database, compared with the same to a short one.
struct SizesBenchmark {
    /// The environment variable with the number of items in the long list.
    private static let variable = "ITEMS"
    private static let usualSize = 100_000
    private static let short = 10_000

    let directory: String
    let server: TestServer

    func run(report: (Measurement) -> Void) throws {
        let size = try Self.size()
        let (short, shortLookUps) = try limits()
        let start = ContinuousClock.now
        let long = try ServedDatabase("long", of: size, in: directory, on: server)
        let filling = (ContinuousClock.now - start) / .seconds(1)
        report(.amount("\(size) items into a database, by SQL", filling, "s", atMost: nil))
        report(
            .time(
                "10,000 look-ups of an object by key among \(size), limit: among \(Self.short)",
                try Self.lookUps(long, among: size), limit: shortLookUps, atMost: 2))
        let list = try ServedList(long)
        defer { list.server.end() }
        try measureStart(list, of: size, report)
        for (row, limit) in zip(Self.rows, short) {
            report(
                .time(
                    "\(row.name) of \(size) items, limit: of \(Self.short)",
                    try list.middle { try row.work(list, $0) }, limit: limit, atMost: 2))
        }
        let far = try list.middle { try list.move($0, to: size / 2 + $0) }
        report(.amount("a move into the middle of them", far * 1000, "ms", atMost: nil))
        let step = try list.middle { try list.move($0, to: $0 % 40) }
        report(.amount("a move by some steps", step * 1000, "ms", atMost: 100))
        let page = try list.middle { try list.farPage($0) }
        report(.amount("page 200 and those that follow", page * 1000, "ms", atMost: 100))
        let search = try list.middle { try list.search($0) }
        report(.amount("a search for a serial number", search * 1000, "ms", atMost: 100))
        let common = try list.middle { try list.commonWord($0) }
        report(
            .amount("a search for a word of all of them", common * 1000, "ms", atMost: 3_000))
    }

    /// The times of the rows, and of the look-ups by key, for the short list.
    private func limits() throws -> (rows: [Double], lookUps: Double) {
        let database = try ServedDatabase("short", of: Self.short, in: directory, on: server)
        let lookUps = try Self.lookUps(database, among: Self.short)
        let list = try ServedList(database)
        defer { list.server.end() }
        try list.waitUntilQuiet()
        let rows = try Self.rows.map { row in try list.middle { try row.work(list, $0) } }
        return (rows, lookUps)
    }

    private func measureStart(
        _ list: ServedList, of size: Int, _ report: (Measurement) -> Void
    ) throws {
        report(
            .amount(
                "from exec to the page of one of \(size) items", list.firstRecord * 1000, "ms",
                atMost: 1000))
        report(
            .amount(
                "to the first page of the list, with its totals", list.firstPage * 1000, "ms",
                atMost: 1000))
        let wait = try list.waitUntilQuiet()
        report(.amount("until what is read ahead is in memory", wait, "s", atMost: nil))
        let memory = try list.server.memory()
        report(.amount("memory of the server then", memory["VmRSS"] ?? 0, "MB", atMost: nil))
    }

    private static func size() throws -> Int {
        let text = ProcessInfo.processInfo.environment[variable] ?? ""
        let size = text.isEmpty ? usualSize : Int(text) ?? 0
        guard size > short else {
            throw BenchmarkFailure("\(variable) is a number above \(short).")
        }
        return size
    }

    /// The compared rows, each with the work for one request.
    private static var rows: [(name: String, work: (ServedList, Int) throws -> Void)] {
        [
            ("a page", { try $0.page($1) }), ("a record", { try $0.record($1) }),
            ("a move", { try $0.move($1, to: $1 * 131 % 9_000) }),
            ("a look-up by number", { try $0.lookUp($1) }),
        ]
    }

    /// The seconds for looking up objects by key through the store itself.
    private static func lookUps(_ database: ServedDatabase, among count: Int) throws -> Double {
        let container = try PersistentContainer(
            model: try Household.model(), classes: Household.modelClasses,
            store: .postgreSQL(database.address),
            transformers: [ImageTransformer.name: ImageTransformer()])
        var best = Double.infinity
        for _ in 0..<3 {
            best = min(
                best,
                try seconds {
                    let sum = try container.read { context in
                        try (0..<10_000).reduce(0) { sum, number in
                            let key = Int64(number * 7_919 % count + 1)
                            let item = try context.existingObject(Item.self, recordNumber: key)
                            return sum + Int(item?.valueInDollars ?? 0)
                        }
                    }
                    precondition(sum != 0)
                })
        }
        try container.close()
        return best
    }
}
