import Domain
import Foundation

/// The cost of sign-in, and the cost of password guessing for other users.
struct AccountsBenchmark {
    private static let password = "violet tin drum, eleven"
    private static let rounds = 3
    private static let loadSeconds = 3.0
    private static let signIns = 20
    private static let saves = 300

    let directory: String

    func run(report: (Measurement) -> Void) async throws {
        let folder = FileManager.default
        try folder.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let open = try ServedInventory(directory: directory + "/open", count: 20_000)
        let closed = try ServedInventory(directory: directory + "/closed", count: 20_000)
        let accounts = Accounts(directory: DataDirectory(path: closed.directory))
        try await accounts.add("owner", password: Self.password, role: .owner)
        try accounts.close()
        try comparePages(open, closed, report)
        try compareSaves(open, closed, report)
        try measureSignIns(closed, report)
        // Guesses for one name delay its owner too, who has to sign in before.
        try guess(at: closed, isSpread: true, report)
        try guess(at: closed, isSpread: false, report)
    }

    // MARK: - Pages

    private func comparePages(
        _ open: ServedInventory, _ closed: ServedInventory, _ report: (Measurement) -> Void
    ) throws {
        let without = try ServerProcess(serving: open)
        defer { without.end() }
        let with = try ServerProcess(serving: closed)
        defer { with.end() }
        let cookie = try signIn(with)
        for path in ["/items", "/"] {
            var best = (0.0, 0.0)
            for _ in 0..<Self.rounds {
                best.1 = max(best.1, try load(without, path).rate)
                best.0 = max(best.0, try load(with, path, headers: cookie).rate)
            }
            report(
                .rate("GET \(path), signed in", best.0, limit: best.1, atLeast: 0.9))
        }
    }

    private func load(
        _ server: ServerProcess, _ path: String, headers: String = "", connections: Int = 16,
        seconds: Double = Self.loadSeconds
    ) throws -> LoadGenerator.Result {
        try LoadGenerator(
            port: server.port, seconds: seconds, requests: .max, connections: connections,
            headers: headers, paths: [path]
        ).runInChild()
    }

    // MARK: - Saves

    /// Without accounts there is no history; with them each change is kept, with old and new value.
    private func compareSaves(
        _ open: ServedInventory, _ closed: ServedInventory, _ report: (Measurement) -> Void
    ) throws {
        let without = try ServerProcess(serving: open)
        defer { without.end() }
        let with = try ServerProcess(serving: closed)
        defer { with.end() }
        let plain = try ChangedItem(of: without)
        let kept = try ChangedItem(of: with, headers: signIn(with))
        var times: (plain: [Double], kept: [Double]) = ([], [])
        // In turns, so that other load on the machine affects both.
        for value in 1...Self.saves {
            times.plain.append(try seconds { try plain.change(to: value) })
            times.kept.append(try seconds { try kept.change(to: value) })
        }
        report(
            .comparison(
                "a change of an item, signed in, with its history, median",
                times.kept.median, limit: times.plain.median))
    }

    /// An item whose value is changed over one connection.
    private struct ChangedItem {
        private let connection: HTTPConnection
        private let port: Int
        private let headers: String
        private let path: String

        init(of server: ServerProcess, headers: String = "") throws {
            (port, self.headers) = (server.port, headers)
            connection = try HTTPConnection(port: port)
            let list = try connection.exchange(
                HTTPConnection.get("/items.json?perPage=1", port: port, headers: headers))
            guard let key = list.text.firstMatch(of: /"itemKey" ?: ?"([0-9A-F-]+)"/)?.1 else {
                throw BenchmarkFailure("/items.json was answered \(list.status).")
            }
            path = "/items/\(key)"
        }

        func change(to value: Int) throws {
            let answer = try connection.exchange(
                HTTPConnection.post(
                    path, "valueInDollars=\(value)", port: port, headers: headers))
            guard answer.status == 303 else {
                throw BenchmarkFailure("A change was answered \(answer.status).")
            }
        }
    }

    // MARK: - Signing in

    private func measureSignIns(
        _ inventory: ServedInventory, _ report: (Measurement) -> Void
    ) throws {
        let server = try ServerProcess(serving: inventory)
        defer { server.end() }
        let times = try (0..<Self.signIns).map { _ in try seconds { _ = try signIn(server) } }
        report(.amount("signing in, median", times.median * 1000, "ms", atMost: 250))
    }

    /// Signs in.
    ///
    /// - Parameter headers: the headers that a proxy adds.
    /// - Returns: the header with the cookie.
    private func signIn(_ server: ServerProcess, headers: String = "") throws -> String {
        let form = "name=owner&password=" + Self.password.replacing(" ", with: "+")
        let answer = try HTTPConnection(port: server.port).exchange(
            HTTPConnection.post("/sign-in", form, port: server.port, headers: headers))
        guard answer.status == 303,
            let cookie = answer.head.firstMatch(of: /(?i)set-cookie: ([^;\r]+)/)?.1
        else { throw BenchmarkFailure("Signing in was answered \(answer.status).") }
        return "Cookie: \(cookie)\r\n"
    }

    // MARK: - Guessing

    private func guess(
        at inventory: ServedInventory, isSpread: Bool, _ report: (Measurement) -> Void
    ) throws {
        let server = try ServerProcess(
            serving: inventory.directory, log: inventory.log,
            options: (isSpread ? ["--behind-proxy", "127.0.0.1"] : []) + ["--log-level", "error"])
        defer { server.end() }
        let proxy = isSpread ? GuessGenerator.proxyHeaders(address: "10.200.0.1") : ""
        let headers = try proxy + signIn(server, headers: proxy)
        func median() throws -> Double {
            try load(server, "/items", headers: headers, connections: 4, seconds: 2).median
        }
        _ = try median()
        let before = try median()
        try server.forgetPeak()
        let role = ChildRole.guess(
            GuessGenerator(
                port: server.port, requests: 10_000, connections: 50, isSpread: isSpread))
        let guesser = try ChildProcess(
            ChildProcess.executable.path, role.arguments, log: inventory.log + "-guess")
        usleep(200_000)
        let during = try median()
        _ = try guesser.peakUntilEnd()
        let from = isSpread ? "many addresses" : "one address"
        report(
            .time(
                "a page while 10,000 wrong passwords come from \(from), median", during,
                limit: before, atMost: 2))
        // The memory of two concurrent 64 MB hashes, in addition to the server's own.
        report(
            .amount(
                "the most memory meanwhile", try server.memory()["VmHWM"] ?? 0, "MB", atMost: 300))
    }
}
