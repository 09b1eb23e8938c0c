import CSQLite
import Domain
import Foundation

/// Pages of whole households of 300, 20,000 and 300,000 items, the last one with 1,000,000 lines of
/// sales: right after a change, so that they are not cached.
struct LongListBenchmark {
    /// The number of items and customers, and the goals in milliseconds: for the list of items
    /// after a change, for a move, and from exec to the first list.
    private struct Size {
        let items: Int
        let customers: Int
        let list: Double
        let move: Double?
        let start: Double?
    }

    private static let sizes = [
        Size(items: 300, customers: 100, list: 2, move: nil, start: nil),
        Size(items: 20_000, customers: 2_000, list: 4, move: 1.5, start: 90),
        Size(items: 300_000, customers: 100_000, list: 50, move: 12, start: 100),
    ]

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        var smallest: Double?
        for size in Self.sizes {
            let folder = "\(directory)-\(size.items)"
            try Household.filledWhole(folder, count: size.items, customers: size.customers).close()
            if let limit = size.start {
                let times = try (0..<7).map { _ in try start(folder) }
                report(
                    .amount(
                        "from exec to the first /items, \(size.items) items, middle of 7 starts",
                        times.median * 1000, "ms", atMost: limit))
            }
            let server = try ChangedServer(folder)
            defer { server.end() }
            try changes(size, server, report)
            if size.items == Self.sizes.last?.items {
                try searches(server, report)
                try pages(server, folder, report)
                try totals(server, folder, report)
            }
            let memory = try memory(server)
            report(
                .amount(
                    "memory after all lists and totals, \(size.items) items", memory, "MB",
                    atMost: 80))
            if let smallest {
                report(
                    .amount(
                        "the same, above that with \(Self.sizes[0].items)", memory - smallest, "MB",
                        atMost: 15))
            }
            smallest = smallest ?? memory
        }
    }

    // MARK: - Start and memory

    private func start(_ folder: String) throws -> Double {
        let begin = ContinuousClock.now
        let server = try ServerProcess(serving: folder, log: folder + "-log")
        defer { server.end() }
        try HTTPConnection(port: server.port).get("/items", of: server)
        return (ContinuousClock.now - begin) / .seconds(1)
    }

    private func memory(_ server: ChangedServer) throws -> Double {
        let sections = [
            "/items", "/locations", "/tags", "/asset-types", "/customers", "/sales", "/products",
            "/search?q=item",
        ]
        let sums = Self.keys.map { "/sales/totals?by=\($0)" }
        for path in sections + sums { try server.get(path) }
        return try server.process.memory()["VmRSS"] ?? 0
    }

    // MARK: - After a change

    private func changes(
        _ size: Size, _ server: ChangedServer, _ report: (Measurement) -> Void
    ) throws {
        let list = try server.middle("/items") { try server.change() }
        report(
            .amount(
                "/items after a change, \(size.items) items", list * 1000, "ms", atMost: size.list))
        guard let limit = size.move else { return }
        let move = try server.middle { try server.move(to: ($0 * 131 + 7) % size.items) }
        report(.amount("a move among \(size.items) items", move * 1000, "ms", atMost: limit))
    }

    private func searches(_ server: ChangedServer, _ report: (Measurement) -> Void) throws {
        for (name, path, limit) in [
            ("/items?q= of a word of no item", "/items?q=kaleidoscope", 5.0),
            ("/items?q= of a number of one item", "/items?q=10200037", 5),
            ("/items?q= of a part of 1,017 numbers", "/items?q=10037", 30),
            ("/items?q= of a word of all items", "/items?q=item", 150),
            ("/items?q= of two letters", "/items?q=be", 100),
            ("/items?q= of one letter", "/items?q=e", 100),
            ("/search?q= of a word of all items", "/search?q=item", 150),
        ] {
            let time = try server.middle(path) { try server.change() }
            report(.amount("\(name) after a change", time * 1000, "ms", atMost: limit))
        }
    }

    /// The 2,000th page in each order, compared with reading the keys of its records in the same
    /// order through the C API.
    private func pages(
        _ server: ChangedServer, _ folder: String, _ report: (Measurement) -> Void
    ) throws {
        for (sort, column) in [
            ("orderingValue", "ZORDERINGVALUE"), ("itemName", "ZITEMNAME"),
            ("valueInDollars", "ZVALUEINDOLLARS"),
        ] {
            let path = "/items?sort=\(sort)&page=2000"
            let time = try server.middle(path) { try server.change() }
            report(.amount("\(path) after a change", time * 1000, "ms", atMost: 15))
            let bare = try bareSelect(
                "SELECT Z_PK, \(column) FROM ZITEM ORDER BY \(column) LIMIT 50 OFFSET 99950", folder
            )
            report(.comparison("the same, beside the bare SELECT", time, limit: bare))
        }
    }

    // MARK: - Totals

    private static let keys = ["product", "customer", "month", "hour"]

    private func totals(
        _ server: ChangedServer, _ folder: String, _ report: (Measurement) -> Void
    ) throws {
        let month = try server.middle("/sales/totals?by=product&from=2024-03-01&to=2024-03-31") {
            try server.sell()
        }
        report(
            .amount(
                "the totals of a month by product after a sale", month * 1000, "ms", atMost: 30))
        let products = try server.middle("/products") { try server.sell() }
        report(.amount("/products after a sale", products * 1000, "ms", atMost: 150))
        let groups = [
            "product": "SELECT ZPRODUCT, SUM(ZCOUNTEDCENTS) FROM ZSALELINE GROUP BY 1",
            "customer": "SELECT ZCUSTOMER, SUM(ZCOUNTEDCENTS) FROM ZSALE GROUP BY 1",
            "month": "SELECT ZDATE, SUM(ZCOUNTEDCENTS) FROM ZSALE GROUP BY 1",
            "hour": "SELECT ZMINUTEOFDAY, SUM(ZCOUNTEDCENTS) FROM ZSALE GROUP BY 1",
        ]
        for key in Self.keys {
            let time = try server.middle("/sales/totals?by=\(key)") { try server.sell() }
            report(
                .amount("the totals ever by \(key) after a sale", time * 1000, "ms", atMost: 300))
            let bare = try bareSelect(groups[key] ?? "", folder)
            report(.comparison("the same, beside the bare SELECT", time, limit: bare))
        }
    }

    private func bareSelect(_ statement: String, _ folder: String) throws -> Double {
        let database = try BareDatabase.open(DataDirectory(path: folder).store)
        defer { sqlite3_close(database) }
        return try median(of: 5) { _ in
            try BareDatabase.check(sqlite3_exec(database, statement, nil, nil, nil))
        }
    }
}
