import Foundation
import Testing

@testable import Domain

@Suite("Numbers in the notation of a region")
struct NumberReadingTests {
    /// The readers of numbers, in this order in the tests.
    private static func read(_ text: String, by region: Region) -> [String?] {
        [
            ((try? Money.parse(text, by: region)) ?? nil).map { "\($0)" },
            ((try? WholeAmount.parse(text, by: region)) ?? nil).map { "\($0)" },
            (try? DecimalNumber.whole(text, by: region)).map { "\($0)" },
            ((try? Quantity.parse(text, by: region)) ?? nil).map { "\($0)" },
            (try? DecimalNumber.parse(text, by: region)).map { "\($0)" },
        ]
    }

    @Test(
        "All kinds of numbers are read alike, and an ambiguous one is refused by all",
        arguments: [
            ("", "1,000", [nil, "1000", "1000", nil, nil]),
            ("", "1.000", [nil, nil, nil, nil, "1"]),
            ("", "50.000", [nil, nil, nil, nil, "50"]),
            ("", "1.375", [nil, nil, nil, "1.375", "1.375"]),
            ("en_US", "1,000", ["1000", "1000", "1000", "1000", "1000"]),
            ("en_US", "1.000", ["1", "1", "1", "1", "1"]),
            ("en_US", "12.500", ["12.5", nil, nil, "12.5", "12.5"]),
            ("en_US", "1234,500", [nil, nil, nil, nil, nil]),
            ("en_US", "1234.500", ["1234.5", nil, nil, "1234.5", "1234.5"]),
            ("en_US", "0,500", ["0.5", nil, nil, "0.5", "0.5"]),
            ("de_DE", "1.000", ["1000", "1000", "1000", "1000", "1000"]),
            ("de_DE", "1,000", ["1", "1", "1", "1", "1"]),
            ("de_DE", "12,500", ["12.5", nil, nil, "12.5", "12.5"]),
            ("de_DE", "1234.500", ["1234.5", nil, nil, "1234.5", "1234.5"]),
            ("de_CH", "1,000", [nil, nil, nil, nil, nil]),
            ("de_CH", "1.000", ["1", "1", "1", "1", "1"]),
            ("fr_FR", "1.375", [nil, nil, nil, nil, nil]),
            ("fr_FR", "1,375", [nil, nil, nil, "1.375", "1.375"]),
        ] as [(String, String, [String?])])
    func marks(identifier: String, text: String, numbers: [String?]) throws {
        let region = try #require(Region(identifier))

        #expect(Self.read(text, by: region) == numbers)
    }

    @Test(
        "Numbers with one reading are read in every region",
        arguments: [
            ("1 000", ["1000", "1000", "1000", "1000", "1000"]),
            ("1'000", ["1000", "1000", "1000", "1000", "1000"]),
            ("1’000", ["1000", "1000", "1000", "1000", "1000"]),
            ("1.234.567", ["1234567", "1234567", "1234567", "1234567", "1234567"]),
            ("1000.5", ["1000.5", nil, nil, "1000.5", "1000.5"]),
            ("1,5", ["1.5", nil, nil, "1.5", "1.5"]),
            ("1,234.5", ["1234.5", nil, nil, "1234.5", "1234.5"]),
            ("12.00", ["12", "12", "12", "12", "12"]),
            ("0.375", [nil, nil, nil, "0.375", "0.375"]),
            ("1.2.3", [nil, nil, nil, nil, nil]),
        ] as [(String, [String?])])
    func everywhere(text: String, numbers: [String?]) throws {
        for identifier in ["", "en_US", "de_DE", "de_CH"] {
            #expect(
                Self.read(text, by: try #require(Region(identifier))) == numbers, "\(identifier)")
        }
    }

    @Test("The question about an ambiguous number says how to write each reading")
    func questions() throws {
        let france = try #require(Region("fr_FR"))
        func question(_ text: String, by region: Region = .unchosen) -> String? {
            #expect(throws: NumberFault.self) { try Quantity.parse(text, by: region) }?.description
        }

        #expect(question("1,000") == "is “1,000” 1000 or 1? Write 1000 or 1")
        #expect(question("1,250") == "is “1,250” 1250 or 1.25? Write 1250 or 1.25")
        #expect(
            question("1.250", by: france) == "is “1.250” 1250 or 1,25? Write 1250 or 1,25")
        let fault = #expect(throws: NumberFault.self) { try DecimalNumber.whole("1.250") }
        #expect(fault?.description == "is “1.250” 1250? Write 1250")
    }

    @Test(
        "The question about an ambiguous negative number keeps the minus",
        arguments: ["-1,250", "−1,250", "(1,250)"])
    func negative(text: String) {
        let question = "is “\(text)” -1250 or -1.25? Write -1250 or -1.25"

        let fault = #expect(throws: NumberFault.self) { try DecimalNumber.parse(text) }
        #expect(fault?.description == question)
        guard !text.hasPrefix("(") else { return }
        let other = #expect(throws: NumberFault.self) { try Quantity.parse(signed: text) }
        #expect(other?.description == question)
    }

    @Test(
        "An amount in a currency without decimals keeps the decimal mark of the region",
        arguments: [
            ("JPY", "ja_JP", "1.000", "1"), ("JPY", "ja_JP", "1,000", "1000"),
            ("CLP", "es_CL", "1,000", "1"), ("CLP", "es_CL", "12,500", "12.5"),
            ("CLP", "es_CL", "1.000", "1000"), ("JPY", "", "1.000", "1000"),
        ])
    func wholeCurrencies(code: String, identifier: String, text: String, amount: String) throws {
        let (currency, region) = (Currency(code), try #require(Region(identifier)))

        let read = try #require(try Money.parse(text, in: currency, by: region))

        #expect("\(read)" == amount)
    }

    @Test("More than two decimal places are a fault where the mark is the region’s decimal mark")
    func tooPrecise() {
        #expect(throws: MoneyFault.tooPrecise("3.459")) {
            try Money.parse("3.459", by: try #require(Region("en_US")))
        }
    }
}
