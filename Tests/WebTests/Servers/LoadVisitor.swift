import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import Web

/// The changes that were acknowledged to clients.
final class Tally: Sendable {
    struct Counts {
        /// The number of increments of each counter.
        var edits: [Int]
        /// The names of the items.
        var names: Set<String>
        var sales = 0
        var moves = 0
        var requests = 0
        /// The numbers of responses that a server was too busy, and of edits for which another
        /// client was faster.
        var busy = 0
        var conflicts = 0

        var hasEverything: Bool { moves > 0 && sales > 0 && edits.contains { $0 > 0 } }
    }

    private let state: Mutex<Counts>

    init(counters: Int, names: Set<String>) {
        state = Mutex(Counts(edits: Array(repeating: 0, count: counters), names: names))
    }

    var counts: Counts { state.withLock { $0 } }

    func note(_ change: (inout Counts) -> Void) {
        state.withLock { change(&$0) }
    }
}

/// A client of a server, with a separate connection, that moves, sells and edits at random.
struct LoadVisitor: Sendable {
    /// The total of each of its sales.
    static let saleCents = 280

    let number: Int
    let port: Int
    let customer: Int64
    /// The paths of the counters, which are items with values.
    let counters: [String]
    let tally: Tally

    /// Continues until a time, and until each action was performed.
    func visit(until end: ContinuousClock.Instant) async throws {
        try await TestClient.withClient(
            host: "localhost", port: port, configuration: .init(timeout: .seconds(1_800))
        ) { client in
            var random = SystemRandomNumberGenerator()
            try await add(client)
            while ContinuousClock.now < end || !tally.counts.hasEverything {
                switch Int.random(in: 0..<10, using: &random) {
                case 0...3: try await move(client)
                case 4...6: try await sell(client)
                case 7...8: try await edit(Int.random(in: 0..<counters.count), client)
                default: try await look(client)
                }
            }
        }
    }

    // MARK: - What it does

    private func add(_ client: TestClient) async throws {
        let name = "Thing of \(number)"
        if try await post("/items", [("itemName", name)], client, expecting: .created) != nil {
            tally.note { $0.names.insert(name) }
        }
    }

    private func move(_ client: TestClient) async throws {
        guard let list = try await get("/items.json?perPage=200", client),
            let records = list["records"] as? [[String: Any]],
            let key = records.randomElement()?["itemKey"] as? String
        else { return }
        let target = Int.random(in: 0..<records.count)
        let answer = try await post(
            "/items/\(key)/position", [("toIndex", "\(target)")], client, expecting: .ok)
        if answer != nil { tally.note { $0.moves += 1 } }
    }

    private func sell(_ client: TestClient) async throws {
        let lines = [("Lamp", 1, "2.50"), ("Nail", 3, "0.10")]
        let answer = try await post(
            "/customers/\(customer)/sales",
            [("date", "2026-11-21")] + SalesClient.fields(lines), client, expecting: .created)
        if answer != nil { tally.note { $0.sales += 1 } }
    }

    /// Adds one to the value of a counter, unless another client is faster.
    private func edit(_ index: Int, _ client: TestClient) async throws {
        guard let item = try await get(counters[index] + ".json", client) else { return }
        let value = try #require(item["valueInDollars"] as? Int)
        let version = try #require(item["version"] as? Int)
        let answer = try await post(
            counters[index],
            [
                ("itemName", "Counter \(index)"), ("valueInDollars", "\(value + 1)"),
                ("version", "\(version)"),
            ], client, expecting: .ok)
        if answer != nil { tally.note { $0.edits[index] += 1 } }
    }

    private func look(_ client: TestClient) async throws {
        for path in ["/items", "/sales", "/items.json", "/customers.json"] {
            let answer = try await exchange(
                TestClient.Request(path, method: .get, authority: "localhost"), client)
            #expect([.ok, .serviceUnavailable].contains(answer.status), "\(path)")
        }
    }

    // MARK: - Requests

    private func get(_ path: String, _ client: TestClient) async throws -> [String: Any]? {
        let answer = try await exchange(
            TestClient.Request(path, method: .get, authority: "localhost"), client)
        guard answer.status == .ok else {
            #expect(answer.status == .serviceUnavailable, "\(path): \(answer.status)")
            tally.note { $0.busy += 1 }
            return nil
        }
        return try Self.json(answer)
    }

    /// Posts fields. Returns nil if nothing was saved, because another client was faster or the
    /// server too busy.
    private func post(
        _ path: String, _ fields: [(name: String, value: String)], _ client: TestClient,
        expecting status: HTTPResponse.Status
    ) async throws -> TestClient.Response? {
        var headers = InventoryClient.json
        headers[.contentType] = "application/x-www-form-urlencoded"
        let answer = try await exchange(
            TestClient.Request(
                path, method: .post, authority: "localhost", headers: headers,
                body: ByteBuffer(string: QueryText.encode(fields))), client)
        switch answer.status {
        case status: return answer
        case .conflict: tally.note { $0.conflicts += 1 }
        case .serviceUnavailable: tally.note { $0.busy += 1 }
        default: Issue.record("\(path): \(answer.status)")
        }
        return nil
    }

    private func exchange(
        _ request: TestClient.Request, _ client: TestClient
    ) async throws -> TestClient.Response {
        tally.note { $0.requests += 1 }
        return try await client.execute(request)
    }

    private static func json(_ answer: TestClient.Response) throws -> [String: Any] {
        let data = Data(String(buffer: answer.body ?? ByteBuffer()).utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
