import Foundation

/// The server's memory: at the start, after many requests, and during uploads.
struct MemoryBenchmark {
    let inventory: ServedInventory

    func run(report: (Measurement) -> Void) throws {
        let server = try ServerProcess(serving: inventory)
        defer { server.end() }
        try reportStart(server, report)
        try load(server, 10_000)
        let early = try server.memory()["VmRSS"] ?? 0
        try load(server, 90_000)
        let late = try server.memory()["VmRSS"] ?? 0
        report(.amount("memory after 10,000 requests", early, "MB", atMost: nil))
        // The fill level of the page cache makes a difference of a few megabytes.
        report(
            .amount("growth from there to 100,000 requests", late - early, "MB", atMost: 5))
        try upload(to: server, report)
    }

    private func reportStart(_ server: ServerProcess, _ report: (Measurement) -> Void) throws {
        let page = try HTTPConnection(port: server.port)
            .exchange(HTTPConnection.get("/items", port: server.port))
        try page.text.write(toFile: inventory.page, atomically: true, encoding: .utf8)
        usleep(500_000)
        let memory = try server.memory()
        report(
            .amount(
                "memory after start and the first page", memory["VmRSS"] ?? 0, "MB", atMost: 40))
        report(.amount("of it the program's own", memory["RssAnon"] ?? 0, "MB", atMost: nil))
        report(
            .amount(
                "of it files: libraries and the program", memory["RssFile"] ?? 0, "MB",
                atMost: nil))
        let byHand = try ServerProcess(byHand: inventory)
        defer { byHand.end() }
        let least = try byHand.memory()["VmRSS"] ?? 0
        report(
            .amount("the server by hand, linked to the same libraries", least, "MB", atMost: nil))
    }

    /// Requests pages of the list, which leave the page cache again, and pages that stay in it.
    private func load(_ server: ServerProcess, _ requests: Int) throws {
        let pages = (1...400).map { "/items?page=\($0)" }
        let paths = pages.flatMap { [$0, "/", "/items", "/items/new", "/items.json"] }
        let result = try LoadGenerator(
            port: server.port, seconds: 120, requests: requests, paths: paths
        ).runInChild()
        guard result.requests >= requests else {
            throw BenchmarkFailure("\(result.requests) of \(requests) requests in two minutes.")
        }
    }

    private func upload(to server: ServerProcess, _ report: (Measurement) -> Void) throws {
        let picture = try TestPicture(megapixels: 12)
        try server.forgetPeak()
        let port = server.port
        try atOnce(20) { _ in try picture.upload(to: port) }
        let peak = try server.memory()["VmHWM"] ?? 0
        report(
            .amount(
                "peak while 20 pictures of 12 megapixels come at once", peak, "MB", atMost: 200))
        usleep(2_000_000)
        let after = try server.memory()["VmRSS"] ?? 0
        report(.amount("two seconds later", after, "MB", atMost: nil))
    }
}
