import Foundation
import Imaging
import Testing

@testable import Web

struct DateTextTests {
    @Test("An instant is shown with day and minute, in a time zone")
    func moments() throws {
        let moment = try #require(
            try? Date("2026-03-03T23:05:59Z", strategy: .iso8601))
        let zone = try #require(TimeZone(secondsFromGMT: 3_600))

        #expect(
            DateText.moment(moment, in: .gmt) == "March 3, 2026, 23:05")
        #expect(DateText.moment(moment, in: zone) == "March 4, 2026, 00:05")
        #expect(
            DateText.moment(Date(timeIntervalSinceReferenceDate: -30), in: .gmt)
                == "December 31, 2000, 23:59")
    }

    @Test(
        "JSON has a photo’s time in UTC if its zone is known, and people see its local time"
    )
    func capture() {
        let utc = Date(timeIntervalSince1970: 1_405_474_485)
        let times: [(time: CaptureTime, iso: String, text: String)] = [
            (
                .moment(utc, offset: 7_200), "2014-07-16T01:34:45Z",
                "July 16, 2014, 03:34 (UTC+02:00)"
            ),
            (
                .moment(utc, offset: -34_200), "2014-07-16T01:34:45Z",
                "July 15, 2014, 16:04 (UTC−09:30)"
            ),
            (.clock(utc), "2014-07-16T01:34:45", "July 16, 2014, 01:34"),
            (.day(utc - 5_685), "2014-07-16", "July 16, 2014"),
        ]
        for (time, iso, text) in times {
            #expect(ISO8601Text.capture(time.stored) == iso)
            #expect(DateText.capture(time.stored) == text)
        }
    }
}
