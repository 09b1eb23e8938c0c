import Foundation

/// Pages of 20,000 items, beside the same pages written by hand on the same server.
struct HTTPBenchmark {
    private static let rounds = 3
    private static let seconds = 3.0

    let inventory: ServedInventory

    func run(report: (Measurement) -> Void) throws {
        let ours = try ServerProcess(serving: inventory)
        defer { ours.end() }
        try savePage(of: ours)
        let byHand = try ServerProcess(byHand: inventory)
        defer { byHand.end() }
        for page in [1, 200] {
            let path = page == 1 ? "/items" : "/items?page=\(page)"
            let (own, hand) = try rates(ours, path, byHand, path)
            report(.rate("GET /items, page \(page)", own, limit: hand, atLeast: 0.4))
        }
        let (health, empty) = try rates(ours, "/health", byHand, "/empty")
        report(.rate("an answer without content", health, limit: empty, atLeast: nil))
        ours.end()

        let making = try ServerProcess(serving: inventory, options: ["--kept-pages-mb", "0"])
        defer { making.end() }
        for page in [1, 200] {
            let path = page == 1 ? "/items" : "/items?page=\(page)"
            let (own, hand) = try rates(making, path, byHand, path)
            report(
                .rate("the same, page \(page), made anew each time", own, limit: hand, atLeast: 0.4)
            )
        }
    }

    /// The best rates of two servers, which take turns.
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

    private func savePage(of server: ServerProcess) throws {
        let answer = try HTTPConnection(port: server.port)
            .exchange(HTTPConnection.get("/items", port: server.port))
        try answer.text.write(toFile: inventory.page, atomically: true, encoding: .utf8)
    }
}
