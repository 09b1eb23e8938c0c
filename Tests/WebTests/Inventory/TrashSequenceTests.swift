import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Trash and undo in any order")
struct TrashSequenceTests {
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 29)) >> 16
        }
    }

    /// The expected state of the records.
    private struct Model {
        /// The names of the items by their keys, and their values.
        var items: [String: (name: String, value: Int)] = [:]
        var trash: Set<String> = []
        /// The latest undoable changes of several items: the undo addresses, and the former states.
        var undos:
            [(
                path: String, former: [String: (value: Int, isTrashed: Bool)],
                after: [String: (value: Int, isTrashed: Bool)]
            )] =
                []

        var listed: [String] { items.keys.filter { !trash.contains($0) }.sorted() }

        func state(_ key: String) -> (value: Int, isTrashed: Bool) {
            (items[key]?.value ?? 0, trash.contains(key))
        }
    }

    @Test(
        "Random deletions, restorations, bulk changes and undos have the expected results",
        arguments: [1, 2, 3] as [UInt64])
    func sequences(seed: UInt64) async throws {
        try await TestSite.inventory { client in
            var random = Numbers(state: seed)
            var model = Model()
            for number in 1...8 {
                let path = try await client.add(
                    "Thing \(number)", [("valueInDollars", "\(number)")])
                let key = String(try #require(path.split(separator: "/").last))
                model.items[key] = ("Thing \(number)", number)
            }
            for _ in 0..<40 { try await Self.step(&model, &random, client) }
            try await Self.check(model, client)
        }
    }

    private static func step(
        _ model: inout Model, _ random: inout Numbers, _ client: InventoryClient
    ) async throws {
        let listed = model.listed
        switch random.next() % 5 {
        case 0:
            guard let key = listed.randomElement(using: &random) else { return }
            #expect(try await client.post("/items/\(key)/delete").status == .seeOther)
            model.trash.insert(key)
        case 1:
            guard let key = model.trash.sorted().randomElement(using: &random) else { return }
            let number = try #require(try await trashed(client)[key])
            let answer = try await client.post("/trash/\(number)/restore")
            #expect(answer.status == .seeOther, "\(answer.text)")
            model.trash.remove(key)
        case 2, 3:
            let keys = listed.filter { _ in random.next() % 2 == 0 }
            guard !keys.isEmpty else { return }
            let isDeletion = random.next() % 2 == 0
            let value = Int(random.next() % 100 + 1)
            let fields =
                isDeletion
                ? [("action", "delete")] : [("action", "value"), ("valueInDollars", "\(value)")]
            let answer = try await client.post(
                "/items/selection",
                keys.map { (name: "key", value: $0) } + fields.map { (name: $0.0, value: $0.1) },
                headers: InventoryClient.json)
            #expect(answer.status == .ok, "\(answer.text)")
            let former = Dictionary(uniqueKeysWithValues: keys.map { ($0, model.state($0)) })
            for key in keys {
                if isDeletion { model.trash.insert(key) } else { model.items[key]?.value = value }
            }
            let after = Dictionary(uniqueKeysWithValues: keys.map { ($0, model.state($0)) })
            model.undos.append((try #require(try answer.json["undo"] as? String), former, after))
        default:
            guard let undo = model.undos.popLast() else { return }
            #expect(try await client.post(undo.path).status == .seeOther)
            for (key, former) in undo.former {
                // An item that was changed since stays as it is.
                guard let after = undo.after[key], model.state(key) == after else { continue }
                if after.isTrashed != former.isTrashed {
                    model.trash.remove(key)
                } else {
                    model.items[key]?.value = former.value
                }
            }
        }
    }

    private static func check(_ model: Model, _ client: InventoryClient) async throws {
        let records = try #require(
            try await client.json("/items.json?perPage=100")["records"] as? [[String: Any]])
        let found = Dictionary(
            uniqueKeysWithValues: records.map {
                ($0["itemKey"] as? String ?? "", $0["valueInDollars"] as? Int ?? -1)
            })
        #expect(
            found
                == Dictionary(
                    uniqueKeysWithValues: model.listed.map { ($0, model.state($0).value) }))
        #expect(try await Set(trashed(client).keys) == model.trash)
        let total = try await client.json("/items.json")["totals"] as? [String: Any]
        #expect(total?["valueInDollars"] as? Int == found.values.reduce(0, +))
    }

    /// The record numbers of the trash, by the keys of the items.
    private static func trashed(_ client: InventoryClient) async throws -> [String: Int] {
        let records = try #require(
            try await client.json("/trash.json?perPage=100")["records"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: records.map {
                ($0["itemKey"] as? String ?? "", $0["id"] as? Int ?? 0)
            })
    }
}
