import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("The items owned on a day")
struct OwnedItemsTests {
    /// A clock that is set by hand.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_767_225_600))

        var now: Date { time.withLock { $0 } }

        func pass(_ seconds: TimeInterval) {
            time.withLock { $0 += seconds }
        }
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 29)) >> 16
        }
    }

    @Test(
        "They agree with a journal after any changes, sales and deletions",
        arguments: [1, 2, 3] as [UInt64])
    func journal(seed: UInt64) async throws {
        var random = Numbers(state: seed)
        let clock = Clock()
        let directory = DataDirectory(path: NSTemporaryDirectory() + "owned-\(UUID())")
        let household = try Household(directory: directory, now: { clock.now })
        defer {
            try? household.close()
            try? FileManager.default.removeItem(atPath: directory.path)
        }
        // The current items and those at the end of each day, by name with their values.
        var present: [String: Int64] = [:]
        var journal: [(end: Date, owned: [String: Int64])] = []
        for day in 0..<25 {
            for step in 0..<4 {
                clock.pass(60)
                let name = present.keys.sorted().randomElement(using: &random)
                let (choice, value) = (random.next() % 5, Int32(random.next() % 1_000))
                let quantity = Int32(random.next() % 3 + 1)
                try await household.container.write { context in
                    let item = try name.map { try TestHousehold.item($0, context) }
                    switch (choice, item) {
                    case (0, let item?): item.trashedDate = clock.now
                    case (1, let item?): item.soldDate = clock.now
                    case (2...3, let item?):
                        item.valueInDollars = value
                        item.quantity = quantity
                    default:
                        let item = try Item.append(in: context)
                        item.itemName = "Thing \(day)-\(step)"
                        item.dateCreated = clock.now
                        item.valueInDollars = value
                        item.quantity = quantity
                    }
                    try household.save(context)
                }
                switch (choice, name) {
                case (0...1, let name?): present[name] = nil
                case (2...3, let name?): present[name] = Int64(value) * Int64(quantity)
                default: present["Thing \(day)-\(step)"] = Int64(value) * Int64(quantity)
                }
            }
            clock.pass(24 * 60 * 60 - 4 * 60)
            journal.append((clock.now - 1, present))
        }

        for (end, owned) in journal {
            let found = try await household.container.read { context in
                let request = try OwnedItems.fetchRequest(at: end, context)
                return Dictionary(
                    uniqueKeysWithValues: try context.fetch(request).map {
                        ($0.itemName ?? "", $0.value(at: end).whole)
                    })
            }
            #expect(found == owned, "\(end)")
        }
        let now = try await household.container.read { context in
            let request = try OwnedItems.fetchRequest(at: nil, context)
            return Dictionary(
                uniqueKeysWithValues: try context.fetch(request).map {
                    ($0.itemName ?? "", $0.value.whole)
                })
        }
        #expect(now == present)
    }
}
