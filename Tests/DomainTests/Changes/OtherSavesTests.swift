import Foundation
import Imaging
import Persistence
import Synchronization
import Testing

@testable import Domain

/// What other programs write into the file of a household that is open.
struct OtherSavesTests {
    private let test: TestHousehold
    private var household: Household { test.household }
    private let told = Told()

    init() throws {
        test = try TestHousehold()
        try test.add(["A"])
        try test.addCustomer("Ann")
        household.changes.observe { [told] in told.add($0) }
    }

    /// What the followers were told.
    private final class Told: Sendable {
        private let saves = Mutex<[SavedChanges]>([])

        var all: [SavedChanges] { saves.withLock { $0 } }

        func add(_ changes: SavedChanges) { saves.withLock { $0.append(changes) } }

        /// Waits for something to be told; only where nothing is does it take so long. Nobody asks the feed
        /// meanwhile.
        func next(after count: Int) async throws -> SavedChanges {
            for _ in 0..<6_000 where all.count <= count {
                try await Task.sleep(for: .milliseconds(10))
            }
            try #require(all.count > count, "Nothing was told")
            return all[count]
        }
    }

    /// Another program that has the file open beside the household.
    private func other(tracksHistory: Bool) throws -> PersistentContainer {
        var store = StoreDescription.sqlite(path: test.directory.store)
        store.locksFile = false
        store.tracksHistory = tracksHistory
        return try PersistentContainer(
            layout: OpenedModel.ofHouseholds.get().layout, stores: [store],
            transformers: [ImageTransformer.name: ImageTransformer()])
    }

    /// One that keeps a history, of which the household has heard.
    private func historian() async throws -> PersistentContainer {
        let other = try other(tracksHistory: true)
        _ = try await told.next(after: 0)
        return other
    }

    private func add(_ name: String, by other: PersistentContainer) throws {
        try other.write { context in
            try Item.append(in: context).itemName = name
            try context.save()
        }
    }

    /// How many items are in memory.
    private func count() throws -> Int {
        try household.container.read { try household.itemOrder.count(in: $0) }
    }

    @Test("What is in the history is told by entity and record, and what is made of others stays")
    func history() async throws {
        let other = try await historian()
        let customers = FollowedValue<Int>(household.changes)
        let items = FollowedValue<Int>(household.changes)
        household.changes.add(Follower(customers, [.customer]))
        household.changes.add(Follower(items, [.item]))
        try await household.container.read { context in
            _ = try customers.value(for: context) { try $0.count(for: FetchRequest<Customer>()) }
            _ = try items.value(for: context) { try $0.count(for: FetchRequest<Item>()) }
        }
        let before = household.changes.version(of: [.customer])
        let count = told.all.count

        try add("B", by: other)

        let changes = try await told.next(after: count)
        #expect(!changes.isPartial && changes.number == changes.formerNumber + 1)
        #expect(changes[.item].inserted == [2])
        #expect(!changes.entities.contains(.customer))
        #expect(household.changes.version(of: [.customer]) == before)
        #expect(household.changes.version(of: [.item]) == changes.number)
        #expect(customers.current == 1)
        #expect(!items.isKept)
        #expect(try self.count() == 2)
        try other.close()
    }

    /// Keeps a value that is made of some entities.
    private struct Follower: ChangeFollower {
        let value: FollowedValue<Int>
        let entities: Set<EntityName>

        init(_ value: FollowedValue<Int>, _ entities: Set<EntityName>) {
            self.value = value
            self.entities = entities
        }

        func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
            { [value] in value.amend($0) { _ in false } }
        }

        func follow(others saved: SavedChanges) { value.follow(others: saved, madeOf: entities) }
    }

    @Test("Of what stands in no history is told that it was, and everything is read anew")
    func noHistory() async throws {
        let other = try other(tracksHistory: false)
        #expect(try count() == 1)
        let customers = household.changes.version(of: [.customer])
        let count = told.all.count

        try add("B", by: other)

        let changes = try await told.next(after: count)
        #expect(changes.isPartial && changes.entities.isEmpty)
        #expect(household.changes.version(of: [.customer]) > customers)
        #expect(try self.count() == 2)
        try other.close()
    }

    @Test("Where the history says nothing of what was heard, or no longer, nothing else is known")
    func silentHistory() async throws {
        let other = try await historian()
        let saves = OtherSaves(household.container, server: "this")
        try saves.begin()

        #expect(saves.next() == nil)
        try add("B", by: other)
        #expect(saves.next()?.count == 1)
        try add("C", by: other)
        try await other.write { _ = try $0.deleteHistory(before: Date.distantFuture) }
        #expect(saves.next() == nil)
        #expect(saves.next() == nil)
        try add("D", by: other)
        #expect(saves.next()?.count == 1)
        try other.close()
    }

    @Test("Two households on one file follow each other")
    func together() async throws {
        let second = try Household(directory: DataDirectory(path: test.directory.path))
        let heard = Told()
        second.changes.observe { heard.add($0) }
        try await household.container.write { _ = try $0.beginHistory() }
        _ = try await heard.next(after: 0)
        let (here, there) = (told.all.count, heard.all.count)

        try test.add(["B"])
        let first = try await heard.next(after: there)
        #expect(!first.isPartial && first[.item].inserted == [2])
        #expect(try await second.container.read { try second.itemOrder.count(in: $0) } == 2)
        try await second.container.write { context in
            try TestHousehold.item("A", context).itemName = "Z"
            try second.save(context)
        }
        let answer = try await told.next(after: here + 1)
        #expect(!answer.isPartial && answer[.item].updated == [1])
        #expect(told.all.count == here + 2)
        try second.close()
    }

    @Test("A household hears of its own saves once, by what they changed")
    func own() async throws {
        let other = try await historian()
        let count = told.all.count

        try test.add(["B", "C"])
        try await Task.sleep(for: .seconds(1))

        let changes = told.all.dropFirst(count)
        #expect(changes.map { $0[.item].inserted } == [[2], [3]])
        #expect(changes.allSatisfy { !$0.isPartial })
        try other.close()
    }

    @Test("A save that follows at once what others have saved does not take it for its own")
    func order() async throws {
        let other = try other(tracksHistory: false)
        for number in 0..<5 {
            #expect(try count() == 1 + 2 * number)
            try add("Other", by: other)
            try test.add(["Own"])
            #expect(try count() == 3 + 2 * number)
        }
        try other.close()
    }

    @Test("More transactions than are read one by one are told as one of which nothing is known")
    func limit() async throws {
        let other = try await historian()
        let saves = OtherSaves(household.container, server: "this", limit: 3)
        try saves.begin()

        for name in ["B", "C"] { try add(name, by: other) }
        #expect(saves.next()?.count == 2)
        for name in ["D", "E", "F", "G"] { try add(name, by: other) }
        #expect(saves.next() == nil)
        try add("H", by: other)
        #expect(saves.next()?.flatMap(\.changes).count == 1)
        try other.close()
    }

    @Test("Records are taken over where they can be read, and are not too many to be")
    func amendments() async throws {
        let other = try await historian()
        let saves = OtherSaves(household.container, server: "this", recordLimit: 1)
        try saves.begin()
        let followers: [any ChangeFollower] = [
            household.shopCurrency, household.itemOrder, household.figures,
        ]

        try add("B", by: other)
        let one = try #require(saves.next())
        #expect(Set(saves.amendments(of: one, by: followers).keys) == [1])
        for name in ["C", "D"] { try add(name, by: other) }
        let two = try #require(saves.next())
        #expect(saves.amendments(of: two, by: followers).isEmpty)
        // What nobody wants is not read, however much it is.
        #expect(saves.amendments(of: two, by: [household.shopCurrency]).isEmpty)
        try household.container.close()
        #expect(saves.amendments(of: one, by: followers).isEmpty)
        try other.close()
    }

    @Test("Of several transactions each record is told once, by what became of it")
    func records() async throws {
        let other = try await historian()
        let saves = OtherSaves(household.container, server: "this")
        try saves.begin()
        func change(_ body: (ManagedObjectContext) throws -> Void) throws {
            try other.write { context in
                try body(context)
                try context.save()
            }
        }
        for name in ["B", "C"] { try add(name, by: other) }
        try change { try TestHousehold.item("C", $0).itemName = "D" }
        try change { try TestHousehold.item("A", $0).valueInDollars = 4 }
        try change { try TestHousehold.item("A", $0).orderingValue = 9 }
        try change { context in context.delete(try TestHousehold.item("B", context)) }

        let changes = OtherChanges(try #require(saves.next()))[.item]

        #expect(changes.inserted.map(\.recordNumber) == [3])
        #expect(changes.deleted.map(\.recordNumber) == [2])
        let (id, keys) = try #require(changes.updated.first)
        #expect(changes.updated.count == 1 && id.recordNumber == 1)
        #expect(try #require(keys).isSuperset(of: ["valueInDollars", "orderingValue"]))
        #expect(try #require(keys).contains("itemName") == false)
        // Gone by now is gone, whatever is told of it.
        try change { context in context.delete(try TestHousehold.item("A", context)) }
        let read = try await household.container.read { context in
            let transactions = try context.fetchHistory(
                PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            let known = OtherChanges(Array(transactions.dropLast(1)))
            let records = try ChangedRecords(known, reading: [.item: []], in: context)[.item]
            return (records.present.map(\.objectID.recordNumber), records.deleted.sorted())
        }
        #expect(read.0 == [3])
        #expect(read.1 == [1, 2])
        try other.close()
    }
}
