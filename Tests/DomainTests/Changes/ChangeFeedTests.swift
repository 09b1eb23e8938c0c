import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Domain

struct ChangeFeedTests {
    @Test("A save is told with its number, and the records that it changed by entity")
    func records() throws {
        let test = try TestHousehold()
        let saves = Mutex<[SavedChanges]>([])
        test.household.changes.observe { changes in saves.withLock { $0.append(changes) } }

        try test.add(["A", "B"])
        try test.household.container.write { context in
            context.delete(try TestHousehold.item("A", context))
            try TestHousehold.item("B", context).valueInDollars = 7
            let type = AssetType(context: context)
            type.label = "Tools"
            try test.household.save(context)
        }

        let told = saves.withLock { $0 }
        #expect(told.count == 3)
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.number == $1.formerNumber })
        #expect(told[0][.item].inserted == [1])
        #expect(told[2][.item].deleted == [1])
        #expect(told[2][.item].updated == [2])
        #expect(told[2][.assetType].inserted.count == 1)
        #expect(told[2].entities == [.item, .assetType, EntityName("ValueRecord")])
        #expect(told[2][.sale] == SavedChanges.Records())
    }

    @Test("What is made of some entities has the number of the last save that changed one of them")
    func versions() throws {
        let test = try TestHousehold()
        let changes = test.household.changes
        try test.add(["A"])
        let items = changes.version(of: [.item])
        let customers = changes.version(of: [.customer, .sale])

        try test.addCustomer("Ann")

        #expect(changes.version(of: [.item, .assetType]) == items)
        #expect(changes.version(of: [.customer]) == changes.version)
        #expect(changes.version(of: [.item, .customer]) == changes.version)
        #expect(changes.version > customers)
        #expect(changes.version(of: []) < items)
    }

    @Test("A save that nobody was told of changes every number, and what was kept is dropped")
    func unknownSaves() throws {
        let test = try TestHousehold()
        let changes = test.household.changes
        try test.add(["A"])
        let before = changes.version(of: [.customer])
        let value = FollowedValue<Int>(changes)
        _ = try test.household.container.read { context in
            try value.value(for: context) { try $0.count(for: FetchRequest<Item>()) }
        }

        let other = ManagedObjectContext(test.household.container)
        try Item.append(in: other).itemName = "B"
        try other.save()

        #expect(changes.version(of: [.customer]) > before)
        let count = try test.household.container.read { context in
            try value.value(for: context) { try $0.count(for: FetchRequest<Item>()) }
        }
        #expect(count == 2)
    }

    @Test("A save that fails is told to nobody")
    func failures() throws {
        let test = try TestHousehold()
        let count = Mutex(0)
        test.household.changes.observe { _ in count.withLock { $0 += 1 } }
        let before = test.household.changes.version

        let reasons = try test.reasons { Item(context: $0).itemName = "" }

        #expect(!reasons.isEmpty)
        #expect(count.withLock { $0 } == 0)
        #expect(test.household.changes.version == before)
    }

    @Test("What is read while others save is kept, with what they saved")
    func catchingUp() throws {
        let test = try TestHousehold()
        let household = test.household
        try test.add(["A"])
        let names = Names(household.changes)
        household.changes.add(names)

        let first = try household.container.read { context in
            try names.value.value(for: context) { context in
                let read = try context.fetch(FetchRequest<Item>()).compactMap(\.itemName)
                // The context goes on reading what was there when it began.
                try test.add(["B", "C"])
                return Set(read)
            }
        }
        let second = try household.container.read { context in
            try names.value.value(for: context) { _ in
                Issue.record("It is read anew")
                return []
            }
        }

        #expect(first == ["A"])
        #expect(second == ["A", "B", "C"])
    }

    @Test("Of several who need a value at once one reads it, and the others have it from there")
    func together() async throws {
        final class Readings: Sendable {
            let count = Mutex(0)
        }
        let test = try TestHousehold()
        let household = test.household
        try test.add(["A", "B"])
        let value = FollowedValue<Int>(household.changes)
        let readings = Readings()

        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await household.container.read { context in
                        try value.value(for: context) { context in
                            readings.count.withLock { $0 += 1 }
                            // Long enough for the others to come.
                            Thread.sleep(forTimeInterval: 0.1)
                            return try context.count(for: FetchRequest<Item>())
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(counts == Array(repeating: 2, count: 8))
        #expect(readings.count.withLock { $0 } == 1)
    }

    @Test("Whoever is behind the store reads without waiting for another who is, too", .blocking)
    func beside() throws {
        let test = try TestHousehold()
        let household = test.household
        try test.add(["A"])
        let value = FollowedValue<Int>(household.changes)
        let counts = Mutex<[Int]>([])
        // Reads behind a save, and runs a closure meanwhile.
        @Sendable func readBehind(_ name: String, meanwhile body: () -> Void) throws {
            let count = try household.container.read { context in
                try test.add([name])
                return try value.value(for: context) { context in
                    body()
                    return try context.count(for: FetchRequest<Item>())
                }
            }
            counts.withLock { $0.append(count) }
        }

        try readBehind("B") {
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                #expect(throws: Never.self) { try readBehind("C") {} }
                end.signal()
            }
            // It takes no time, unless it waits for the one who waits for it.
            #expect(end.wait(timeout: .now() + 60) == .success)
        }

        #expect(counts.withLock { $0.count } == 2)
        #expect(!value.isKept)
    }

    @Test("Who could not read a value does not keep the next one from reading it")
    func failedReading() throws {
        struct Unreadable: Error {}
        let test = try TestHousehold()
        let value = FollowedValue<Int>(test.household.changes)

        #expect(throws: Unreadable.self) {
            try test.household.container.read { context in
                try value.value(for: context) { _ in throw Unreadable() }
            }
        }
        let count = try test.household.container.read { context in
            try value.value(for: context) { _ in 5 }
        }

        #expect(count == 5)
    }

    @Test("A value whose reader may have seen a save already is not kept")
    func inexact() throws {
        let test = try TestHousehold()
        let household = test.household
        try test.add(["A"])
        let names = Names(household.changes)
        household.changes.add(names)

        try household.container.read { context in
            // The context has its number already, and no view of the store yet.
            try test.add(["B"])
            let read = try names.value.value(for: context) { context in
                Set(try context.fetch(FetchRequest<Item>()).compactMap(\.itemName))
            }
            #expect(read == ["A", "B"])
        }

        #expect(!names.value.isKept)
    }

    @Test("An import does not make anybody read anew what it does not change")
    func imports() async throws {
        let shop = try TestHousehold()
        try shop.add(["A"])
        try shop.addCustomer("Ann", emailid: "ann@example.com")
        let names = Names(shop.household.changes)
        shop.household.changes.add(names)
        try await shop.household.container.read { context in
            _ = try names.value.value(for: context) { _ in ["A"] }
        }

        try await shop.importing("name,price\nMug,4\nPan,9\n")

        #expect(names.value.isKept)
        try await shop.household.container.read { context in
            _ = try names.value.value(for: context) { _ in
                Issue.record("It is read anew")
                return []
            }
        }
    }

    /// Keeps the names of all items.
    private struct Names: ChangeFollower {
        let value: FollowedValue<Set<String>>

        init(_ changes: ChangeFeed) {
            value = FollowedValue(changes)
        }

        func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
            let added = context.insertedObjects.compactMap { ($0 as? Item)?.itemName }
            return { [value] saved in
                value.amend(saved) { names in
                    names.formUnion(added)
                    return true
                }
            }
        }

        func follow(others saved: SavedChanges) {
            value.follow(others: saved, madeOf: [.item])
        }
    }
}
