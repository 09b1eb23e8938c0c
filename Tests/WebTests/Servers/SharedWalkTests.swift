import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Pages of servers on one database", .timeLimit(.minutes(30)))
struct SharedWalkTests {
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 29)) >> 16
        }
    }

    private static let pages = [
        "/items", "/items?page=2&perPage=5", "/items?sort=itemName&perPage=5&page=2",
        "/items?sort=worth", "/items?q=lamp", "/items?q=2", "/items?minValue=51", "/items?tag=1",
        "/items.json?perPage=100", "/locations", "/tags", "/asset-types", "/trash",
        "/search?q=lamp",
    ]

    @Test(
        "After moves, changes, deletions and undo on both, each page equals a new server’s"
    )
    func walk() async throws {
        let shared = try SharedSite()
        let configuration = shared.site.configuration
        try await shared.serve { first, second, _ in
            let servers = [first.inventory, second.inventory]
            var random = Numbers(state: 32)
            for name in ["Attic", "House"] {
                try await first.inventory.post("/locations", [("name", name)])
            }
            try await first.inventory.post("/tags", [("name", "Fragile"), ("color", "red")])
            for number in 1...12 {
                try await servers[number % 2].add(
                    "\(["Lamp", "Chair", "Sofa"][number % 3]) \(number)",
                    [("valueInDollars", "\(number * 10)")])
            }
            var undos: [String] = []
            for _ in 0..<6 {
                for _ in 0..<8 {
                    let server = servers[Int(random.next() % 2)]
                    try await Self.step(server, &undos, &random)
                }
                try await buildApplication(configuration).serve { fresh in
                    let fresh = InventoryClient(client: fresh)
                    for page in Self.pages {
                        let wanted = try await fresh.get(page)
                        #expect(wanted.status == .ok, "\(page)")
                        for server in servers {
                            try await waited { try await server.get(page).text == wanted.text }
                        }
                    }
                }
            }
        }
    }

    /// Performs an action on the items in a server's list, or in its trash.
    private static func step(
        _ server: InventoryClient, _ undos: inout [String], _ random: inout Numbers
    ) async throws {
        let listed = try await values("itemKey", of: "/items.json?perPage=100", server)
        let trashed = try await values("id", of: "/trash.json?perPage=100", server)
        guard let key = listed.randomElement(using: &random) else { return }
        let keys = listed.filter { _ in random.next() % 3 == 0 } + [key]
        let value = "\(random.next() % 100 + 1)"
        let actions = [
            [("action", "delete")], [("action", "value"), ("valueInDollars", value)],
            [("action", "tag"), ("tag", "1")], [("action", "move"), ("location", "2")],
        ]
        let answer: TestResponse
        switch random.next() % 6 {
        case 0, 1:
            let place = "\(random.next() % UInt64(listed.count))"
            answer = try await server.post("/items/\(key)/position", [("toIndex", place)])
        case 2: answer = try await server.post("/items/\(key)", [("itemName", "Lamp \(value)")])
        case 3:
            guard let number = trashed.randomElement(using: &random) else { return }
            answer = try await server.post("/trash/\(number)/restore")
        case 4:
            guard let undo = undos.popLast() else { return }
            answer = try await server.post(undo)
        default:
            let fields = actions[Int(random.next() % 4)]
            answer = try await server.post(
                "/items/selection",
                Set(keys).sorted().map { (name: "key", value: $0) }
                    + fields.map { (name: $0.0, value: $0.1) },
                headers: InventoryClient.json)
            if answer.status == .ok, let undo = try answer.json["undo"] as? String {
                undos.append(undo)
            }
        }
        // The other server may have removed items that this one still listed.
        #expect(answer.status.code < 500, "\(answer.status): \(answer.text)")
    }

    private static func values(
        _ name: String, of list: String, _ server: InventoryClient
    ) async throws -> [String] {
        let records = try await server.json(list)["records"] as? [[String: Any]] ?? []
        return records.compactMap { $0[name].map { "\($0)" } }
    }
}
