import Domain
import Foundation
import Synchronization

/// A stocktake of 5,000 items by eight phones at once, each of which has the page of the stocktake open.
struct StocktakeBenchmark {
    private static let items = 5_000
    private static let phones = 8
    /// The seconds after which an open page loads changes again.
    private static let pause = 5.0

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        try Household.filled(directory, count: Self.items).close()
        let server = try ServerProcess(
            serving: directory, log: directory + "-log", options: ["--log-level", "warning"])
        defer { server.end() }
        try post("/stocktakes", "name=All", on: HTTPConnection(port: server.port), server.port)
        let port = server.port
        let delays = Mutex<[Double]>([])
        let time = try seconds {
            try atOnce(Self.phones) { phone in
                let own = try scan(from: phone, port)
                delays.withLock { $0 += own }
            }
        }
        let times = delays.withLock { $0 }
        let document = try HTTPConnection(port: server.port).get("/stocktakes/1.json", of: server)
        guard document.text.contains("\"missing\":0,\"seen\":\(Self.items),") else {
            throw BenchmarkFailure("Not every item was seen once.")
        }
        report(
            .amount(
                "scans of 5,000 items by 8 phones, each with the page open",
                Double(times.count) / time, "/s", atMost: nil))
        Measurement.percentiles("the same", times, median: 50).forEach(report)
    }

    /// Scans every eighth item, and every tenth of these twice. Returns the time of each scan.
    private func scan(from phone: Int, _ port: Int) throws -> [Double] {
        let connection = try HTTPConnection(port: port)
        let page = try HTTPConnection(port: port)
        var delays: [Double] = []
        var shown = ContinuousClock.now - .seconds(Self.pause * Double(phone) / 8)
        for number in stride(from: phone + 1, through: Self.items, by: Self.phones) {
            let form = "code=A-\(number)&sighting=\(UUID().uuidString)"
            for _ in 0..<(number % 10 == 0 ? 2 : 1) {
                delays.append(
                    try seconds {
                        try post("/stocktakes/1/sightings", form, on: connection, port)
                    })
            }
            if ContinuousClock.now - shown > .seconds(Self.pause) {
                shown = .now
                _ = try page.exchange(HTTPConnection.get("/stocktakes/1", port: port))
            }
        }
        return delays
    }

    private func post(
        _ path: String, _ form: String, on connection: HTTPConnection, _ port: Int
    ) throws {
        let answer = try connection.exchange(
            HTTPConnection.post(
                path, form, port: port, headers: "Accept: application/json\r\n"))
        guard answer.status == 201 || answer.status == 200 else {
            throw BenchmarkFailure("\(path) was answered \(answer.status): \(answer.text)")
        }
    }
}
