import Foundation
import Testing

@testable import Domain

struct CurrencyTests {
    @Test(
        "An amount is written with the symbol and the decimals of its currency",
        arguments: [
            ("USD", "1234.5", "$1,234.50"), ("eur", "12.5", "€12.50"),
            ("USD", "-100", "−$100.00"), ("USD", "1234567890123.45", "$1,234,567,890,123.45"),
            ("USD", "1000", "$1,000.00"), ("USD", "0.125", "$0.125"),
            ("EUR", "-0.05", "−€0.05"), ("JPY", "1234567", "¥1,234,567"),
            ("CHF", "12.5", "CHF\u{A0}12.50"), ("JPY", "-5", "−¥5"),
            // Cents from an earlier currency stay visible.
            ("JPY", "12.5", "¥12.50"),
        ])
    func text(code: String, amount: String, text: String) throws {
        let currency = try #require(Currency(code))
        let amount = try #require(Decimal(string: amount))

        #expect(currency.text(amount) == text)
    }

    @Test(
        "Invalid codes, and currencies with three decimals, are refused",
        arguments: ["", "EURO", "E", "KWD", "XXX"])
    func unknown(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test("Every currency can be chosen by its code, and its amounts are read as written")
    func all() throws {
        #expect(Currency.all.count > 140)
        for currency in Currency.all {
            #expect(Currency(currency.code) == currency)
            let text = currency.text(1234)
            #expect(try Money.parse("\(currency.code) 12", in: currency) == 12)
            #expect(text.hasSuffix(currency.places == 0 ? "1,234" : "1,234.00"), "\(text)")
            if currency.places == 2 {
                #expect(try Money.parse(text, in: currency) == 1234, "\(text)")
            }
        }
    }

    @Test(
        "An amount in another currency is refused with the name of the right one",
        arguments: [
            ("5 €", "USD"), ("EUR 1.234,50", "USD"), ("$5", "EUR"), ("5 Kč", ""),
            ("CHF5", "JPY"),
        ])
    func foreign(text: String, code: String) throws {
        let currency = try #require(Currency(code.isEmpty ? "USD" : code))

        let fault = #expect(throws: MoneyFault.self) { try Money.parse(text, in: currency) }

        let expected: MoneyFault =
            code.isEmpty ? .unreadable(text) : .foreign(text, currency)
        #expect(fault == expected)
        #expect(fault?.description.contains(code) == true || code.isEmpty)
        if !code.isEmpty { #expect(try Money.parse(text, in: nil) != nil) }
    }

    @Test("A mark before three digits separates thousands where there is no smaller unit")
    func thousands() throws {
        let (yen, euro) = (try #require(Currency("JPY")), try #require(Currency("EUR")))

        let fault = #expect(throws: MoneyFault.self) { try Money.parse("1.234", in: euro) }

        #expect(try Money.parse("1.234", in: yen) == 1234)
        #expect(try Money.parse("¥1,234", in: yen) == 1234)
        #expect(fault?.message(in: euro).contains("€1,234.00 or €1.23") == true)
    }

    @Test("Without a smaller unit, discounts, shares and taxes are whole, and add up")
    func rounding() throws {
        let yen = try #require(Currency("JPY"))
        let tenth = try #require(Percent(10))
        let third = try #require(Percent(Decimal(string: "33.333") ?? 0))
        for price in [7, 33, 105, 999, 12_345] {
            let line = PriceCalculation.Line(
                quantity: 1, unitPrice: Decimal(price), discount: .percent(third),
                tax: PriceCalculation.Tax(percent: tenth, isAdded: true))

            let calculation = try PriceCalculation(
                [line, line, line], discount: .percent(tenth), to: yen.unit)

            let parts = calculation.parts
            #expect(calculation.discount.isMultiple(of: 100))
            #expect(parts.reduce(0) { $0 + $1.share } == calculation.discount)
            for part in parts {
                #expect(
                    [part.discount, part.share, part.tax, part.adjustment]
                        .allSatisfy { $0.isMultiple(of: 100) })
            }
        }
    }
}
