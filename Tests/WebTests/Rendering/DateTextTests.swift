import Foundation
import Testing

@testable import Web

struct DateTextTests {
    @Test("A moment is told by day and minute, in a time zone")
    func moments() throws {
        let moment = try #require(
            try? Date("2026-03-03T23:05:59Z", strategy: .iso8601))
        let zone = try #require(TimeZone(secondsFromGMT: 3_600))

        #expect(
            DateText.moment(moment, in: .gmt) == "March 3, 2026, 23:05")
        #expect(DateText.moment(moment, in: zone) == "March 4, 2026, 0:05")
        #expect(
            DateText.moment(Date(timeIntervalSinceReferenceDate: -30), in: .gmt)
                == "December 31, 2000, 23:59")
    }
}
