import CBaseline
import CSQLite
import Domain
import Foundation
import Persistence

/// An inventory with photos and documents: 20,000 items in 500 locations, with three photos each
/// and 5,000 documents, compared with the same of 300 items and with handwritten pages.
struct EvidenceBenchmark {
    private static let counts = [300, 20_000]
    private static let rounds = 30
    /// The number of items that are changed at once.
    private static let changedCount = 1_000

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        var short: [String: Double] = [:]
        for count in Self.counts {
            let inventory = ServedInventory(filled: "\(directory)-\(count)", count: count)
            try Household.filledWithEvidence(inventory.directory, count: count).close()
            let server = try served(inventory)
            defer { server.end() }
            for (name, time) in try pageTimes(server) {
                guard let limit = short[name] else {
                    short[name] = time
                    continue
                }
                let text = "\(name) after a change, \(count) items, limit: 300 items"
                report(.time(text, time, limit: limit, atMost: 1.5))
            }
            guard count == Self.counts.last else { continue }
            try many(server, report)
            // The server ends here: a data directory has only one at a time.
            try EvidenceByHand(inventory: inventory).run(server, report: report)
            try change(inventory, report)
        }
        try InboxBenchmark(directory: directory + "-inbox").run(report: report)
    }

    /// A server that has completed the work of its start.
    private func served(_ inventory: ServedInventory) throws -> ServerProcess {
        let server = try ServerProcess(serving: inventory, options: ["--log-level", "warning"])
        try server.waitUntilQuiet()
        return server
    }

    /// The pages that should take the same time for any number of items.
    private static let pages: [(name: String, path: @Sendable (Int) -> String)] = [
        ("/items", { "/items?page=\($0 % 3 + 1)" }),
        ("/items?q=", { "/items?q=number+\(10 + $0)" }),
        ("a location's page", { "/locations/\($0 % 6 + 2)" }),
    ]

    /// The medians of page times. An item is changed before each, so that none is cached.
    private func pageTimes(
        _ server: ServerProcess
    ) throws -> [(name: String, seconds: Double)] {
        let connection = try HTTPConnection(port: server.port)
        let key = try keys(1, of: server)[0]
        return try Self.pages.map { name, path in
            for round in 0..<3 { try connection.get(path(round), of: server) }
            let time = try median(
                of: Self.rounds, before: { try setValue(of: key, to: $0, server, connection) },
                { try connection.get(path($0), of: server) })
            return (name, time)
        }
    }

    /// Pages with many items.
    private func many(_ server: ServerProcess, _ report: (Measurement) -> Void) throws {
        let connection = try HTTPConnection(port: server.port)
        let key = try keys(1, of: server)[0]
        for (name, path) in [
            ("a report of 520 items", "/report?location="),
            ("a sheet of labels of 520", "/labels?location="),
        ] {
            // Every thirteenth location contains the next twelve.
            let time = try median(
                of: Self.rounds, before: { try setValue(of: key, to: $0, server, connection) },
                { try connection.get("\(path)\($0 * 13 + 1)", of: server) })
            report(.amount("\(name) after a change", time * 1000, "ms", atMost: 500))
        }
    }

    /// Many items moved at once, and the same rows changed by handwritten SQL after the server has
    /// ended.
    private func change(
        _ inventory: ServedInventory, _ report: (Measurement) -> Void
    ) throws {
        let server = try served(inventory)
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        let keys = try keys(Self.changedCount, of: server)
        let form = keys.map { "key=\($0)" }.joined(separator: "&")
        let time = try median(of: 10) { round in
            let answer = try connection.exchange(
                HTTPConnection.post(
                    "/items/selection", form + "&action=move&location=\(round % 2 + 1)",
                    port: server.port))
            guard answer.status == 303 else {
                throw BenchmarkFailure("The change was answered \(answer.status).")
            }
        }
        let name = "\(Self.changedCount) items moved at once"
        report(.amount(name, time * 1000, "ms", atMost: 500))
        server.end()

        let database = try BareDatabase.open(inventory.store)
        defer { sqlite3_close(database) }
        let blobs = keys.map { "x'\($0.replacing("-", with: ""))'" }.joined(separator: ",")
        let limit = try median(of: 10) { round in
            let update = """
                BEGIN IMMEDIATE;
                UPDATE ZITEM SET ZLOCATION = \(round % 2 + 1), Z_OPT = Z_OPT + 1
                WHERE ZITEMKEY IN (\(blobs));
                COMMIT
                """
            try BareDatabase.check(baseline_run(database, update))
        }
        report(
            .comparison("the same beside one UPDATE, without history or undo", time, limit: limit))
    }

    /// The keys of a number of items.
    private func keys(_ count: Int, of server: ServerProcess) throws -> [String] {
        let connection = try HTTPConnection(port: server.port)
        let perPage = min(count, 200)
        let keys = try (1...count / perPage).flatMap { page in
            try connection.get("/items.json?perPage=\(perPage)&page=\(page)", of: server).text
                .matches(of: /"itemKey": ?"([0-9A-F-]+)"/).map { String($0.1) }
        }
        guard keys.count == count else {
            throw BenchmarkFailure("The list has \(keys.count) keys, not \(count).")
        }
        return keys
    }

    private func setValue(
        of key: String, to value: Int, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        let answer = try connection.exchange(
            HTTPConnection.post(
                "/items/\(key)", "valueInDollars=\(value + 7)", port: server.port))
        guard answer.status == 303 else {
            throw BenchmarkFailure("The change was answered \(answer.status).")
        }
    }
}
