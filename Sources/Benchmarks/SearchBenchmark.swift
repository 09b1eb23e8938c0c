import Domain
import Foundation

/// The global search in a household with 100,000 searchable records.
struct SearchBenchmark {
    private static let items = 90_000
    private static let customers = 9_500
    private static let rounds = 200

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        let household = try Household.filled(directory, count: Self.items)
        try household.fillSales(customers: Self.customers)
        try household.close()
        let server = try ServerProcess(
            serving: directory, log: directory + "-log", options: ["--log-level", "warning"])
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        let first = try seconds { try connection.get("/search?q=number+1", of: server) }
        report(
            .amount("the first search after the start", first * 1000, "ms", atMost: nil))
        // Two words in another order than in the record; each address is requested once.
        try measure("/search?q=, 100,000 records", server, connection, report) {
            "/search?q=\(10_000 + $0 * 37)+item"
        }
        try measure("the same, a word of all items", server, connection, report) {
            "/search?q=number+\($0 % 10)&perPage=\(1 + $0 % 200)"
        }
        try measure("the same, a word of none", server, connection, report) {
            "/search?q=nobody\($0)"
        }
    }

    private func measure(
        _ name: String, _ server: ServerProcess, _ connection: HTTPConnection,
        _ report: (Measurement) -> Void, _ path: (Int) -> String
    ) throws {
        let times = try (0..<Self.rounds).map { round in
            try seconds { try connection.get(path(round), of: server) }
        }
        Measurement.percentiles(name, times, other: name, median: 30).forEach(report)
    }
}
