import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("What things are worth together, in two currencies")
struct WorthTests {
    @Test(
        "A sum without a part is left out, and the two are never one",
        arguments: [
            ("EUR", "1200", 340, "€1,200.00 and $340"), ("EUR", "1200", 0, "€1,200.00"),
            ("EUR", nil, 340, "$340"), ("EUR", nil, 0, "€0.00"),
            ("EUR", "0", 340, "€0.00 and $340"),
            ("JPY", "1200", 5, "¥1,200 and $5"), ("CHF", "2.50", 5, "CHF\u{A0}2.50 and $5"),
            ("USD", nil, 90_490, "$90,490"), ("USD", nil, 0, "$0"),
        ] as [(String, String?, Int64, String)])
    func text(code: String, replacement: String?, dollars: Int64, text: String) throws {
        let worth = Worth(
            currency: try #require(Currency(code)),
            replacementValue: replacement.flatMap { Decimal(string: $0) }, valueInDollars: dollars)

        #expect(worth.text == text)
    }

    @Test(
        "Each thing counts once: with its replacement value where that is known, or else in dollars"
    )
    func totals() throws {
        let euro = try #require(Currency("EUR"))
        var totals = ItemTotals(Self.value(1_480, "1200"))
        totals += ItemTotals(Self.value(5, "1.50", quantity: 4))
        totals += ItemTotals(Self.value(340, nil), count: 2)

        #expect(totals.count == 4)
        #expect(totals.valueInDollars == 2_180)
        #expect(
            totals.worth(in: euro)
                == Worth(currency: euro, replacementValue: 1_206, valueInDollars: 680))
        // Dollars are what the values are in: nothing else is added to them, or left out.
        #expect(totals.worth(in: .dollar) == Worth(currency: .dollar, valueInDollars: 2_180))
    }

    @Test("What is taken away again leaves nothing behind")
    func takenAway() throws {
        var totals = ItemTotals(Self.value(340, nil))
        totals += ItemTotals(Self.value(5, "0.10", quantity: 3))
        totals += ItemTotals(Self.value(5, "0.10", quantity: 3), count: -1)

        #expect(totals == ItemTotals(count: 1, valueInDollars: 340))
        #expect(totals.replacementValue == nil)
    }

    @Test("They are put in an order by their numbers, however large these are")
    func ranks() throws {
        let euro = try #require(Currency("EUR"))
        func rank(_ replacement: Decimal?, _ dollars: Int64) -> Int64 {
            Worth(currency: euro, replacementValue: replacement, valueInDollars: dollars).rank
        }

        #expect(rank(nil, 340) == 340)
        #expect(rank(1_200, 340) == 1_540)
        #expect(rank(Decimal(string: "0.50"), 0) == 1)
        #expect(rank(Decimal(string: "99999999999999999999999"), 5) == 1_000_000_000_000_000)
        #expect(rank(nil, .max) == 1_000_000_000_000_000)
    }

    @Test("The store adds up exactly what a sum in decimal numbers is")
    func stored() throws {
        let test = try TestHousehold()
        let euro = try #require(Currency("EUR"))
        try test.household.container.write { context in
            for number in 0..<30 {
                let item = try Item.append(in: context)
                item.itemName = "Thing \(number)"
                item.valueInDollars = 7
                item.quantity = Int32(number % 3 + 1)
                // A tenth is no sum of halves: in binary numbers thirty of them are not three.
                item.replacementValue = number < 20 ? Decimal(string: "0.10") : nil
            }
            try test.household.save(context)
        }

        let totals = try test.household.container.read { context in
            try test.household.inventoryCache.totals(of: ItemQuery(), in: context)
        }

        // 7 of one, 7 of two and 6 of three pieces among the first twenty.
        #expect(totals.replacementValue == Decimal(string: "3.9"))
        #expect(totals.worth(in: euro).text == "€3.90 and $147")
    }

    private static func value(
        _ dollars: Int32, _ replacement: String?, quantity: Int32 = 1
    ) -> ItemValue {
        ItemValue(
            valueInDollars: dollars,
            replacementValue: replacement.flatMap { Decimal(string: $0) }, quantity: quantity)
    }
}
