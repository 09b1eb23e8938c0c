import Foundation
import Persistence
import Testing

@testable import Domain

struct NumberPatternTests {
    private static let day = CalendarDay(year: 2026, month: 11, day: 28)

    @Test(
        "A pattern writes year and number",
        arguments: [
            ("R-{year}-{0000}", 1, "R-2026-0001"), ("R-{year}-{0000}", 12_345, "R-2026-12345"),
            ("{0}", 7, "7"), ("{00}/{year}", 7, "07/2026"), ("Nr. {000} A", 7, "Nr. 007 A"),
            ("RE{year}{0000}", 7, "RE20260007"),
        ])
    func texts(pattern: String, count: Int64, text: String) throws {
        let series = try NumberPattern(pattern).series(on: #require(Self.day))

        #expect(series.text(of: count) == text)
        #expect(series.count(of: text) == count)
    }

    @Test(
        "A pattern without a number, with an ambiguous one or too long is refused with the reason",
        arguments: [
            ("", NumberPatternFault.noCount), ("R-{year}", .noCount), ("R-0001", .noCount),
            ("{00", .noCount), ("{0}-{0}", .severalCounts), ("{month}-{0}", .unknownPlaceholder),
            ("}{0}", .unknownPlaceholder), ("1{0}", .digitBesideCount),
            ("R{0}1", .digitBesideCount),
            ("{year}{0000}", .digitsAlone), (String(repeating: "R", count: 38) + "{0}", .tooLong),
        ])
    func faults(pattern: String, fault: NumberPatternFault) {
        #expect(throws: fault) { try NumberPattern(pattern) }
    }

    @Test("A number of another series, or with further text, does not match")
    func others() throws {
        let series = try NumberPattern("R-{year}-{0000}").series(on: #require(Self.day))

        for text in ["R-2025-0001", "R-2026-", "R-2026-1a", "R-2026-²", "S-2026-1", "R-2026", ""] {
            #expect(series.count(of: text) == nil, "\(text)")
        }
        #expect(series.count(of: "R-2026-" + String(repeating: "9", count: 16)) == nil)
    }

    @Test("An invalid pattern is never saved, whatever its source")
    func validation() throws {
        let shop = try TestHousehold()

        for key in ["receiptPattern", "invoicePattern", "quotePattern"] {
            let reasons = try shop.reasons { context in
                try ShopProfile.make(in: context).setValue("R-{year}", forKey: key)
            }
            #expect(reasons.count == 1)
            #expect(reasons.first?.hasPrefix("\(key) has no {0000} for the count") == true)
        }
    }
}
