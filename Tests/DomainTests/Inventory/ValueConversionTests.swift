import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Conversion of values from an earlier version")
struct ValueConversionTests {
    /// A household in the format of an earlier version.
    private static func earlier(currency: String?) throws -> Household {
        let test = try WorthTests.household()
        try test.household.container.write { context in
            if let currency { try ShopProfile.make(in: context).currency = currency }
            for numbering in try context.fetch(FetchRequest<ItemNumbering>()) {
                numbering.valueNotice = nil
            }
            try test.household.save(context)
        }
        try test.household.close()
        return try Household(directory: test.directory)
    }

    private static func question(_ household: Household) throws -> ValueQuestion? {
        try household.container.read { context in
            try ValueNotice.question(in: household.shopCurrency.current, context)
        }
    }

    private static func values(_ household: Household) throws -> [Int32] {
        try household.container.read { context in
            try context.fetch(ItemQuery().fetchRequest(in: context)).map(\.valueInDollars)
        }
    }

    @Test(
        "A household in another currency is asked, one in dollars is informed",
        arguments: [("EUR", .currency), (nil, .totals)] as [(String?, ValueQuestion)])
    func asked(currency: String?, question: ValueQuestion) throws {
        let household = try Self.earlier(currency: currency)
        defer { try? household.close() }

        #expect(try Self.question(household) == question)
    }

    @Test("A household of this version is neither asked nor informed, whatever its currency")
    func current() throws {
        let test = try WorthTests.household()
        let household = test.household
        #expect(try Self.question(household) == nil)

        try household.container.write { context in
            try ShopProfile.make(in: context).currency = "EUR"
            try household.save(context)
        }

        #expect(test.household.shopCurrency.current.code == "EUR")
        #expect(try Self.question(household) == nil)
    }

    @Test(
        "A rate multiplies present and past values consistently, and can be undone"
    )
    func multiplied() throws {
        let household = try Self.earlier(currency: "EUR")
        defer { try? household.close() }
        try household.container.write { context in
            try TestHousehold.item("Lamp", context).valueInDollars = 3
            try household.save(context)
        }
        func history() throws -> [Int32] {
            try household.container.read { context in
                try TestHousehold.item("Lamp", context).valueHistory.map(\.value.valueInDollars)
            }
        }
        #expect(try history() == [0, 40, 3])

        let conversion = try household.container.write { context in
            let conversion = try ValueConversion.convert(by: 0.1, in: context)
            try household.save(context)
            return conversion
        }

        // Items with a value keep one, and the others get none.
        #expect(try Self.values(household) == [1, 0, 30])
        #expect(try history() == [0, 4, 1])
        #expect(conversion.count == 2)
        #expect(try Self.question(household) == nil)
        #expect(
            try household.container.read { try Item.withWrongFigures(in: $0).isEmpty })

        let count = try household.container.write { context in
            try TestHousehold.item("Television", context).valueInDollars = 31
            try household.save(context)
            let count = try conversion.undo(in: context)
            try household.save(context)
            return count
        }

        // Items that changed since stay as they are.
        #expect(count == 1)
        #expect(try Self.values(household) == [3, 0, 31])
        #expect(try history() == [0, 40, 3])
        #expect(try Self.question(household) == .currency)
    }

    @Test("A rate that makes a value too large changes nothing")
    func tooMuch() throws {
        let household = try Self.earlier(currency: "EUR")
        defer { try? household.close() }

        let fault = #expect(throws: ValueConversionFault.self) {
            try household.container.write { context in
                _ = try ValueConversion.convert(by: 100_000_000, in: context)
            }
        }

        #expect(fault?.value == 40)
        #expect(try Self.values(household) == [40, 0, 300])
    }

    @Test("Keeping the numbers can be undone too")
    func kept() throws {
        let household = try Self.earlier(currency: "EUR")
        defer { try? household.close() }

        let kept = try household.container.write { context in
            let kept = try ValueConversion.keep(in: context)
            try household.save(context)
            return kept
        }
        #expect(try Self.question(household) == nil)

        try household.container.write { context in
            _ = try kept.undo(in: context)
            try household.save(context)
        }
        #expect(try Self.question(household) == .currency)
        #expect(try Self.values(household) == [40, 0, 300])
    }

    @Test(
        "The currency can be changed until an invoice is issued or a day is closed"
    )
    func lock() throws {
        let test = try WorthTests.household()
        let household = test.household
        let lock = { try household.container.read { try ShopProfile.currencyLock(in: $0) } }
        #expect(try lock() == nil)

        try household.container.write { context in
            _ = try ClosedDay.close(
                .today(), opening: 0, counted: 0, note: nil, in: context)
            try household.save(context)
        }

        #expect(try lock()?.contains("closed days in USD") == true)
        try test.household.close()
    }
}
