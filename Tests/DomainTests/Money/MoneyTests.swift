import Foundation
import Testing

@testable import Domain

struct MoneyTests {
    @Test(
        "Amounts are read in every notation",
        arguments: [
            ("1234.5", "1234.50"), ("1,234.50", "1234.50"), ("1.234,50", "1234.50"),
            ("1 234,50", "1234.50"), ("1\u{A0}234,50", "1234.50"), ("1\u{2009}234,50", "1234.50"),
            ("1\u{202F}234,50", "1234.50"), ("1'234.50", "1234.50"), ("1’234.50", "1234.50"),
            ("$5", "5.00"), ("5 $", "5.00"), ("USD 5", "5.00"), ("5 USD", "5.00"), ("0", "0.00"),
            ("12,5", "12.50"), ("12.50", "12.50"), (".5", "0.50"), (",05", "0.05"),
            ("1,234,567.89", "1234567.89"), ("1.234.567,89", "1234567.89"),
            ("12,34,567.89", "1234567.89"), ("1.234.567", "1234567.00"), ("1 234", "1234.00"),
            ("0.10", "0.10"), ("1,234.500", "1234.50"), ("-0", "0.00"),
            ("٥٫٥", "5.50"), ("1234,5", "1234.50"), ("9999999999999.99", "9999999999999.99"),
            ("0.000", "0.00"), ("007", "7.00"), ("5.", "5.00"),
            ("5,", "5.00"), ("1,234.", "1234.00"), ("$5.", "5.00"),
        ])
    func notations(text: String, plain: String) throws {
        let amount = try #require(try Money.parse(text))

        #expect(Money.plainText(amount) == plain)
    }

    @Test(
        "An amount as programs write it is the same as with a sign of the currency",
        arguments: [
            "0", "7", "007", "100", "12.5", "12.50", "0.05", "0.00", "1234.10",
            "999999999999999", "9999999999999.99",
        ])
    func plain(text: String) throws {
        let amount = try #require(try Money.parse(text))

        #expect(try amount == Money.parse("$" + text))
        #expect(try "\(amount)" == "\(#require(try Money.parse("$" + text)))")
    }

    @Test("An empty text is not an amount")
    func empty() throws {
        #expect(try Money.parse("") == nil)
        #expect(try Money.parse(" \u{A0} ") == nil)
    }

    @Test(
        "Ambiguous amounts are reported with both readings",
        arguments: ["1.234", "1,234", "$1.234", "12.500"])
    func ambiguity(text: String) throws {
        let fault = #expect(throws: MoneyFault.self) { try Money.parse(text) }

        let readings = try #require(fault?.readings)
        #expect(readings.count == 2)
        #expect(readings[0] == (text == "12.500" ? 12_500 : 1234))
        #expect(readings[1] == Decimal(string: text == "12.500" ? "12.5" : "1.23"))
        for reading in readings {
            #expect(try Money.parse(Money.plainText(reading)) == reading)
        }
    }

    @Test("The question shows both amounts, and how to write each")
    func question() {
        let fault = #expect(throws: MoneyFault.self) { try Money.parse("1.235") }

        #expect(fault?.description == "is “1.235” $1,235.00 or $1.23? Write 1235.00 or 1.23")
    }

    @Test(
        "Text that is not an amount is a fault, never 0",
        arguments: [
            ("abc", .unreadable("abc")), ("1.2.3", .unreadable("1.2.3")), ("-5", .negative("-5")),
            ("(5)", .negative("(5)")), ("1e9", .unreadable("1e9")), ("NaN", .unreadable("NaN")),
            ("5 €", .foreign("5 €", .dollar)), ("1.2345", .tooPrecise("1.2345")),
            ("$", .unreadable("$")),
            ("0.001", .tooPrecise("0.001")), ("1,234.567", .tooPrecise("1,234.567")),
            ("12345678901234.56", .tooLarge("12345678901234.56")), ("1..5", .unreadable("1..5")),
            ("1,23,4", .unreadable("1,23,4")), ("5-", .unreadable("5-")),
            (".", .unreadable(".")), ("1,234,", .unreadable("1,234,")),
        ] as [(String, MoneyFault)])
    func faults(text: String, fault: MoneyFault) {
        #expect(throws: fault) { try Money.parse(text) }
    }

    @Test("The symbol of another currency is refused", arguments: ["US$5", "$5", "5 USD", "CA$5"])
    func foreign(text: String) throws {
        let euro = try #require(Currency("EUR"))
        #expect(throws: MoneyFault.foreign(text, euro)) { try Money.parse(text, in: euro) }
    }

    @Test(
        "Amounts are written with cents and thousands separators",
        arguments: [
            ("1234.5", "$1,234.50"), ("0", "$0.00"), ("-1234567.89", "−$1,234,567.89"),
            ("999", "$999.00"), ("100000", "$100,000.00"), ("0.005", "$0.005"),
        ])
    func text(amount: String, text: String) throws {
        #expect(Money.text(try #require(Decimal(string: amount))) == text)
    }
}
