import Foundation
import Persistence
import Testing

@testable import Domain

struct ItemQueryTests {
    private static let searches: [(text: String, names: String)] = [
        ("sofa", "Red sofa"), ("SOFA red", "Red sofa"), ("zx-9", "Café table"),
        ("zx9 cafe", "Café table"), ("9zx", ""),
        ("cafe", "Café table"), ("CAFÉ furn", "Café table"), ("jewel", "Ring"), ("harp", ""),
        ("red ring", ""), ("  ", "Café table,Red sofa,Ring"), ("50%", ""), ("_", ""),
        ("ＣＡＦＥ", "Café table"), ("zx‑9", "Café table"), ("ｚｘ９", "Café table"), ("'", ""), ("’", ""),
        ("\u{301}", ""), ("\u{200B}", "Café table,Red sofa,Ring"),
    ]

    @Test("Words match name, serial number and type in any order, regardless of case and accents")
    func search() throws {
        let test = try Self.household()
        for (text, expected) in Self.searches {
            var query = ItemQuery()
            query.search = text

            #expect(try Self.names(query, in: test) == expected, "\(text)")
        }
    }

    @Test("Filters select by type, value and picture")
    func filters() throws {
        var typed = ItemQuery()
        typed.assetType = .oneOf([1])
        var untyped = ItemQuery()
        untyped.assetType = ItemQuery.Reference.none
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

    @Test("The first page in manual order is read by its index, without sorting")
    func firstPage() throws {
        let test = try Self.household()
        try test.household.container.read { context in
            var request = try ItemQuery().fetchRequest(in: context)
            request.fetchLimit = 50

            let plan = try #require(try context.fetchPlans(for: request).first)

            #expect(plan.steps.count == 1)
            #expect(plan.steps.first?.contains("USING INDEX Z_Item_byOrder") == true)
        }
    }

    @Test("Totals cover the whole filter, and stay right after a save")
    func totals() throws {
        let test = try Self.household()
        func totals(_ query: ItemQuery) throws -> ItemTotals {
            try test.household.container.read { context in
                try test.household.inventoryCache.totals(of: query, in: context)
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

    @Test("Totals by type also count the items without one")
    func totalsByType() throws {
        let test = try Self.household()

        let totals = try test.household.container.read { context in
            try test.household.inventoryCache.totalsByType(of: ItemQuery(), in: context)
        }

        #expect(
            totals == [
                1: ItemTotals(count: 1, valueInDollars: 50),
                2: ItemTotals(count: 1, valueInDollars: 2_000),
                nil: ItemTotals(count: 1, valueInDollars: 100),
            ])
    }

    @Test("Facets equal the results of the separate queries")
    func facets() throws {
        let test = try Self.household()
        let types: [ItemQuery.Reference?] = [
            nil, ItemQuery.Reference.none, .oneOf([1]), .oneOf([9]),
        ]
        var queries: [ItemQuery] = []
        for type in types {
            for limit in [nil, 0, 40, 51, 101, ItemFacets.highValue] as [Decimal?] {
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
            let figures = test.household.inventoryCache
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

    @Test("Facets equal those of the store after every kind of change")
    func following() throws {
        let test = try Self.household()
        var random = SeededNumbers(state: 11)
        var queries = [ItemQuery(), ItemQuery(), ItemQuery(), ItemQuery(), ItemQuery()]
        queries[4].location = .oneOf([1, 2])
        queries[1].maxValue = 500
        queries[2].minValue = 300
        queries[3].search = "thing"
        try test.add((0..<20).map { "Thing \($0)" })
        for _ in 0..<120 {
            try test.household.container.write { context in
                let items = try context.fetch(FetchRequest<Item>())
                let item = try #require(items.randomElement(using: &random))
                let types = try AssetType.all(in: context)
                switch Int.random(in: 0...11, using: &random) {
                case 8:
                    item.quantity = Int32.random(in: 1...5, using: &random)
                    item.replacementValue = Cents.amount(
                        Int64.random(in: 0...99_999, using: &random))
                case 9:
                    let locations = try context.fetch(FetchRequest<Location>())
                    if locations.count < 3 { Location(context: context).name = "Room" }
                    item.location = locations.randomElement(using: &random)
                case 10: item.trashedDate = Date()
                case 11:
                    let trashed = try context.fetch(Item.trashedRequest)
                    trashed.randomElement(using: &random)?.trashedDate = nil
                case 0: item.valueInDollars = Int32.random(in: 0...700, using: &random)
                case 1: item.assetType = types.randomElement(using: &random)
                case 2: item.soldDate = item.soldDate == nil ? Date() : nil
                case 3: item.thumbnail = item.hasThumbnail ? nil : Data([1])
                case 4 where items.count > 10: context.delete(item)
                case 5: item.itemName = "Thing \(random.next() % 100)"
                case 6: try ItemOrder.move(item, to: 3, in: context)
                default:
                    let new = try Item.append(in: context)
                    new.itemName = "Thing"
                    new.valueInDollars = 60
                    new.assetType = types.first
                }
                try test.household.save(context)
            }
            try test.household.container.read { context in
                #expect(
                    try test.household.inventoryCache.totalsByLocation(in: context)
                        == InventoryCache(test.household.changes).totalsByLocation(in: context))
                for query in queries {
                    let facets = try test.household.inventoryCache.facets(of: query, in: context)
                    for sold in [nil, true] as [Bool?] {
                        var asked = query
                        asked.sold = sold
                        #expect(try facets.totals(of: asked) == ItemTotals(asked, in: context))
                        #expect(
                            try facets.totalsByType(of: asked)
                                == ItemTotals.byType(asked, in: context))
                    }
                }
            }
        }
    }

    private static func names(
        _ query: ItemQuery, in household: TestHousehold? = nil
    ) throws -> String {
        let test = try household ?? Self.household()
        return try test.household.container.read { context in
            try context.fetch(query.fetchRequest(in: context)).compactMap(\.itemName)
                .sorted().joined(separator: ",")
        }
    }

    private static func household() throws -> TestHousehold {
        let test = try TestHousehold()
        try test.add(["Red sofa", "Café table", "Ring"])
        try test.household.container.write { context in
            let table = try TestHousehold.item("Café table", context)
            let ring = try TestHousehold.item("Ring", context)
            table.assetType = try AssetType.labeled("Furniture", in: context)
            table.serialNumber = "ZX-9"
            table.valueInDollars = 50
            ring.assetType = try AssetType.labeled("Jewelry", in: context)
            ring.valueInDollars = 2_000
            ring.thumbnail = Data([1, 2, 3])
            try TestHousehold.item("Red sofa", context).valueInDollars = 100
            try test.household.save(context)
        }
        return test
    }
}

extension ItemTotals {
    /// Counts and sums the items of a query in the store, excluding sold ones unless it
    /// includes them.
    fileprivate init(_ query: ItemQuery, in context: ManagedObjectContext) throws {
        let request = try Self.unsold(query, context)
        self = try context.fetchDictionaries(request).reduce(into: ItemTotals()) {
            $0 += ItemTotals($1)
        }
    }

    /// The totals of each type, and of the items without one.
    fileprivate static func byType(
        _ query: ItemQuery, in context: ManagedObjectContext
    ) throws -> [Int64?: ItemTotals] {
        var request = try unsold(query, context)
        request.columns.append(("type", .keyPath(["assetType"])))
        request.propertiesToGroupBy += [.keyPath(["assetType"])]
        var totals: [Int64?: ItemTotals] = [:]
        for row in try context.fetchDictionaries(request) {
            var number: Int64?
            if case .object(let id) = row["type"] { number = id.recordNumber }
            totals[number, default: ItemTotals()] += ItemTotals(row)
        }
        return totals
    }

    private static func unsold(
        _ query: ItemQuery, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        var query = query
        query.sold = query.sold ?? false
        return try request(ofAll: query, context)
    }
}
