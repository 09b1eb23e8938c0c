import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Places that the store is asked for")
struct ItemPlacesTests {
    /// The listed items in their order, read by themselves.
    private static func entries(_ context: ManagedObjectContext) throws -> [RankedOrder.Entry] {
        try context.fetch(FetchRequest<Item>()).filter { !$0.isTrashed }.map {
            RankedOrder.Entry(
                value: $0.orderingValue, recordNumber: try #require($0.objectID.recordNumber))
        }.sorted()
    }

    @Test("They are those of the order in memory, also among equal values and beyond the ends")
    func sameAsInMemory() throws {
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
            let memory = RankedOrder(entries)
            let store = StoredPlaces(context)
            #expect(try store.count == entries.count)
            for (place, entry) in entries.enumerated() {
                #expect(try store.index(of: entry) == place)
                for index in [-1] + Array(0...7) + [.max] {
                    let gap = try #require(memory.gap(at: index, for: entry))
                    #expect(try store.gap(at: index, for: entry) == gap, "\(entry) to \(index)")
                    #expect(gap.holds(entry) == (min(max(index, 0), 5) == place))
                }
            }
            let gone = try TestHousehold.item("Gone", context)
            let entry = RankedOrder.Entry(
                value: 3, recordNumber: try #require(gone.objectID.recordNumber))
            #expect(try store.index(of: entry) == nil)
            #expect(try store.gap(at: 0, for: entry) == nil)
        }
    }

    /// A change that memory has not heard of.
    enum Unheard: CaseIterable {
        case nothing, neighbourMoved, itemBetween, neighbourTrashed, itemMoved
    }

    @Test(
        "What memory says of a move holds if the store has the same there",
        arguments: Unheard.allCases)
    func unheard(change: Unheard) throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C", "D", "E", "F"])
        let ranks = try test.household.container.read { RankedOrder(try Self.entries($0)) }
        try test.household.container.write { context in
            switch change {
            case .nothing: break
            case .neighbourMoved: try TestHousehold.item("B", context).orderingValue = 9
            case .itemBetween: try TestHousehold.item("A", context).orderingValue = 2.5
            case .neighbourTrashed: try TestHousehold.item("C", context).trashedDate = Date()
            case .itemMoved: try TestHousehold.item("F", context).orderingValue = 0.5
            }
            try test.household.save(context)
        }
        try test.household.container.read { context in
            let store = StoredPlaces(context)
            let known = KnownPlaces(ranks: ranks, stored: store)
            let item = try TestHousehold.item("F", context)
            let entry = RankedOrder.Entry(
                value: item.orderingValue,
                recordNumber: try #require(item.objectID.recordNumber))
            // Between B and C.
            let gap = try #require(try known.gap(at: 2, for: entry))
            #expect(try store.has(gap, for: entry))
            #expect(try gap == store.gap(at: 2, for: entry))
            if change == .nothing { #expect(gap == ranks.gap(at: 2, for: entry)) }
            // Of an item that it does not have, memory says nothing.
            if change == .itemMoved { #expect(try known.index(of: entry) == 0) }
        }
    }

    @Test("Two items stand beside each other, or they do not")
    func neighbours() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C", "D"])
        try test.household.container.write { context in
            try TestHousehold.item("C", context).orderingValue = 2
            try test.household.save(context)
        }
        try test.household.container.read { context in
            let entries = try Self.entries(context)
            #expect(entries.map(\.value) == [1, 2, 2, 4])
            let store = StoredPlaces(context)
            let ends: [RankedOrder.Entry?] = [nil] + entries.map(Optional.some) + [nil]
            for entry in entries {
                let others: [RankedOrder.Entry?] = ends.filter { $0 != entry }
                for before in others.indices.dropLast() {
                    for after in others.indices.dropFirst() where after != before {
                        let gap = ItemGap(before: others[before], after: others[after])
                        let areNeighbours = after == before + 1
                        #expect(try store.has(gap, for: entry) == areNeighbours, "\(gap)")
                    }
                }
            }
        }
    }
}
