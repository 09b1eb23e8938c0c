import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Derived values by which the store counts, sums and searches items")
struct ItemFiguresTests {
    /// Three items, one of them with all values.
    private static func household() throws -> TestHousehold {
        let test = try TestHousehold()
        try test.add(["Sofa", "Lamp", "Ring"])
        try test.household.container.write { context in
            let ring = try TestHousehold.item("Ring", context)
            (ring.valueInDollars, ring.quantity, ring.serialNumber) = (51, 3, "A-1 b")
            ring.replacementValue = Decimal(string: "19.99")
            ring.thumbnail = Data([1])
            try test.household.save(context)
        }
        return test
    }

    private static func figures(_ household: Household) throws -> [ItemFigures] {
        try household.container.read { context in
            try context.fetch(ItemQuery().fetchRequest(in: context)).map(
                ItemFigures.init(storedIn:))
        }
    }

    /// Writes items as a program that knows nothing of their figures.
    private static func write(
        _ values: [String: FetchExpression], _ household: Household
    ) throws {
        var request = BatchUpdateRequest(entityName: "Item")
        request.propertiesToUpdate = values
        try household.container.write { context in
            _ = try context.execute(request)
            try context.save()
        }
    }

    private static let plain = ItemFigures(hasPhoto: false, isValuable: false, totalValueCents: 0)
    private static let ring = ItemFigures(
        hasPhoto: true, isValuable: false, plainSerialNumber: "A1b",
        worth: Decimal(string: "19.99"), totalWorthCents: 5_997, totalValueCents: 15_300)

    @Test("They are derived at each save, and deleted with the item")
    func saving() throws {
        let test = try Self.household()
        #expect(try Self.figures(test.household) == [Self.plain, Self.plain, Self.ring])

        try test.household.container.write { context in
            let ring = try TestHousehold.item("Ring", context)
            (ring.valueInDollars, ring.serialNumber) = (50, "A1")
            (ring.replacementValue, ring.thumbnail) = (nil, nil)
            try test.household.save(context)
        }

        let cheap = ItemFigures(
            hasPhoto: false, isValuable: false, worth: 50, totalWorthCents: 15_000,
            totalValueCents: 15_000)
        #expect(try Self.figures(test.household).last == cheap)
    }

    @Test("An absurdly large amount counts as the largest that a store can add up")
    func bounds() {
        let value = ItemValue(
            valueInDollars: .max, replacementValue: Decimal(string: "9999999999999.99"),
            quantity: 100_000)

        #expect(value.totalValueCents == 10_000_000_000_000)
        #expect(value.totalWorthCents == 10_000_000_000_000)
        #expect(Cents.nearest(Decimal(string: "0.125") ?? 0) == 13)
        #expect(Cents.nearest(Decimal(string: "99999999999999999999") ?? 0) == .max)
    }

    @Test("Items of earlier versions get them when the household is opened")
    func opening() throws {
        let test = try Self.household()
        try Self.write(
            ["totalValueCents": .value(nil), "worth": .value(nil), "hasPhoto": .value(false)],
            test.household)
        try test.household.close()

        let household = try Household(directory: test.directory)
        defer { try? household.close() }

        #expect(try Self.figures(household) == [Self.plain, Self.plain, Self.ring])
    }

    @Test("Items that another program has changed are found and updated")
    func others() throws {
        let test = try Self.household()
        let household = test.household
        #expect(try household.container.read { try Item.withWrongFigures(in: $0).isEmpty })

        try Self.write(["valueInDollars": .value(60)], household)

        let names = try household.container.read { context in
            try Item.withWrongFigures(in: context).map(\.name)
        }
        #expect(names.sorted() == ["Lamp", "Ring", "Sofa"])
        try household.updateDerivedValues()
        #expect(try household.container.read { try Item.withWrongFigures(in: $0).isEmpty })
        let total = try household.container.read { context in
            try household.inventoryCache.totals(of: ItemQuery(), in: context).valueInDollars
        }
        #expect(total == 300)
    }
}
