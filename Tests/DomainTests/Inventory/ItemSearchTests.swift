import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Lists of items that the store searches, sorts and sums")
struct ItemSearchTests {
    @Test("The store finds and sums what each item says of itself, after every change")
    func following() throws {
        let test = try TestHousehold()
        let household = test.household
        var random = SeededNumbers(state: 17)
        try test.add((0..<15).map { "Thing \($0)" })
        for _ in 0..<100 {
            try household.container.write { context in
                try Self.change(household, &random, in: context)
                try household.save(context)
            }
            try household.container.read { context in
                try Self.compare(household, context)
            }
        }
    }

    private static func compare(_ household: Household, _ context: ManagedObjectContext) throws {
        var request = FetchRequest<Item>()
        request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
        let items = try context.fetch(request)
        for item in items { #expect(ItemFigures(of: item) == ItemFigures(storedIn: item)) }
        for query in queries {
            let condition = try query.condition(in: context)
            var wanted: [Item] = []
            var sum = ItemTotals()
            for item in items where try condition.evaluate(with: item) {
                wanted.append(item)
                if (item.soldDate != nil) == (query.sold ?? false) { sum += ItemTotals(item.value) }
            }
            let found = try context.fetch(query.fetchRequest(in: context))
            let totals = try household.inventoryCache.totals(of: query, in: context)
            #expect(found == wanted, "\(query)")
            #expect(totals == sum, "\(query)")
        }
    }

    @Test("A distant page equals that of the store, in every order")
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
        for query in Self.sortedQueries {
            try household.container.read { context in
                var request = try query.fetchRequest(in: context)
                let all = try context.fetch(request)
                request.fetchOffset = 1_200
                request.fetchLimit = 50
                #expect(try context.fetch(request) == Array(all.dropFirst(1_200).prefix(50)))
            }
        }
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
    ].flatMap { [sorted(by: $0), sorted(by: $0, ascending: false)] }

    private static let queries = [
        "thing", "1", "zx1", "furniture", "thing zx", "A-0004", "a5", "acme thing", "bob",
        "bob thing", "oil", "room 1", "o", "zx-1", "mark",
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
        typed.assetType = .oneOf([1])
        var placed = plain
        placed.location = .oneOf([1, 3])
        var homeless = plain
        homeless.location = ItemQuery.Reference.none
        return [plain, sold, valued, typed, placed, homeless]
    }

    private static func change(
        _ household: Household, _ random: inout SeededNumbers, in context: ManagedObjectContext
    ) throws {
        let items = try context.fetch(FetchRequest<Item>())
        let item = try #require(items.randomElement(using: &random))
        let types = try AssetType.all(in: context)
        let locations = try context.fetch(FetchRequest<Location>())
        switch Int.random(in: 0...19, using: &random) {
        case 19:
            let tag = try Tag.all(in: context).first ?? Tag(context: context)
            tag.name = "Mark"
            item.setTags(item.tags.isEmpty ? [tag] : [])
        case 0: item.valueInDollars = Int32.random(in: 0...90, using: &random)
        case 1: item.assetType = types.randomElement(using: &random)
        case 2: item.soldDate = item.soldDate == nil ? Date() : nil
        case 3: item.thumbnail = item.hasThumbnail ? nil : Data([1])
        case 4 where items.count > 8: context.delete(item)
        case 5: item.itemName = "Thing \(random.next() % 20)"
        case 6: try ItemOrder.move(item, to: 3, in: context)
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
