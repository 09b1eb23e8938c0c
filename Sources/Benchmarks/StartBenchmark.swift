import Foundation

/// The time from the start of the program to its first page.
struct StartBenchmark {
    let inventory: ServedInventory

    func run(report: (Measurement) -> Void) throws {
        let times = try (0..<7).map { _ in try time() }
        report(
            .amount(
                "from exec to the first page of 20,000 items, middle of 7 starts",
                times.median * 1000, "ms", atMost: 100))
    }

    private func time() throws -> Double {
        let start = ContinuousClock.now
        let server = try ServerProcess(serving: inventory)
        defer { server.end() }
        let answer = try HTTPConnection(port: server.port)
            .exchange(HTTPConnection.get("/items", port: server.port))
        let time = (ContinuousClock.now - start) / .seconds(1)
        guard answer.status == 200 else { throw BenchmarkFailure("The page: \(answer.head)") }
        return time
    }
}
