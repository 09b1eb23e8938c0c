import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Positions that the store reports")
struct StoredPlacesTests {
    /// The listed items in order, read separately.
    private static func entries(_ context: ManagedObjectContext) throws -> [ItemPlace] {
        try context.fetch(FetchRequest<Item>()).filter { !$0.isTrashed }.map {
            ItemPlace(
                value: $0.orderingValue, recordNumber: try #require($0.objectID.recordNumber))
        }.sorted()
    }

    /// The neighbors of an item that moves to an index.
    private static func gap(_ others: [ItemPlace], at index: Int) -> ItemGap {
        let index = min(max(index, 0), others.count)
        return ItemGap(
            before: index > 0 ? others[index - 1] : nil,
            after: index < others.count ? others[index] : nil)
    }

    @Test("They are those of the sorted items, also among equal values and beyond the ends")
    func places() throws {
        let test = try TestHousehold()
        let names = ["A", "B", "C", "D", "E", "F", "Gone"]
        try test.add(names)
        try test.household.container.write { context in
            for (name, value) in zip(names, [3, 1, 3, 2, 3, 0.5, 3]) {
                try TestHousehold.item(name, context).orderingValue = value
            }
            try TestHousehold.item("Gone", context).trashedDate = Date()
            try test.household.save(context)
        }
        try test.household.container.read { context in
            let entries = try Self.entries(context)
            #expect(entries.map(\.value) == [0.5, 1, 2, 3, 3, 3])
            let store = StoredPlaces(context)
            #expect(try store.count == entries.count)
            for (place, entry) in entries.enumerated() {
                #expect(try store.index(of: entry) == place)
                for index in [-1] + Array(0...7) + [.max] {
                    let gap = Self.gap(entries.filter { $0 != entry }, at: index)
                    #expect(try store.gap(at: index, for: entry) == gap, "\(entry) to \(index)")
                    #expect(gap.holds(entry) == (min(max(index, 0), 5) == place))
                }
            }
            let gone = try TestHousehold.item("Gone", context)
            let entry = ItemPlace(
                value: 3, recordNumber: try #require(gone.objectID.recordNumber))
            #expect(try store.index(of: entry) == nil)
            #expect(try store.gap(at: 0, for: entry) == nil)
        }
    }
}
