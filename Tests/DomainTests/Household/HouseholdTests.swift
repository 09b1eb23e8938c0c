import Foundation
import Persistence
import Testing

@testable import Domain

struct HouseholdTests {
    @Test("The parent of a data directory is found for any name, even of one letter")
    func parents() {
        #expect(DataDirectory.parent(of: "x") == nil)
        #expect(DataDirectory.parent(of: "./data") == ".")
        #expect(DataDirectory.parent(of: "a/b/c/") == "a/b")
        #expect(DataDirectory.parent(of: "/srv/home") == "/srv")
        #expect(DataDirectory.parent(of: "/srv") == nil)
    }

    @Test("The default types exist, and are not added twice")
    func firstTypes() throws {
        let test = try TestHousehold()
        #expect(try Self.labels(test.household) == ["Electronics", "Furniture", "Jewelry"])
        try test.household.close()

        let second = try Household(directory: test.directory)

        #expect(try Self.labels(second) == ["Electronics", "Furniture", "Jewelry"])
        try second.close()
    }

    @Test("Default types that an owner deletes are not added again")
    func deletedTypes() throws {
        let test = try TestHousehold()
        try test.household.container.write { context in
            for type in try AssetType.all(in: context) { context.delete(type) }
            try test.household.save(context)
        }
        try test.household.close()

        let second = try Household(directory: test.directory)

        #expect(try Self.labels(second).isEmpty)
        try second.close()
    }

    @Test("Closing and opening a household preserves everything")
    func reopening() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C"])
        try test.move("C", to: 0)
        try test.household.close()

        let second = try Household(directory: test.directory)
        let names = try second.container.read { context in
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            return try context.fetch(request).compactMap(\.itemName)
        }

        #expect(names == ["C", "A", "B"])
        try second.close()
    }

    @Test("The change cache is cleared by the next change, and when it is full")
    func changeCache() {
        let cache = ChangeCache<String, Int>(limit: 2)
        cache.store(1, for: "a", at: 5)
        cache.store(2, for: "b", at: 4)

        #expect(cache.value(for: "a", at: 5) == 1)
        #expect(cache.value(for: "a", at: 6) == nil)
        #expect(cache.value(for: "b", at: 5) == nil)

        cache.store(3, for: "b", at: 5)
        cache.store(4, for: "c", at: 5)
        #expect(cache.value(for: "a", at: 5) == nil)
        #expect(cache.value(for: "c", at: 5) == 4)
    }

    private static func labels(_ household: Household) throws -> [String] {
        try household.container.read { try AssetType.all(in: $0).compactMap(\.label) }
    }
}
