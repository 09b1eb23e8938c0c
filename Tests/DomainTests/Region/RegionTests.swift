import Foundation
import Testing

@testable import Domain

struct RegionTests {
    private let day = CalendarDay(year: 2027, month: 3, day: 1)

    @Test(
        "Days, amounts and numbers are written as in the region",
        arguments: [
            ("", "Mar 1, 2027", "March 1, 2027", "€1,234.50", "−€1,234.50", "1,234,567.5"),
            ("en_US", "Mar 1, 2027", "March 1, 2027", "€1,234.50", "−€1,234.50", "1,234,567.5"),
            (
                "de_DE", "01.03.2027", "1. März 2027", "1.234,50\u{A0}€", "−1.234,50\u{A0}€",
                "1.234.567,5"
            ),
            (
                "fr_FR", "1 mars 2027", "1 mars 2027", "1\u{202F}234,50\u{A0}€",
                "−1\u{202F}234,50\u{A0}€", "1\u{202F}234\u{202F}567,5"
            ),
            ("en_IN", "1 Mar 2027", "1 March 2027", "€1,234.50", "−€1,234.50", "12,34,567.5"),
            (
                "es_ES", "1 mar 2027", "1 de marzo de 2027", "1234,50\u{A0}€", "−1234,50\u{A0}€",
                "1.234.567,5"
            ),
        ])
    func texts(
        _ identifier: String, short: String, long: String, amount: String, negative: String,
        number: String
    ) throws {
        let (day, region) = (try #require(day), try #require(Region(identifier)))
        let euro = try #require(Currency("EUR"))

        Region.$current.withValue(region) {
            #expect(day.text == short)
            #expect(region.longText(day) == long)
            #expect(euro.text(Decimal(string: "1234.5") ?? 0) == amount)
            #expect(euro.text(Decimal(string: "-1234.5") ?? 0) == negative)
            #expect(euro.shortText(Decimal(string: "1234.5") ?? 0) == amount)
            #expect(euro.shortText(1_234) == euro.wholeText(1_234))
            #expect(euro.shortText(0).filter(\.isNumber) == "0")
            #expect(region.text(Decimal(string: "1234567.5") ?? 0) == number)
            #expect(region.fieldText(plain: "1234.50") == "1234\(region.numbers.decimalMark)50")
        }
    }

    @Test(
        "A day is written as it was typed, also before the calendar was reformed",
        arguments: [
            ("1500-01-01", "Jan 1, 1500", "1. Januar 1500"),
            ("0001-01-01", "Jan 1, 1", "1. Januar 1"),
            ("1582-10-10", "Oct 10, 1582", "10. Oktober 1582"),
        ])
    func ancient(text: String, short: String, german: String) throws {
        let day = try CalendarDay(parsing: text)

        #expect(day.text == short)
        #expect(try #require(Region("de_DE")).longText(day) == german)
    }

    @Test("A country has its clock, first day of the week and paper size")
    func habits() throws {
        let (none, america, germany) = try (
            Region.unchosen, #require(Region("en_US")), #require(Region("de-de"))
        )
        let evening = Date(timeIntervalSince1970: 75_900)

        #expect(none.timeText(evening) == "21:05")
        #expect(america.timeText(evening).replacing("\u{202F}", with: " ") == "9:05 PM")
        #expect(germany.timeText(evening) == "21:05")
        #expect([none, america, germany].map(\.firstWeekday) == [1, 7, 1])
        #expect([none, america, germany].map(\.paper) == [.a4, .letter, .a4])
        #expect(germany.languageTag == "de-DE")
    }

    @Test("A region is a known language and country")
    func identifiers() {
        #expect(Region("de_DE")?.identifier == "de_DE")
        #expect(Region("de-at")?.identifier == "de_AT")
        #expect(Region("")?.isChosen == false)
        for unknown in ["de", "xx_YY", "de_DE; x", "German", "de_DE_1901_x"] {
            #expect(Region(unknown) == nil, "\(unknown)")
        }
        #expect(Region.choices.contains { $0.label == "German (Germany)" })
    }

    @Test(
        "The browser’s first region is found; a language alone means its largest country"
    )
    func preferred() {
        #expect(Region.preferred(by: "de-AT,de;q=0.9,en;q=0.8")?.identifier == "de_AT")
        #expect(Region.preferred(by: "fr, en;q=0.5")?.identifier == "fr_FR")
        #expect(Region.preferred(by: "xx, en-GB;q=0.5")?.identifier == "en_GB")
        #expect(Region.preferred(by: "*") == nil)
        #expect(Region.preferred(by: "") == nil)
        #expect(Region.preferred(by: "es-419")?.identifier == "es_ES")
    }

    @Test(
        "A text in another language has its months, and the household’s amounts",
        arguments: [
            ("", "en", "en", "March 1, 2027", "€1,234.50"),
            ("", "de", "de-DE", "1. März 2027", "1.234,50\u{A0}€"),
            ("de_DE", "de", "de-DE", "1. März 2027", "1.234,50\u{A0}€"),
            ("de_AT", "de", "de-AT", "1. März 2027", "€\u{A0}1.234,50"),
            ("de_DE", "fr", "fr-DE", "1 mars 2027", "1.234,50\u{A0}€"),
            ("en_US", "de", "de-US", "1. März 2027", "€1,234.50"),
        ])
    func writing(
        identifier: String, language: String, tag: String, long: String, amount: String
    ) throws {
        let (day, region) = (try #require(day), try #require(Region(identifier)))
        let euro = try #require(Currency("EUR"))

        let written = region.writing(in: language)

        #expect(written.languageTag == tag)
        #expect(written.paper == region.paper)
        Region.$current.withValue(written) {
            #expect(region.writing(in: language).longText(day) == long)
            #expect(euro.text(Decimal(string: "1234.5") ?? 0) == amount)
        }
    }

    @Test("Times of day and percentages are written as in the region")
    func timesAndShares() throws {
        let (time, share) = try (
            #require(TimeOfDay(minute: 845)), #require(Percent(Decimal(string: "8.875") ?? 0))
        )
        func texts(_ identifier: String) throws -> [String] {
            Region.$current.withValue(try #require(Region(identifier))) {
                [time.text.replacing("\u{202F}", with: " "), share.text]
            }
        }

        #expect(try texts("") == ["14:05", "8.875 %"])
        #expect(try texts("en_US") == ["2:05 PM", "8.875 %"])
        #expect(try texts("de_DE") == ["14:05", "8,875 %"])
    }

    @Test("A chosen region resolves ambiguous amounts and days; otherwise they are asked about")
    func reading() throws {
        let (america, germany) = try (
            #require(Region("en_US")), #require(Region("de_DE"))
        )
        func amount(_ text: String, _ region: Region) -> Decimal? {
            (try? Money.parse(text, in: Currency("EUR"), by: region)) ?? nil
        }
        func day(_ text: String, _ region: Region) -> String? {
            (try? CalendarDay(parsing: text, by: region))?.description
        }

        #expect(amount("1.234", germany) == 1_234)
        #expect(amount("1,234", america) == 1_234)
        #expect(amount("1.234", .unchosen) == nil)
        #expect(amount("1,234", germany) == nil)
        for region in [america, germany, .unchosen] {
            #expect(amount("1234.50", region) == Decimal(string: "1234.5"))
            #expect(amount("1.234,50", region) == Decimal(string: "1234.5"))
            #expect(amount("12,5", region) == Decimal(string: "12.5"))
            #expect(day("2027-03-01", region) == "2027-03-01")
            #expect(day("01.03.2027", region) == "2027-03-01")
        }
        #expect(day("01/03/2027", germany) == "2027-03-01")
        #expect(day("01/03/2027", america) == "2027-01-03")
        #expect(day("01/03/2027", .unchosen) == nil)
    }
}
