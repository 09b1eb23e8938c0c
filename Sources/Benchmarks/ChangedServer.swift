import Foundation

/// A server of a household that changes between requests.
final class ChangedServer {
    private static let rounds = 60
    /// The time limit for the requests of a row; the first one is made in any case.
    private static let timeLimit = Duration.seconds(30)

    let process: ServerProcess
    private let connection: HTTPConnection
    private let key: String
    private var changeCount = 0

    /// Starts the program on a data directory.
    init(_ directory: String) throws {
        process = try ServerProcess(
            serving: directory, log: directory + "-log", options: ["--log-level", "warning"])
        connection = try HTTPConnection(port: process.port)
        let list = try connection.get("/items.json?perPage=1", of: process).text
        guard let key = list.firstMatch(of: /"itemKey": ?"([0-9A-F-]+)"/)?.1 else {
            throw BenchmarkFailure("The list of items has no key.")
        }
        self.key = String(key)
    }

    func end() { process.end() }

    func get(_ path: String) throws { try connection.get(path, of: process) }

    /// Changes the value of an item.
    func change() throws {
        changeCount += 1
        try post("/items/\(key)", "valueInDollars=\(10_000 + changeCount)")
    }

    /// Moves an item.
    func move(to index: Int) throws { try post("/items/\(key)/position", "toIndex=\(index)") }

    /// Sells a product to a customer.
    func sell() throws {
        changeCount += 1
        try post(
            "/customers/1/sales",
            "date=2024-03-05&lines%5B0%5D%5Bproduct%5D=1&lines%5B0%5D%5Bquantity%5D="
                + "\(1 + changeCount % 9)&lines%5B0%5D%5BunitPrice%5D=1.00")
    }

    /// The median seconds of a page right after a change.
    func middle(_ path: String, after change: () throws -> Void) throws -> Double {
        try middle(before: change) { _ in try get(path) }
    }

    /// The median seconds of a request.
    func middle(
        before prepare: () throws -> Void = {}, _ work: (Int) throws -> Void
    ) throws -> Double {
        try median(
            of: Self.rounds, within: Self.timeLimit, before: { _ in try prepare() }, work)
    }

    private func post(_ path: String, _ form: String) throws {
        let answer = try connection.exchange(
            HTTPConnection.post(path, form, port: process.port))
        guard answer.status == 303 else {
            throw BenchmarkFailure("\(path) was answered \(answer.status): \(answer.text)")
        }
    }
}
