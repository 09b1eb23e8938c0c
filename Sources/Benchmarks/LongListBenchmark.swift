import CMalloc
import Domain
import Foundation
import Persistence

/// The list of items right after a move, searches and far pages, in long lists beside a short one.
struct LongListBenchmark {
    private static let counts = [300, 20_000, 300_000]
    private static let rounds = 60
    private static let pictured = 5_000

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        var short = 0.0
        for count in Self.counts {
            let folder = "\(directory)-\(count)"
            // Pictures are what makes a store large, and nothing of a list may read them.
            let household = try Household.filled(
                folder, count: count, pictured: min(count, Self.pictured))
            if count == Self.counts.last { report(try memory(of: household, count: count)) }
            try household.close()
            let server = try ServerProcess(
                serving: folder, log: folder + "-log", options: ["--log-level", "warning"])
            defer { server.end() }
            let connection = try HTTPConnection(port: server.port)
            try waitUntilFound(server, connection)
            let median = try afterMoves(server, connection, count: count)
            if count == Self.counts[0] {
                short = median
                continue
            }
            report(
                .time(
                    "/items after a move, \(count) items, limit: 300 items", median, limit: short,
                    atMost: 1.5))
            if count == Self.counts.last { try longest(server, connection, report) }
        }
    }

    /// What an item takes in the index of words and orders, its text included.
    private func memory(of household: Household, count: Int) throws -> Measurement {
        let bytes = try household.container.read { context in
            let before = cmalloc_bytes_in_use()
            try household.itemIndex.warm(in: context)
            return cmalloc_bytes_in_use() - before
        }
        return .amount(
            "memory of an item in the index of \(count)", Double(bytes) / Double(count), "B",
            atMost: 200)
    }

    private func longest(
        _ server: ServerProcess, _ connection: HTTPConnection, _ report: (Measurement) -> Void
    ) throws {
        let searches = try median(server, connection) { "/items?q=number+\(10_000 + $0 * 37)" }
        report(.amount("/items?q=, 300,000 items", searches * 1000, "ms", atMost: 30))
        let common = try median(server, connection) { "/items?q=item&page=\($0 + 1)" }
        report(.amount("the same, a word of all items", common * 1000, "ms", atMost: nil))
        for sort in ["itemName", "orderingValue"] {
            let first = try seconds {
                try connection.get("/items?sort=\(sort)&page=1999", of: server)
            }
            report(
                .amount(
                    "/items?sort=\(sort)&page=1999, the first time", first * 1000, "ms",
                    atMost: nil))
            let pages = try median(server, connection) { "/items?sort=\(sort)&page=\(2_000 + $0)" }
            report(
                .amount("/items?sort=\(sort)&page=2000 and on", pages * 1000, "ms", atMost: 50))
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

    /// Waits until the server has read ahead, as it does right after its start.
    private func waitUntilFound(_ server: ServerProcess, _ connection: HTTPConnection) throws {
        // What is read ahead is read before the first page that needs none of it is answered quickly.
        for _ in 0..<3 { try connection.get("/items?q=item", of: server) }
        Thread.sleep(forTimeInterval: 5)
        for _ in 0..<3 { try connection.get("/items", of: server) }
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
