import Domain
import Foundation
import PostgreSQLServer
import Synchronization

/// The program on a database: pages of a long list beside those of a short one, and two servers beside
/// one.
struct ServersBenchmark {
    /// The environment variable that says how many items the long list has.
    private static let sizeVariable = "ITEMS"
    private static let usualSize = 100_000
    private static let short = 10_000
    private static let requests = 60
    private static let changes = 30
    private static let seconds = 5.0

    /// What is asked of a server, and how long the middle one of many took.
    private struct Times {
        var start = 0.0
        var page = 0.0
        var record = 0.0
        var move = 0.0
        var lookUp = 0.0
    }

    let directory: String
    let server: TestServer

    func run(report: (Measurement) -> Void) throws {
        try measureSizes(report)
        try measureTwo(report)
    }

    private func place(_ name: String) throws -> DataDirectory {
        let schema = "bench_" + name
        return DataDirectory(
            path: directory + "/" + name, storeAddress: server.address + "&schema=\(schema)")
    }

    private func start(_ place: DataDirectory, _ options: [String] = []) throws -> ServerProcess {
        try ServerProcess(
            serving: place.path, log: place.path + "-log",
            options: ["--store", place.storeAddress ?? "", "--log-level", "warning"] + options)
    }

    // MARK: - Sizes

    private func measureSizes(_ report: (Measurement) -> Void) throws {
        let text = ProcessInfo.processInfo.environment[Self.sizeVariable] ?? ""
        let size = text.isEmpty ? Self.usualSize : Int(text) ?? 0
        guard size > Self.short else {
            throw BenchmarkFailure("\(Self.sizeVariable) is a number above \(Self.short).")
        }
        let (long, short) = (
            try times(place("long"), count: size), try times(place("short"), count: Self.short)
        )
        report(
            .amount(
                "PostgreSQL: from exec to the first page of \(size) items", long.start * 1000,
                "ms", atMost: 1000))
        let rows: [(String, KeyPath<Times, Double>)] = [
            ("a page", \.page), ("a record", \.record), ("a move", \.move),
            ("a look-up", \.lookUp),
        ]
        for (name, path) in rows {
            report(
                .time(
                    "\(name) of \(size) items, limit: of \(Self.short)", long[keyPath: path],
                    limit: short[keyPath: path], atMost: 2))
        }
    }

    private func times(_ place: DataDirectory, count: Int) throws -> Times {
        try Household.filled(place, count: count).close()
        try BareServer(server.address).run("VACUUM ANALYZE")
        var times = Times()
        let begun = ContinuousClock.now
        let server = try start(place, ["--kept-pages-mb", "0"])
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        try connection.get("/items", of: server)
        times.start = (ContinuousClock.now - begun) / .seconds(1)
        let keys = try keys(server, connection)
        // What is read once and kept is there.
        try move(keys[0], to: 3, server, connection)
        func middle(_ work: (Int) throws -> Void) throws -> Double {
            let times = try (0..<Self.requests).map { number in
                try Benchmarks.seconds { try work(number) }
            }
            return times.sorted()[times.count / 2]
        }
        times.page = try middle { number in
            try connection.get("/items?page=\(number % 10 + 1)", of: server)
        }
        times.record = try middle { number in
            try connection.get("/items/\(keys[number % keys.count])", of: server)
        }
        times.move = try middle { number in
            try move(keys[number % keys.count], to: number * 131 % 9_000, server, connection)
        }
        times.lookUp = try middle { number in
            try connection.get("/items?q=SN-\(10_000_000 + number * 97)", of: server)
        }
        return times
    }

    private func keys(
        _ server: ServerProcess, _ connection: HTTPConnection
    ) throws -> [String] {
        let list = try connection.get("/items.json?perPage=50", of: server).text
        let keys = list.matches(of: /"itemKey": ?"([0-9A-Fa-f-]+)"/).map { String($0.1) }
        guard !keys.isEmpty else { throw BenchmarkFailure("The list of items has no keys.") }
        return keys
    }

    // MARK: - Two servers

    /// Pages while something is saved each second, of one server and of two; and how long it takes until a
    /// window of the other server hears of a save.
    private func measureTwo(_ report: (Measurement) -> Void) throws {
        let place = try place("two")
        try Household.filled(place, count: Self.short).close()
        let first = try start(place)
        defer { first.end() }
        let second = try start(place)
        defer { second.end() }
        let connection = try HTTPConnection(port: first.port)
        let key = try keys(first, connection)[0]
        let one = try rate(of: [first], changing: key)
        let two = try rate(of: [first, second], changing: key)
        report(
            .rate(
                "PostgreSQL: pages of two servers with a change a second, beside one", two,
                limit: one, atLeast: nil))
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
        delays.sort()
        report(
            .amount(
                "from a change to the event in a window of another server, median",
                delays[delays.count / 2] * 1000, "ms", atMost: 200))
        report(
            .amount(
                "the same, the slowest of \(delays.count)", delays[delays.count - 1] * 1000, "ms",
                atMost: nil))
    }

    /// How many pages a second servers answer together, while an item is changed each second.
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
        while group.wait(timeout: .now() + 1) == .timedOut {
            number += 1
            try change(key, to: 10_000 + number, servers[0], changer)
        }
        try failures.check()
        return rates.withLock { $0.reduce(0, +) }
    }

    // MARK: - Requests

    private func change(
        _ key: String, to value: Int, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        try post("/items/\(key)", "valueInDollars=\(value)", server, connection)
    }

    private func move(
        _ key: String, to index: Int, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        try post("/items/\(key)/position", "toIndex=\(index)", server, connection)
    }

    private func post(
        _ path: String, _ body: String, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        let answer = try connection.exchange(
            Array(
                ("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8))
        guard answer.status == 303 else {
            throw BenchmarkFailure("\(path) was answered \(answer.status).")
        }
    }
}
