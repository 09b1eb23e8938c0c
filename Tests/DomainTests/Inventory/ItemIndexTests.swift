import Foundation
import Persistence
import Testing

@testable import Domain

struct ItemIndexTests {
    @Test("What is found in memory is what the store finds, after every kind of change")
    func following() throws {
        let test = try TestHousehold()
        let household = test.household
        var random = SeededNumbers(state: 17)
        try test.add((0..<15).map { "Thing \($0)" })
        try household.container.read { try household.itemIndex.warm(in: $0) }
        for _ in 0..<100 {
            try household.container.write { context in
                try Self.change(household, &random, in: context)
                try household.save(context)
            }
            try household.container.read { context in
                // A new name is found at once, and sorted once it is read.
                try household.itemIndex.warm(in: context)
                #expect(household.itemIndex.isReady)
                for query in Self.queries {
                    let found = try #require(household.itemIndex.found(query, in: context))
                    let stored = try context.fetchObjectIDs(
                        query.fetchRequest(in: context)
                    ).compactMap(\.recordNumber)
                    #expect(found.numbers(of: query) == stored)
                    let facets = try ItemFacets(ItemFacets.key(query), in: context)
                    #expect(found.facets.totals(of: query) == facets.totals(of: query))
                    #expect(found.facets.totalsByType(of: query) == facets.totalsByType(of: query))
                }
                for query in Self.sortedQueries {
                    let stored = try context.fetchObjectIDs(
                        query.fetchRequest(in: context)
                    ).compactMap(\.recordNumber)
                    #expect(
                        household.itemIndex.numbers(of: query, in: context) == stored,
                        "\(query.sortDescriptors)")
                }
            }
        }
    }

    @Test("Until it is read, and for a person's own condition, the store is asked")
    func cold() throws {
        let test = try TestHousehold()
        let household = test.household
        try test.add(["Sofa"])
        var query = ItemQuery()
        query.search = "sofa"
        try household.container.read { context in
            #expect(household.itemIndex.found(query, in: context) == nil)
        }
        #expect(household.isCold)

        try household.container.read { try household.itemIndex.warm(in: $0) }

        try household.container.read { context in
            #expect(household.itemIndex.found(query, in: context)?.numbers(of: query) == [1])
            query.predicate = try FetchPredicate(format: "valueInDollars == 0")
            #expect(household.itemIndex.found(query, in: context) == nil)
        }
        #expect(household.itemIndex.isReady)
        // Of several servers, each asks the store for places until the order is in memory too.
        #expect(household.isCold)
        _ = try household.container.read { try household.itemOrder.count(in: $0) }
        #expect(!household.isCold)
    }

    @Test("After a save that nobody was told of, what is in memory is read again")
    func unknownSave() throws {
        let test = try TestHousehold()
        let household = test.household
        try test.add(["Sofa"])
        func warm() throws {
            try household.container.read { context in
                try household.itemIndex.warm(in: context)
                _ = try household.itemOrder.count(in: context)
            }
        }
        try warm()
        #expect(!household.isCold)

        let other = ManagedObjectContext(household.container)
        try Item.append(in: other).itemName = "Lamp"
        try other.save()

        #expect(household.isCold)
        try warm()
        #expect(!household.isCold)
        var query = ItemQuery()
        query.search = "lamp"
        try household.container.read { context in
            #expect(household.itemIndex.found(query, in: context)?.numbers(of: query) == [2])
        }
    }

    @Test("A page far from the beginning is the one that the store has there, in every order")
    func farPages() throws {
        let test = try TestHousehold()
        let household = test.household
        try household.container.write { context in
            for number in 0..<1_300 {
                let item = Item(context: context)
                item.itemName = "Thing \(number * 7 % 100)"
                item.orderingValue = Double(number * 11 % 1_300)
                item.valueInDollars = Int32(number % 9)
            }
            try household.save(context)
        }
        var query = ItemQuery()
        for sort in ["", "itemName", "valueInDollars"] {
            query.sortDescriptors = sort.isEmpty ? [] : [FetchSortDescriptor(sort)]
            try household.container.read { context in
                var request = try query.fetchRequest(in: context)
                request.fetchOffset = 1_200
                request.fetchLimit = 50
                let stored = try context.fetchObjectIDs(request).compactMap(\.recordNumber)
                #expect(
                    try household.itemPages.numbers(of: query, nil, offset: 50, in: context) == nil)
                let kept = try #require(
                    try household.itemPages.numbers(of: query, nil, offset: 1_200, in: context))
                #expect(Array(kept[1_200..<1_250]) == stored)
            }
        }
    }

    @Test("An order that a save has made wrong is asked from the store until it is read again")
    func unknownOrders() throws {
        let test = try TestHousehold()
        let household = test.household
        try test.add(["Sofa", "Lamp", "Chair"])
        try household.container.read { try household.itemIndex.warm(in: $0) }
        func numbers(_ key: String) throws -> [Int64]? {
            try household.container.read { context in
                household.itemIndex.numbers(of: Self.sorted(by: key), in: context)
            }
        }
        #expect(try numbers("itemName") == [3, 2, 1])

        try household.container.write { context in
            try TestHousehold.item("Chair", context).itemName = "Table"
            try household.save(context)
        }
        #expect(try numbers("itemName") == nil)
        #expect(try numbers("serialNumber") == [1, 2, 3])
        #expect(household.isCold)

        try household.container.read { try household.itemIndex.warm(in: $0) }
        #expect(try numbers("itemName") == [2, 1, 3])
    }

    @Test("Sorting by keys leaves those with the same key in their order, whatever their bits")
    func stableSorting() {
        var random = SeededNumbers(state: 5)
        let values: [Double?] = (0..<3_000).map { index in
            switch index % 5 {
            case 0: nil
            case 1: Double(Int.random(in: -9...9, using: &random))
            case 2: -0.0
            default: Double.random(in: -1e9...1e9, using: &random)
            }
        }
        var rows = values.indices.map(Int32.init)
        rows.sortStably { SortKey.of(values[Int($0)]) }

        let expected = values.indices.sorted { first, second in
            let pair = (values[first] ?? -.infinity, values[second] ?? -.infinity)
            return pair.0 == pair.1 ? first < second : pair.0 < pair.1
        }
        #expect(rows.map(Int.init) == expected)
        let keys = [Int64.min, -1, 0, 1, .max].map { SortKey.of($0) }
        #expect(keys == keys.sorted())
    }

    private static func sorted(by key: String, ascending: Bool = true) -> ItemQuery {
        let isText = ["itemName", "serialNumber", "assetType.label"].contains(key)
        var query = ItemQuery()
        query.sortDescriptors = [
            FetchSortDescriptor(
                key, ascending: ascending, comparison: isText ? .localizedStandard : .plain)
        ]
        return query
    }

    private static let sortedQueries = [
        "itemName", "serialNumber", "assetType.label", "valueInDollars", "dateCreated",
        "orderingValue", "itemKey", "soldDate",
    ].flatMap { key in
        var typed = sorted(by: key, ascending: false)
        typed.assetType = .type(1)
        var unsold = sorted(by: key)
        unsold.sold = false
        unsold.location = .oneOf([1, 2])
        return [sorted(by: key), sorted(by: key, ascending: false), typed, unsold]
    }

    private static let queries = [
        "thing", "1", "zx1", "furniture", "thing zx", "A-0004", "a5", "acme thing", "bob",
        "bob thing", "oil",
    ].flatMap { search in
        var plain = ItemQuery()
        plain.search = search
        var sold = plain
        sold.sold = true
        var valued = plain
        valued.minValue = 20
        valued.maxValue = 70
        valued.hasImage = true
        var typed = plain
        typed.assetType = .type(1)
        var placed = plain
        placed.location = .oneOf([1, 3])
        var homeless = plain
        homeless.location = ItemQuery.LocationFilter.none
        return [plain, sold, valued, typed, placed, homeless]
    }

    private static func change(
        _ household: Household, _ random: inout SeededNumbers, in context: ManagedObjectContext
    ) throws {
        let items = try context.fetch(FetchRequest<Item>())
        let item = try #require(items.randomElement(using: &random))
        let types = try AssetType.all(in: context)
        let locations = try context.fetch(FetchRequest<Location>())
        switch Int.random(in: 0...18, using: &random) {
        case 0: item.valueInDollars = Int32.random(in: 0...90, using: &random)
        case 1: item.assetType = types.randomElement(using: &random)
        case 2: item.soldDate = item.soldDate == nil ? Date() : nil
        case 3: item.thumbnail = item.hasThumbnail ? nil : Data([1])
        case 4 where items.count > 8: context.delete(item)
        case 5: item.itemName = "Thing \(random.next() % 20)"
        case 6: try household.itemOrder.move(item, to: 3, in: context)
        case 7: item.serialNumber = "ZX-\(random.next() % 20)"
        case 9: item.location = locations.randomElement(using: &random)
        case 10:
            item.quantity = Int32.random(in: 1...4, using: &random)
            item.replacementValue =
                item.replacementValue == nil
                ? Cents.amount(Int64.random(in: 0...99_999, using: &random)) : nil
        case 11: item.trashedDate = Date()
        case 14:
            let maker = "Acme \(random.next() % 3)"
            let keys = ["manufacturer", "modelNumber", "seller", "insurance"]
            let key = keys[Int(random.next() % 4)]
            try item.setValue(random.next() % 3 == 0 ? nil : maker, forKey: key)
        case 15:
            let loan = Loan(context: context)
            (loan.borrower, loan.since, loan.item) = ("Bob \(random.next() % 3)", Date(), item)
        case 16: item.openLoan()?.returned = Date()
        case 17:
            let task = CareTask(context: context)
            (task.title, task.item) = ("Oil it", item)
        case 18:
            if let task = item.careTasks.first { context.delete(task) }
        case 12:
            let trashed = try context.fetch(Item.trashedRequest)
            trashed.randomElement(using: &random)?.trashedDate = nil
        case 13 where locations.count < 4:
            Location(context: context).name = "Room \(locations.count + 1)"
        case 8: types.first?.label = types.first?.label == "Tools" ? "Furniture" : "Tools"
        default:
            let new = try Item.append(in: context)
            new.itemName = "Thing"
            new.assetType = types.first
        }
    }
}
