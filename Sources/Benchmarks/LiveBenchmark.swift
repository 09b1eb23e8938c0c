import Domain
import Foundation

/// Open lists that follow changes: the delay of updates, and the cost of many windows.
struct LiveBenchmark {
    private static let items = 300
    private static let changes = 50
    private static let busySeconds = 10
    private static let busyRate = 50

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        try Household.filled(directory, count: Self.items).close()
        try measureDelays(report)
        try measureManyWindows(report)
        try measureManyViews(report)
    }

    /// Measures the time from a save to the event in the last of 500 windows on 20 views.
    private func measureManyViews(_ report: (Measurement) -> Void) throws {
        let server = try server()
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        let key = try firstKey(server, connection)
        // Each page of the list is a view, and each shows the total.
        let windows = try OpenWindows(
            500, on: { "/items.events?perPage=\(10 + $0 % 20)" }, port: server.port)
        var slowest = 0.0
        for change in 0..<Self.changes / 5 {
            let start = ContinuousClock.now
            try connection.send(update(key, 1_000 + change, server))
            try windows.waitForAll { _ in }
            slowest = max(slowest, (ContinuousClock.now - start) / .seconds(1))
            try takeAnswer(connection)
            usleep(100_000)
        }
        report(
            .amount(
                "from a save to the last of 500 windows on 20 views", slowest * 1000, "ms",
                atMost: 1000))
    }

    /// Measures the time from a change of an item to the event in each of 200 windows.
    private func measureDelays(_ report: (Measurement) -> Void) throws {
        let server = try server()
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        let key = try firstKey(server, connection)
        let windows = try OpenWindows(200, on: "/items.events", port: server.port)
        var delays: [Double] = []
        for change in 0..<Self.changes {
            let start = ContinuousClock.now
            try connection.send(update(key, change, server))
            try windows.waitForAll { _ in
                delays.append((ContinuousClock.now - start) / .seconds(1))
            }
            try takeAnswer(connection)
            // Changes shortly after another one are sent with a delay.
            usleep(100_000)
        }
        Measurement.percentiles("from a change to the event in 200 windows", delays)
            .forEach(report)
    }

    /// Measures the cost of 500 windows during 50 changes a second, and how long they delay the
    /// server's end.
    private func measureManyWindows(_ report: (Measurement) -> Void) throws {
        let server = try server()
        let connection = try HTTPConnection(port: server.port)
        let key = try firstKey(server, connection)
        let alone = try server.memory()["VmRSS"] ?? 0
        let threads = try server.threadCount()
        let windows = try OpenWindows(500, on: "/items.events", port: server.port)
        let opened = try server.memory()["VmRSS"] ?? 0
        report(
            .amount("memory of an open window", (opened - alone) * 1024 / 500, "kB", atMost: 100))
        report(
            .amount(
                "threads for 500 windows", Double(try server.threadCount() - threads), "",
                atMost: 8))
        try change(key, for: 2, server, connection, windows)
        let early = try server.memory()["VmRSS"] ?? 0
        let computed = try server.computedSeconds()
        try change(key, for: Self.busySeconds, server, connection, windows)
        let late = try server.memory()["VmRSS"] ?? 0
        report(
            .amount(
                "growth in \(Self.busySeconds) s with 50 changes a second", late - early, "MB",
                atMost: 10))
        let share = (try server.computedSeconds() - computed) / Double(Self.busySeconds)
        report(.amount("cores that they take", share, "", atMost: nil))
        let end = seconds { server.end() }
        report(.amount("the end of a server with 500 windows", end * 1000, "ms", atMost: 1000))
    }

    /// Changes an item at a constant rate.
    private func change(
        _ key: Substring, for seconds: Int, _ server: ServerProcess, _ connection: HTTPConnection,
        _ windows: OpenWindows
    ) throws {
        let start = ContinuousClock.now
        for change in 0..<seconds * Self.busyRate {
            try connection.send(update(key, change, server))
            try takeAnswer(connection)
            _ = try windows.takeWhatIsThere()
            let next = start + .seconds(1) * Double(change + 1) / Double(Self.busyRate)
            let rest = next - ContinuousClock.now
            if rest > .zero { usleep(UInt32(rest / .microseconds(1))) }
        }
    }

    private func server() throws -> ServerProcess {
        try ServerProcess(
            serving: directory, log: directory + "-log", options: ["--log-level", "warning"])
    }

    private func firstKey(
        _ server: ServerProcess, _ connection: HTTPConnection
    ) throws -> Substring {
        let list = try connection.exchange(
            HTTPConnection.get("/items.json?perPage=1", port: server.port)
        ).text
        guard let key = list.firstMatch(of: /"itemKey": ?"([0-9A-F-]+)"/)?.1 else {
            throw BenchmarkFailure("The list of items has no key.")
        }
        return key
    }

    private func update(_ key: Substring, _ change: Int, _ server: ServerProcess) -> [UInt8] {
        let body = "valueInDollars=\(10_000 + change)"
        return Array(
            ("POST /items/\(key) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
    }

    private func takeAnswer(_ connection: HTTPConnection) throws {
        let answer = try connection.exchange([])
        guard answer.status == 303 else {
            throw BenchmarkFailure("The change was answered \(answer.status).")
        }
    }
}
