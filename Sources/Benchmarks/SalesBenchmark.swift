import CSQLite
import Domain
import Foundation

/// Pages of a shop with 100,000 customers and 1,000,000 lines, requested by sixteen people.
struct SalesBenchmark {
    static let customers = 100_000
    private static let duration = 4.0

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        let household = try Household(directory: DataDirectory(path: directory))
        try household.fillSales(customers: Self.customers)
        try household.fillCounter()
        try household.close()
        let server = try ServerProcess(serving: directory, log: directory + "-log")
        try server.waitUntilQuiet()
        for page in Self.pages {
            try measure(page, "", on: server, report: report)
        }
        try measureMemory(of: server, report: report)
        server.end()

        let making = try ServerProcess(
            serving: directory, log: directory + "-log", options: ["--kept-pages-mb", "0"])
        defer { making.end() }
        try making.waitUntilQuiet()
        for page in Self.pages {
            try measure(page, ", uncached", on: making, report: report)
        }
    }

    // MARK: - Measuring

    private func measure(
        _ page: Page, _ way: String, on server: ServerProcess, report: (Measurement) -> Void
    ) throws {
        // The first round reads the store into the page cache, as the first minutes of a day do.
        _ = try load(page, on: server, connections: 1, requests: page.paths.count)
        let busy = try load(page, on: server, connections: 16, requests: .max)
        report(
            .amount(
                "\(page.name)\(way), 16 connections, median", busy.median * 1000, "ms", atMost: 30))
        report(
            .amount(
                "the same, 99th percentile", busy.ninetyNinth * 1000, "ms", atMost: 100))
        guard !page.statements.isEmpty else { return }
        let alone = try load(page, on: server, connections: 1, requests: .max)
        let bare = try medianOfBareSelects(page.statements)
        report(
            .comparison(
                "the same, 1 connection, beside the bare SELECTs", alone.median, limit: bare))
    }

    private func load(
        _ page: Page, on server: ServerProcess, connections: Int, requests: Int
    ) throws -> LoadGenerator.Result {
        try LoadGenerator(
            port: server.port, seconds: Self.duration, requests: requests,
            connections: connections, paths: page.paths
        ).runInChild()
    }

    private func medianOfBareSelects(_ statements: [String]) throws -> Double {
        let database = try BareDatabase.open(DataDirectory(path: directory).store)
        defer { sqlite3_close(database) }
        let times = try statements.map { statement in
            try seconds {
                try BareDatabase.check(sqlite3_exec(database, statement, nil, nil, nil))
            }
        }
        return times.median
    }

    // MARK: - Memory

    /// Requests all pages twice more: the memory should stay the same.
    private func measureMemory(
        of server: ServerProcess, report: (Measurement) -> Void
    ) throws {
        let before = try server.memory()["VmRSS"] ?? 0
        for page in Self.pages {
            _ = try load(page, on: server, connections: 16, requests: .max)
        }
        let after = try server.memory()["VmRSS"] ?? 0
        report(.amount("memory of a server of sales", before, "MB", atMost: nil))
        report(
            .amount("growth while all pages are asked for again", after - before, "MB", atMost: 5))
    }
}
