import Foundation
import Imaging
import Persistence
import Synchronization
import Testing

@testable import Domain

/// Writes by other programs to the file of an open household.
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

    /// The received changes.
    private final class Told: Sendable {
        private let saves = Mutex<[SavedChanges]>([])

        var all: [SavedChanges] { saves.withLock { $0 } }

        func add(_ changes: SavedChanges) { saves.withLock { $0.append(changes) } }

        /// Waits for a change; it takes this long only if there is none. The feed is not read
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

    /// A program that keeps a history, and that the household has noticed.
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

    private func count() throws -> Int {
        try household.container.read { try ItemOrder.count(in: $0) }
    }

    @Test("Saves in the history are reported by record, and other entities keep their version")
    func history() async throws {
        let other = try await historian()
        let before = household.changes.version(of: [.customer])
        let number = household.changes.version
        let count = told.all.count

        try add("B", by: other)

        let changes = try await told.next(after: count)
        #expect(!changes.isPartial && changes.number == number + 1)
        #expect(changes[.item].inserted == [2])
        #expect(!changes.entities.contains(.customer))
        #expect(household.changes.version(of: [.customer]) == before)
        #expect(household.changes.version(of: [.item]) == changes.number)
        #expect(try self.count() == 2)
        try other.close()
    }

    @Test("Saves without a history are reported as unknown, and everything is read again")
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

    @Test("Saves whose history is missing or deleted are reported as unknown")
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

    @Test("Two households with one file observe each other’s changes")
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
        #expect(try await second.container.read { try ItemOrder.count(in: $0) } == 2)
        try await second.container.write { context in
            try TestHousehold.item("A", context).itemName = "Z"
            try second.save(context)
        }
        let answer = try await told.next(after: here + 1)
        #expect(!answer.isPartial && answer[.item].updated == [1])
        #expect(told.all.count == here + 2)
        try second.close()
    }

    @Test("A household is notified of each of its own saves once, with the changes")
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

    @Test("A save right after one by another household is not mistaken for it")
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

    @Test("More transactions than the limit are reported as one unknown change")
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
}
