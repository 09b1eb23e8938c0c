import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

@Suite("Nested locations and items, moved on two servers at once", .timeLimit(.minutes(30)))
struct RingTests {
    @Test("Two locations moved into each other never form a cycle")
    func locations() async throws {
        try await SharedSite().serve { first, second, _ in
            for name in ["House", "Garage"] {
                #expect(
                    try await first.post("/locations", [("name", name)]).status == .seeOther)
            }
            try await waited { try await second.json("/locations.json")["total"] as? Int == 2 }
            var refusals = 0
            for _ in 0..<20 {
                let versions = try await (1...2).asyncMap { number in
                    try await first.json("/locations/\(number).json")["version"] as? Int ?? 0
                }
                async let one = Self.move(1, to: "2", versions[0], first)
                async let other = Self.move(2, to: "1", versions[1], second)
                let statuses = try await [one, other]
                #expect(
                    statuses.allSatisfy {
                        [.ok, .conflict, .unprocessableContent].contains($0)
                    }, "\(statuses)")
                #expect(statuses.contains(.ok))
                refusals += statuses.count { $0 != .ok }
                // A move on the second server reaches the first a moment later.
                try await waited { try await Self.parents(first).contains(true) }
                let parents = try await Self.parents(first)
                #expect(parents.count { $0 } == 1)
                let inner = parents[0] ? 1 : 2
                let version =
                    try await first.json("/locations/\(inner).json")["version"] as? Int ?? 0
                #expect(try await Self.move(inner, to: "", version, first) == .ok)
                try await waited {
                    try await second.json("/locations/\(inner).json")["parent"]
                        as? [String: Any] == nil
                }
            }
            #expect(refusals == 20)
        }
    }

    /// The numbers of the locations that are in the other one.
    private static func parents(_ client: SalesClient) async throws -> [Bool] {
        try await (1...2).asyncMap { number in
            try await client.json("/locations/\(number).json")["parent"] is [String: Any]
        }
    }

    private static func move(
        _ number: Int, to parent: String, _ version: Int, _ client: SalesClient
    ) async throws -> HTTPResponse.Status {
        try await client.post(
            "/locations/\(number)", [("parent", parent), ("version", "\(version)")],
            headers: InventoryClient.json
        ).status
    }

    @Test("Items put into each other never form a cycle")
    func items() async throws {
        let shared = try SharedSite()
        let households = try (0..<2).map { _ in try Household(directory: shared.directory) }
        let keys = try await households[0].container.write { context in
            let items = try (0..<6).map { number in
                let item = try Item.append(in: context)
                item.itemName = "Box \(number)"
                return item
            }
            try households[0].save(context)
            return items.map(\.key)
        }
        var refusals = 0
        for round in 0..<15 {
            refusals += try await withThrowingTaskGroup(of: Bool.self) { group in
                for (index, key) in keys.enumerated() {
                    let household = households[(index + round) % 2]
                    let outer = keys[(index + 1) % keys.count]
                    group.addTask { try await Self.put(key, into: outer, household) }
                }
                return try await group.reduce(0) { $0 + ($1 ? 0 : 1) }
            }
            let owners = try Self.owners(households[round % 2])
            for key in keys {
                var (seen, next): (Set<UUID>, UUID?) = ([], key)
                while let item = next, seen.insert(item).inserted { next = owners[item] }
                #expect(next == nil, "There is a ring.")
            }
            for key in keys { _ = try await Self.put(key, into: nil, households[0]) }
        }
        // Of six moves that would form a cycle, at least the last one is refused.
        #expect(refusals >= 15)
        for household in households { try household.close() }
    }

    /// Puts an item into another one. Returns false if that is refused.
    private static func put(
        _ key: UUID, into outer: UUID?, _ household: Household
    ) async throws -> Bool {
        do {
            try await household.container.write { context in
                let item = try #require(try Item.find(key, in: context))
                item.container = try outer.flatMap { try Item.find($0, in: context) }
                try household.save(context)
            }
            return true
        } catch PersistenceError.validation {
            return false
        }
    }

    private static func owners(_ household: Household) throws -> [UUID: UUID] {
        try household.container.read { context in
            try context.fetch(FetchRequest<Item>()).reduce(into: [:]) { owners, item in
                if let container = item.container { owners[item.key] = container.key }
            }
        }
    }
}

extension Sequence {
    /// The results of a closure, in sequence.
    fileprivate func asyncMap<Value>(
        _ body: (Element) async throws -> Value
    ) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
