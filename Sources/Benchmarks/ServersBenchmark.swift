import Foundation
import PostgreSQLServer
import Synchronization

/// Two servers on one database, compared with one.
struct ServersBenchmark {
    private static let count = 10_000
    private static let changes = 30
    private static let seconds = 5.0

    let directory: String
    let server: TestServer

    /// Measures pages during ten saves a second, with one server and with two on separate cores;
    /// and the delay of a save's event in a window of the other server.
    func run(report: (Measurement) -> Void) throws {
        let database = try ServedDatabase("two", of: Self.count, in: directory, on: server)
        let first = try database.start(core: 0)
        defer { first.end() }
        let second = try database.start(core: 1)
        defer { second.end() }
        let connection = try HTTPConnection(port: first.port)
        let key = try key(first, connection)
        let one = try rate(of: [first], changing: key)
        report(
            .amount(
                "PostgreSQL: pages of one server with ten changes a second", one, "/s", atMost: nil)
        )
        let two = try rate(of: [first, second], changing: key)
        report(
            .rate(
                "PostgreSQL: pages of two servers with ten changes a second, beside one", two,
                limit: one, atLeast: 1.3))
        let windows = try OpenWindows(1, on: "/items.events", port: second.port)
        var delays: [Double] = []
        for change in 0..<Self.changes {
            let start = ContinuousClock.now
            try self.change(key, to: change, first, connection)
            try windows.waitForAll { _ in
                delays.append((ContinuousClock.now - start) / .seconds(1))
            }
            usleep(200_000)
        }
        report(
            .amount(
                "from a change to the event in a window of another server, median",
                delays.median * 1000, "ms", atMost: 200))
        report(
            .amount(
                "the same, the slowest of \(delays.count)", (delays.max() ?? 0) * 1000, "ms",
                atMost: nil))
    }

    /// The pages a second of all servers together, while an item is changed ten times a second.
    private func rate(of servers: [ServerProcess], changing key: String) throws -> Double {
        let failures = Failures()
        let rates = Mutex<[Double]>([])
        let ports = servers.map(\.port)
        let changer = try HTTPConnection(port: servers[0].port)
        let group = DispatchGroup()
        for port in ports {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    let result = try LoadGenerator(
                        port: port, seconds: Self.seconds, requests: .max,
                        connections: 16 / ports.count,
                        paths: (1...20).map { "/items?page=\($0)" }
                    ).runInChild()
                    rates.withLock { $0.append(result.rate) }
                } catch { failures.add(error) }
            }
        }
        var number = 0
        while group.wait(timeout: .now() + 0.1) == .timedOut {
            number += 1
            try change(key, to: 10_000 + number, servers[0], changer)
        }
        try failures.check()
        return rates.withLock { $0.reduce(0, +) }
    }

    // MARK: - Requests

    private func key(_ server: ServerProcess, _ connection: HTTPConnection) throws -> String {
        let list = try connection.get("/items.json?perPage=1", of: server).text
        guard let key = list.firstMatch(of: /"itemKey": ?"([0-9A-Fa-f-]+)"/)?.1 else {
            throw BenchmarkFailure("The list of items has no key.")
        }
        return String(key)
    }

    private func change(
        _ key: String, to value: Int, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        let answer = try connection.exchange(
            HTTPConnection.post("/items/\(key)", "valueInDollars=\(value)", port: server.port))
        guard answer.status == 303 else {
            throw BenchmarkFailure("The change of an item was answered \(answer.status).")
        }
    }
}
