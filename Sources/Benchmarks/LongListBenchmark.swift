import Domain
import Foundation
import Persistence

/// The list of items right after a move, searches and far pages, in long lists beside a short one.
struct LongListBenchmark {
    /// How many items there are, and the milliseconds that their list may take after a change, with its counts and
    /// sums.
    private static let counts = [(300, 2.0), (20_000, 4), (300_000, 50)]
    private static let rounds = 60
    private static let pictured = 5_000

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        for (count, limit) in Self.counts {
            let folder = "\(directory)-\(count)"
            // Pictures are what makes a store large, and nothing of a list may read them.
            let household = try Household.filled(
                folder, count: count, pictured: min(count, Self.pictured))
            try household.close()
            let server = try ServerProcess(
                serving: folder, log: folder + "-log", options: ["--log-level", "warning"])
            defer { server.end() }
            let connection = try HTTPConnection(port: server.port)
            for _ in 0..<3 { try connection.get("/items", of: server) }
            let median = try afterMoves(server, connection, count: count)
            report(
                .amount(
                    "/items after a move, \(count) items", median * 1000, "ms", atMost: limit))
            if count == Self.counts.last?.0 { try longest(server, connection, report) }
        }
    }

    private func longest(
        _ server: ServerProcess, _ connection: HTTPConnection, _ report: (Measurement) -> Void
    ) throws {
        let searches = try median(server, connection) { "/items?q=number+\(10_000 + $0 * 37)" }
        report(.amount("/items?q=, 300,000 items", searches * 1000, "ms", atMost: 5))
        let common = try median(server, connection) { "/items?q=item&page=\($0 + 1)" }
        report(.amount("the same, a word of all items", common * 1000, "ms", atMost: 150))
        for sort in ["itemName", "orderingValue", "valueInDollars"] {
            let first = try seconds {
                try connection.get("/items?sort=\(sort)&page=1999", of: server)
            }
            report(
                .amount(
                    "/items?sort=\(sort)&page=1999, the first time", first * 1000, "ms",
                    atMost: nil))
            let pages = try median(server, connection) { "/items?sort=\(sort)&page=\(2_000 + $0)" }
            report(
                .amount("/items?sort=\(sort)&page=2000 and on", pages * 1000, "ms", atMost: 15))
        }
    }

    /// Moves an item, and takes the time of the list after it.
    private func afterMoves(
        _ server: ServerProcess, _ connection: HTTPConnection, count: Int
    ) throws -> Double {
        let list = try connection.get("/items.json", of: server).text
        guard let key = list.firstMatch(of: /"itemKey": ?"([0-9A-F-]+)"/)?.1 else {
            throw BenchmarkFailure("The list of items has no key.")
        }
        var times: [Double] = []
        for round in 0..<Self.rounds {
            let body = "toIndex=\(round % 2 == 0 ? count / 2 : 0)"
            let move =
                "POST /items/\(key)/position HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            let moved = try connection.exchange(Array(move.utf8))
            guard moved.status == 303 else {
                throw BenchmarkFailure("The move was answered \(moved.status).")
            }
            times.append(try seconds { try connection.get("/items", of: server) })
        }
        return times.sorted()[times.count / 2]
    }

    private func median(
        _ server: ServerProcess, _ connection: HTTPConnection, _ path: (Int) -> String
    ) throws -> Double {
        let times = try (0..<Self.rounds).map { round in
            try seconds { try connection.get(path(round), of: server) }
        }
        return times.sorted()[times.count / 2]
    }
}
