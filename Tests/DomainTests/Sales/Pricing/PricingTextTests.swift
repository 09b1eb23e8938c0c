import Foundation
import Testing

@testable import Domain

/// Percentages, times and other text in price fields.
struct PricingTextTests {
    @Test(
        "A percentage is read in any notation",
        arguments: [
            ("19", "19 %"), ("8.875 %", "8.875 %"), ("12,5%", "12.5 %"), (" 100 % ", "100 %"),
            ("0", "0 %"), ("7.500", "7.5 %"), ("0.001", "0.001 %"), ("１９", "19 %"),
        ])
    func percent(text: String, shown: String) throws {
        #expect(try Percent(parsing: text).description == shown)
    }

    @Test(
        "An invalid percentage is refused with the reason",
        arguments: [
            ("", "“” is not a percentage, such as 8.5 %"),
            ("%", "“%” is not a percentage, such as 8.5 %"),
            ("x", "“x” is not a percentage, such as 8.5 %"),
            ("-1", "“-1” is not a percentage, such as 8.5 %"),
            ("1,234,5", "“1,234,5” is not a percentage, such as 8.5 %"),
            ("1.2345", "“1.2345” has more than three decimal places"),
            ("100.001", "“100.001” is more than 100 %"),
            ("99999999999999999999", "“99999999999999999999” is more than 100 %"),
        ])
    func percentFault(text: String, fault: String) {
        #expect {
            try Percent(parsing: text)
        } throws: {
            "\($0)" == fault
        }
    }

    @Test("A time is read to the minute", arguments: [("9:30", "09:30"), ("23:59:59", "23:59")])
    func time(text: String, shown: String) throws {
        #expect(try TimeOfDay(parsing: text).description == shown)
    }

    @Test(
        "An invalid time is refused",
        arguments: ["", "24:00", "12:60", "12", "1:2:3:4", "ab:cd", "٣:٣٠", "-1:30"])
    func timeFault(text: String) {
        #expect(throws: TimeOfDayFault(text: text)) { try TimeOfDay(parsing: text) }
    }

    @Test("The time of an instant is that of its time zone")
    func zones() throws {
        let moment = Date(timeIntervalSince1970: 1_795_219_200 - 60)
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let utc = try #require(TimeZone(secondsFromGMT: 0))

        #expect(TimeOfDay(moment, in: utc).description == "23:59")
        #expect(TimeOfDay(moment, in: tokyo).description == "08:59")
        #expect(TimeOfDay(Date(timeIntervalSince1970: -60), in: utc).description == "23:59")
    }
}
