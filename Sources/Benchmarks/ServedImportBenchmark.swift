import Foundation

/// A table that curl uploads to the running server, and the pauses of other requests meanwhile.
struct ServedImportBenchmark {
    /// The benchmark's folder.
    let directory: String
    let table: String
    /// The rows in words: `100,000 items`.
    let what: String

    func run(report: (Measurement) -> Void) async throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let server = try ServerProcess(
            serving: directory + "/data", log: directory + "/log",
            options: ["--log-level", "warning"])
        defer { server.end() }
        let others = OtherRequests(
            read: { try HTTPConnection(port: server.port).get("/items", of: server) },
            write: { try Self.buy(of: server) }, pause: 5_000)
        let longest = try await others.longest { try bring(into: server) }
        report(
            .amount(
                "longest GET of a list by others while the server imports \(what)",
                longest.read * 1000, "ms", atMost: 100))
        report(
            .amount(
                "longest POST of others while the server imports \(what)", longest.write * 1000,
                "ms", atMost: 100))
        report(
            .amount(
                "most memory of the server meanwhile", try server.memory()["VmHWM"] ?? 0, "MB",
                atMost: nil))
    }

    /// Uploads the table and confirms the import.
    private func bring(into server: ServerProcess) throws {
        let plan = try answer([
            "-F", "file=@\(table)", "http://127.0.0.1:\(server.port)/import",
        ])
        guard let path = plan.prefix(4_000).firstMatch(of: /"confirm": ?"([^"]+)"/)?.1 else {
            throw BenchmarkFailure("The server would not import it: \(plan.prefix(400))")
        }
        let done = try answer(["-d", "", "http://127.0.0.1:\(server.port)\(path)"])
        guard done.contains(/"state": ?"done"/) else {
            throw BenchmarkFailure("The server did not import it: \(done.prefix(400))")
        }
    }

    private func answer(_ arguments: [String]) throws -> String {
        let path = directory + "/answer.json"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["curl", "-sS", "-o", path, "-H", "Accept: application/json"] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("curl ended with \(process.terminationStatus).")
        }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    private static func buy(of server: ServerProcess) throws {
        let answer = try HTTPConnection(port: server.port).exchange(
            HTTPConnection.post("/groceries", "entry=milk", port: server.port))
        guard answer.status == 303 else {
            throw BenchmarkFailure("What was bought was answered \(answer.status).")
        }
    }
}
