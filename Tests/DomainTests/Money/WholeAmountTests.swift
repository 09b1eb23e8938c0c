import Domain
import Foundation
import Testing

struct WholeAmountTests {
    @Test(
        "An amount in any common notation is read",
        arguments: [
            ("1234", 1234), ("0", 0), ("1,234", 1234), ("12,345", 12345), ("1,234,567", 1_234_567),
            ("1.234.567", 1_234_567), ("1 234", 1234), ("1\u{A0}234", 1234),
            ("1\u{202F}234\u{202F}567", 1_234_567), ("1'234", 1234), ("1’234", 1234),
            ("$1,234.00", 1234), ("$ 12", 12), ("12 $", 12), ("US$5", 5), ("12 USD", 12),
            ("1.234,00", 1234), ("1 234,00", 1234), ("12.00", 12), ("12,0", 12), ("  7 ", 7),
            ("٣٤٥", 345), ("١٬٢٣٤", 1234), ("１２", 12), ("12,34,567", 1_234_567),
            ("+5", 5), ("-0", 0), ("007", 7), ("2147483647", Int(Int32.max)),
        ])
    func readable(text: String, amount: Int) throws {
        #expect(try WholeAmount.parse(text) == Int32(amount))
    }

    @Test("A chosen region decides what a mark before three digits means")
    func regions() throws {
        let (german, american) = (try #require(Region("de_DE")), try #require(Region("en_US")))

        #expect(try WholeAmount.parse("1.234", by: german) == 1234)
        #expect(try WholeAmount.parse("1.234,00", by: german) == 1234)
        #expect(try WholeAmount.parse("$1,234", by: american) == 1234)
        #expect(throws: WholeAmountFault.cents("1.234", below: 1)) {
            try WholeAmount.parse("1.234", by: american)
        }
    }

    @Test("An empty text is not an amount", arguments: ["", " ", "\u{A0}"])
    func empty(text: String) throws {
        #expect(try WholeAmount.parse(text) == nil)
    }

    @Test(
        "Text that is not a number is refused and quoted",
        arguments: [
            "12,5x", "abc", "1e9", "NaN", "0x10", "12.", "1,,2", "1,23,4", "12 34", "$", "-",
            "1,234,56", "1.2.3", "½", "²", "1 2 3", "--5", "1,234.567.890",
        ])
    func unreadable(text: String) {
        #expect(throws: WholeAmountFault.unreadable(text)) { try WholeAmount.parse(text) }
    }

    @Test(
        "Cents are refused with the reason, never truncated",
        arguments: [
            ("19,99", 19), ("19.99", 19), ("12,5", 12), (".50", 0), ("1.234,56", 1_234),
            ("1,234.56", 1_234), ("0.123", 0), ("1.2345", 1), ("2147483646.50", 2_147_483_646),
        ])
    func cents(text: String, below: Int) {
        let fault = #expect(throws: WholeAmountFault.self) { try WholeAmount.parse(text) }

        #expect(fault == .cents(text, below: below))
        #expect(fault?.readings == [below, below + 1])
    }

    @Test("Cents are asked about with the adjacent whole amounts, in their currency")
    func centsInCurrency() throws {
        let euro = try #require(Currency("EUR"))
        let fault = #expect(throws: WholeAmountFault.self) {
            try WholeAmount.parse("1.499,99 €", in: euro)
        }

        #expect(fault?.message(in: euro).hasSuffix("is it €1,499 or €1,500?") == true)
    }

    @Test(
        "The symbol of another currency is a fault that names both",
        arguments: [("USD", "5 €"), ("EUR", "$5"), ("EUR", "5 USD"), ("JPY", "€5.50")])
    func foreign(code: String, text: String) throws {
        let currency = try #require(Currency(code))
        let fault = #expect(throws: WholeAmountFault.self) {
            try WholeAmount.parse(text, in: currency)
        }

        #expect(fault == .foreign(text, currency))
        #expect(fault?.message(in: currency).contains("amounts here are in \(code)") == true)
    }

    @Test(
        "The symbol or code of the currency may accompany the amount",
        arguments: [
            ("EUR", "€1,234"), ("EUR", "1.234.567 €"), ("EUR", "EUR 5"), ("JPY", "¥1.234"),
            ("CHF", "CHF 1'234"),
        ])
    func ownSign(code: String, text: String) throws {
        let currency: Currency = try #require(Currency(code))
        let amount = try WholeAmount.parse(text, in: currency)

        #expect(amount == Int32(text.filter(\.isNumber)))
    }

    @Test("A negative amount is refused", arguments: ["-5", "−5", "(5)", "-$5", "$-5"])
    func negative(text: String) {
        #expect(throws: WholeAmountFault.negative(text)) { try WholeAmount.parse(text) }
    }

    @Test(
        "An amount that the attribute cannot store is refused",
        arguments: ["2147483648", "99999999999999999999", "3,000,000,000", "2147483647.50"])
    func tooLarge(text: String) {
        #expect(throws: WholeAmountFault.tooLarge(text)) { try WholeAmount.parse(text) }
    }

    @Test("A point before three digits is ambiguous, and the question contains the answer")
    func ambiguous() {
        let text = "1.234"
        let fault = #expect(throws: WholeAmountFault.self) { try WholeAmount.parse(text) }

        #expect(fault == .ambiguous(text, whole: "1234"))
        #expect(fault?.message() == "is “\(text)” $1,234? Write 1234, without cents")
    }

    @Test(
        "An amount is shown with commas between thousands, and without cents",
        arguments: [
            ("USD", 0, "$0"), ("USD", 999, "$999"), ("EUR", 1480, "€1,480"),
            ("JPY", 1_234_567, "¥1,234,567"),
        ])
    func shown(code: String, amount: Int64, text: String) throws {
        let currency = try #require(Currency(code))

        #expect(currency.wholeText(amount) == text)
    }

    @Test(
        "Cents are shown if there are any",
        arguments: [("1200", "€1,200"), ("1200.5", "€1,200.50"), ("0.01", "€0.01")])
    func short(amount: String, text: String) throws {
        let euro = try #require(Currency("EUR"))

        #expect(euro.shortText(try #require(Decimal(string: amount))) == text)
    }
}
