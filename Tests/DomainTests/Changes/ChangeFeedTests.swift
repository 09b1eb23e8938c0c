import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Domain

struct ChangeFeedTests {
    @Test("A save is published with its number and the changed records by entity")
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
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
        #expect(told[0][.item].inserted == [1])
        #expect(told[2][.item].deleted == [1])
        #expect(told[2][.item].updated == [2])
        #expect(told[2][.assetType].inserted.count == 1)
        #expect(told[2].entities == [.item, .assetType, EntityName("ValueRecord")])
        #expect(told[2][.sale] == SavedChanges.Records())
    }

    @Test("Several entities have the version of the last save that changed one of them")
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

    @Test("Whoever is told of a save sees its version at once")
    func versionsOfObservers() throws {
        let test = try TestHousehold()
        let changes = test.household.changes
        let seen = Mutex<[Int]>([])
        changes.observe { [weak changes] saved in
            seen.withLock { $0.append((changes?.version(of: [.item]) ?? 0) - saved.number) }
        }

        try test.add(["A", "B"])

        #expect(seen.withLock { $0 } == [0, 0])
    }

    @Test("A failed save is not published")
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
}
