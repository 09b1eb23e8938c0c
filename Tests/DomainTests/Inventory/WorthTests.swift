import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("The value of items")
struct WorthTests {
    @Test(
        "One amount counts: the price of a new one, or else the value; 0 counts as none",
        arguments: [
            (100, "499.99", "499.99"), (100, nil, "100"), (0, "499.99", "499.99"),
            (100, "0", "100"),
            (0, nil, nil), (0, "0", nil),
        ] as [(Int32, String?, String?)])
    func worth(value: Int32, replacement: String?, worth: String?) {
        #expect(Self.value(value, replacement).worth == worth.flatMap { Decimal(string: $0) })
    }

    @Test("Each item counts with its quantity, and items without a value are in no sum")
    func totals() {
        var totals = ItemTotals(Self.value(1_480, "1200"))
        totals += ItemTotals(Self.value(5, "1.50", quantity: 4))
        totals += ItemTotals(Self.value(340, nil), count: 2)
        totals += ItemTotals(Self.value(0, nil, quantity: 3))

        #expect(totals.count == 5)
        #expect(totals.valuedCount == 4)
        #expect(totals.valueInDollars == 2_180)
        #expect(totals.worth == 1_886)
        #expect(ItemTotals(Self.value(0, nil)).worth == nil)
    }

    @Test("The store’s sum equals the exact decimal sum")
    func stored() throws {
        let test = try TestHousehold()
        try test.household.container.write { context in
            for number in 0..<30 {
                let item = try Item.append(in: context)
                item.itemName = "Thing \(number)"
                item.valueInDollars = 7
                item.quantity = Int32(number % 3 + 1)
                // A tenth is not a sum of powers of two: thirty binary tenths are not exactly three.
                item.replacementValue = number < 20 ? Decimal(string: "0.10") : nil
            }
            try test.household.save(context)
        }

        let totals = try test.household.container.read { context in
            try test.household.inventoryCache.totals(of: ItemQuery(), in: context)
        }

        // 7 of one, 7 of two and 6 of three pieces among the first twenty; the others are 21 pieces.
        #expect(totals.worth == Decimal(string: "150.9"))
        #expect(totals.valueInDollars == 420)
    }

    @Test("Filters and orders use the value to the cent; items without one are in no range")
    func queries() throws {
        let test = try Self.household()
        func names(_ query: ItemQuery) throws -> [String] {
            try test.household.container.read { context in
                try context.fetch(query.fetchRequest(in: context)).compactMap(\.itemName)
            }
        }
        var (least, greatest, ordered) = (ItemQuery(), ItemQuery(), ItemQuery())
        least.minValue = Decimal(string: "499.99")
        greatest.maxValue = Decimal(string: "499.98")
        ordered.sortDescriptors = [FetchSortDescriptor("worth", ascending: false)]

        #expect(try names(least) == ["Television"])
        #expect(try names(greatest) == ["Lamp"])
        #expect(try names(ordered) == ["Television", "Lamp", "Letter"])
    }

    @Test("An item’s suggested price is its value, if the currency can represent it")
    func price() throws {
        let test = try Self.household()
        let yen = try #require(Currency("JPY"))
        try test.household.container.read { context in
            let television = try TestHousehold.item("Television", context)
            #expect(television.price(in: .dollar) == Decimal(string: "499.99"))
            #expect(television.price(in: yen) == nil)
            #expect(try TestHousehold.item("Lamp", context).price(in: yen) == 40)
            #expect(try TestHousehold.item("Letter", context).price(in: .dollar) == nil)
        }
    }

    /// A television with the price of a new one, a lamp with a value, and a letter with neither.
    static func household() throws -> TestHousehold {
        let test = try TestHousehold()
        try test.add(["Lamp", "Letter", "Television"])
        try test.household.container.write { context in
            try TestHousehold.item("Lamp", context).valueInDollars = 40
            let television = try TestHousehold.item("Television", context)
            television.valueInDollars = 300
            television.replacementValue = Decimal(string: "499.99")
            try test.household.save(context)
        }
        return test
    }

    private static func value(
        _ value: Int32, _ replacement: String?, quantity: Int32 = 1
    ) -> ItemValue {
        ItemValue(
            valueInDollars: value,
            replacementValue: replacement.flatMap { Decimal(string: $0) }, quantity: quantity)
    }
}
