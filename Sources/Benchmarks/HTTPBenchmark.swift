import Foundation

/// Pages of 20,000 items, compared with the same handwritten pages on the same server.
struct HTTPBenchmark {
    private static let rounds = 3
    private static let seconds = 3.0

    let inventory: ServedInventory

    func run(report: (Measurement) -> Void) throws {
        let ours = try ServerProcess(serving: inventory)
        defer { ours.end() }
        let (item, style) = try savePages(of: ours)
        let byHand = try ServerProcess(byHand: inventory)
        defer { byHand.end() }
        for page in [1, 200] {
            let path = page == 1 ? "/items" : "/items?page=\(page)"
            let (own, hand) = try rates(ours, path, byHand, path)
            report(.rate("GET /items, page \(page)", own, limit: hand, atLeast: 0.4))
        }
        let (health, empty) = try rates(ours, "/health", byHand, "/empty")
        report(.rate("an answer without content", health, limit: empty, atLeast: 0.8))
        let (file, bytes) = try rates(ours, style.path, byHand, "/file?bytes=\(style.count)")
        report(.rate("a file of Public", file, limit: bytes, atLeast: 0.8))
        let (page, hand) = try rates(ours, item, byHand, item)
        report(.rate("GET /items/{key}", page, limit: hand, atLeast: 0.7))
        ours.end()

        let making = try ServerProcess(serving: inventory, options: ["--kept-pages-mb", "0"])
        defer { making.end() }
        for page in [1, 200] {
            let path = page == 1 ? "/items" : "/items?page=\(page)"
            let (own, hand) = try rates(making, path, byHand, path)
            report(
                .rate("the same, page \(page), uncached", own, limit: hand, atLeast: 0.4)
            )
        }
    }

    /// The best rates of two servers in turns.
    private func rates(
        _ first: ServerProcess, _ firstPath: String, _ second: ServerProcess, _ secondPath: String
    ) throws -> (Double, Double) {
        var best = (0.0, 0.0)
        for _ in 0..<Self.rounds {
            best.1 = max(best.1, try rate(second, secondPath))
            best.0 = max(best.0, try rate(first, firstPath))
        }
        return best
    }

    private func rate(_ server: ServerProcess, _ path: String) throws -> Double {
        try LoadGenerator(
            port: server.port, seconds: Self.seconds, requests: .max, paths: [path]
        ).runInChild().rate
    }

    /// Saves a page of the list, and the page of an item, for the handwritten server.
    ///
    /// - Returns: the address of the item, and that of the style sheet with its size.
    private func savePages(
        of server: ServerProcess
    ) throws -> (item: String, style: (path: String, count: Int)) {
        let connection = try HTTPConnection(port: server.port)
        func get(_ path: String) throws -> HTTPConnection.Answer {
            try connection.exchange(HTTPConnection.get(path, port: server.port))
        }
        let list = try get("/items").text
        guard let item = list.firstMatch(of: /href="(\/items\/[0-9A-F-]{36})"/)?.1,
            let style = list.firstMatch(of: /rel="stylesheet" href="([^"]+)"/)?.1
        else { throw BenchmarkFailure("The list has no item, or no style sheet.") }
        try list.write(toFile: inventory.page, atomically: true, encoding: .utf8)
        try get(String(item)).text.write(
            toFile: inventory.itemPage, atomically: true, encoding: .utf8)
        return (String(item), (String(style), try get(String(style)).body.count))
    }
}
