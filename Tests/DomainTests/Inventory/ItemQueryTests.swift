import Foundation
import Persistence
import Testing

@testable import Domain

struct ItemQueryTests {
    @Test(
        "Words are found in any order, in name, serial number and type, without case and accents",
        arguments: [
            ("sofa", "Red sofa"), ("SOFA red", "Red sofa"), ("zx-9", "Café table"),
            ("cafe", "Café table"), ("CAFÉ furn", "Café table"), ("jewel", "Ring"), ("harp", ""),
            ("red ring", ""), ("  ", "Café table,Red sofa,Ring"), ("50%", ""), ("_", ""),
        ])
    func search(text: String, expected: String) throws {
        var query = ItemQuery()
        query.search = text

        #expect(try Self.names(query) == expected)
    }

    @Test("Filters select by type, value and picture")
    func filters() throws {
        var typed = ItemQuery()
        typed.assetType = .type(1)
        var untyped = ItemQuery()
        untyped.assetType = ItemQuery.TypeFilter.none
        var valued = ItemQuery()
        valued.minValue = 51
        valued.maxValue = 900
        var pictured = ItemQuery()
        pictured.hasImage = true

        #expect(try Self.names(typed) == "Café table")
        #expect(try Self.names(untyped) == "Red sofa")
        #expect(try Self.names(valued) == "Red sofa")
        #expect(try Self.names(pictured) == "Ring")
    }

    @Test("Totals are those of the whole filter, and stay right after a save")
    func totals() throws {
        let test = try Self.household()
        func totals(_ query: ItemQuery) throws -> ItemTotals {
            try test.household.container.read { context in
                try test.household.figures.totals(of: query, in: context)
            }
        }
        var query = ItemQuery()
        query.minValue = 51
        let before = try totals(query)

        try test.household.container.write { context in
            try TestHousehold.item("Red sofa", context).valueInDollars = 10
            try test.household.save(context)
        }

        #expect(before == ItemTotals(count: 2, valueInDollars: 2_100))
        #expect(try totals(query) == ItemTotals(count: 1, valueInDollars: 2_000))
        #expect(try totals(ItemQuery()) == ItemTotals(count: 3, valueInDollars: 2_060))
    }

    @Test("Totals by type count the items without one too")
    func totalsByType() throws {
        let test = try Self.household()

        let totals = try test.household.container.read { context in
            try test.household.figures.totalsByType(of: ItemQuery(), in: context)
        }

        #expect(
            totals == [
                1: ItemTotals(count: 1, valueInDollars: 50),
                2: ItemTotals(count: 1, valueInDollars: 2_000),
                nil: ItemTotals(count: 1, valueInDollars: 100),
            ])
    }

    @Test("Facets are what each of the queries would give by itself")
    func facets() throws {
        let test = try Self.household()
        let types: [ItemQuery.TypeFilter?] = [nil, ItemQuery.TypeFilter.none, .type(1), .type(9)]
        var queries: [ItemQuery] = []
        for type in types {
            for limit in [nil, 0, 40, 51, 101] as [Int32?] {
                for hasImage in [nil, true, false] as [Bool?] {
                    var query = ItemQuery()
                    query.search = "r"
                    query.maxValue = 1_999
                    query.assetType = type
                    query.minValue = limit
                    query.hasImage = hasImage
                    queries.append(query)
                }
            }
        }

        try test.household.container.read { context in
            let figures = test.household.figures
            for query in queries {
                let facets = try figures.facets(of: query, in: context)
                var valued = query
                valued.minValue = ItemFacets.highValue
                var typeless = query
                typeless.assetType = nil

                #expect(try facets.totals(of: query) == ItemTotals(query, in: context))
                #expect(try facets.totals(of: valued) == ItemTotals(valued, in: context))
                #expect(
                    try facets.totalsByType(of: query) == ItemTotals.byType(typeless, in: context))
            }
        }
    }

    private static func names(_ query: ItemQuery) throws -> String {
        let test = try household()
        return try test.household.container.read { context in
            try context.fetch(query.fetchRequest(context.coordinator)).compactMap(\.itemName)
                .sorted().joined(separator: ",")
        }
    }

    private static func household() throws -> TestHousehold {
        let test = try TestHousehold()
        try test.add(["Red sofa", "Café table", "Ring"])
        try test.household.container.write { context in
            let table = try TestHousehold.item("Café table", context)
            let ring = try TestHousehold.item("Ring", context)
            table.assetType = try AssetType.labelled("Furniture", in: context)
            table.serialNumber = "ZX-9"
            table.valueInDollars = 50
            ring.assetType = try AssetType.labelled("Jewelry", in: context)
            ring.valueInDollars = 2_000
            ring.thumbnail = Data([1, 2, 3])
            try TestHousehold.item("Red sofa", context).valueInDollars = 100
            try test.household.save(context)
        }
        return test
    }
}
