import Foundation
import Testing

@testable import Domain

struct CalendarDayTests {
    @Test("Every day is equal to itself, and follows the day before")
    func everyDay() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let first = try CalendarDay(parsing: "1899-12-30")
        for offset in stride(from: 0, to: 80_000, by: 17) {
            let day = first.adding(days: offset)
            let parts = calendar.dateComponents([.year, .month, .day], from: day.date)

            #expect(try CalendarDay(parsing: day.description) == day)
            #expect(CalendarDay(day.date) == day)
            #expect(parts.year == day.year && parts.month == day.month && parts.day == day.day)
        }
    }

    @Test(
        "A month has a first and a last day",
        arguments: [
            ("2024-02-10", "2024-02-01", "2024-02-29"), ("2023-02-28", "2023-02-01", "2023-02-28"),
            ("2026-12-31", "2026-12-01", "2026-12-31"), ("2026-01-01", "2026-01-01", "2026-01-31"),
        ])
    func months(text: String, first: String, last: String) throws {
        let day = try CalendarDay(parsing: text)

        #expect(day.firstOfMonth.description == first)
        #expect(day.lastOfMonth.description == last)
    }

    @Test(
        "Text that is not a day is refused",
        arguments: [
            "", "2026-02-29", "2026-13-01", "2026-00-10", "31.2.2026", "31/2/2026", "32/13/2026",
            "2026-11-21x", "x2026-11-21", "٢٠٢٦-١١-٢١", "2026-11-21T00:00:00Z", "2026-11-21 10:00",
            "0000-01-01", "11-12-13", "2026/11-21", "2026-11", "Nov 2026", "Moon 1, 2026", "45000",
            "1/2/3/2026", "1/2/026", "2026-11-21-", "-2026-11-21", "27th Nov",
        ])
    func faults(text: String) {
        #expect(throws: CalendarDayFault.self) { try CalendarDay(parsing: text) }
    }

    @Test("A year after 9999 is refused as such", arguments: ["10000-01-01", "1/2/12026"])
    func longYears(text: String) {
        #expect(throws: CalendarDayFault.noSuchYear(text)) { try CalendarDay(parsing: text) }
    }

    @Test(
        "Days as people and spreadsheets write them are read unambiguously",
        arguments: [
            ("2026-02-01", "2026-02-01"), ("2026/2/1", "2026-02-01"), ("2026.02.01", "2026-02-01"),
            ("1.2.2026", "2026-02-01"), ("01.02.2026", "2026-02-01"), ("1. 2. 2026", "2026-02-01"),
            ("1.2.26", "2026-02-01"), (" 2026-02-01 ", "2026-02-01"), ("24/10/2014", "2014-10-24"),
            ("24-10-2014", "2014-10-24"), ("10/24/2014", "2014-10-24"), ("10/24/14", "2014-10-24"),
            ("5/5/2020", "2020-05-05"), ("11/27/2017 0:00:00", "2017-11-27"),
            ("11/27/2017 12:00:00 AM", "2017-11-27"), ("2026-02-01T00:00", "2026-02-01"),
            ("27-Nov-17", "2017-11-27"), ("27-Nov-1969", "1969-11-27"), ("27-NOV-69", "1969-11-27"),
            ("27-Nov-68", "2068-11-27"), ("27 November 2017", "2017-11-27"),
            ("27. Nov. 2017", "2017-11-27"), ("Nov 27, 2017", "2017-11-27"),
            ("November 27th, 2017", "2017-11-27"), ("Sept 1, 2017", "2017-09-01"),
            ("Monday, November 27, 2017", "2017-11-27"), ("2017-Nov-27", "2017-11-27"),
            ("29/02/2024", "2024-02-29"),
        ])
    func written(text: String, day: String) throws {
        #expect(try CalendarDay(parsing: text).description == day)
    }

    @Test(
        "An ambiguous day is refused with both readings",
        arguments: ["11/12/2026", "11-12-2026", "11/12/26", "11/12/2026 0:00:00"])
    func twoReadings(text: String) throws {
        let fault = try #require(throws: CalendarDayFault.self) { try CalendarDay(parsing: text) }

        #expect(fault.readings.map(\.day.description) == ["2026-12-11", "2026-11-12"])
        #expect(
            fault.description
                == "“\(text)” is Dec 11, 2026 with the day first, and Nov 12, 2026 with the month first"
        )
    }

    @Test("A day that does not exist is distinguished from text that is not a day")
    func reasons() {
        for text in ["31.2.2026", "31/2/2026", "2026-02-30", "Feb 30, 2026", "32/13/2026"] {
            #expect(throws: CalendarDayFault.noSuchDay(text)) { try CalendarDay(parsing: text) }
        }
        #expect(throws: CalendarDayFault.unreadable("45000")) { try CalendarDay(parsing: "45000") }
        #expect(throws: CalendarDayFault.hasTime("2026-02-01 10:00")) {
            try CalendarDay(parsing: "2026-02-01 10:00")
        }
    }

    @Test("Every time of a day belongs to that day")
    func times() throws {
        let day = try CalendarDay(parsing: "1969-12-31")

        #expect(CalendarDay(day.date + 86_399.5) == day)
        #expect(CalendarDay(day.date + 86_400).description == "1970-01-01")
    }
}

struct SalesPeriodTests {
    @Test(
        "The previous period has as many days, or as many whole months",
        arguments: [
            ("2026-11-21", "2026-11-21", "2026-11-20", "2026-11-20"),
            ("2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"),
            ("2026-01-01", "2026-02-28", "2025-11-01", "2025-12-31"),
            ("2024-03-01", "2024-03-10", "2024-02-20", "2024-02-29"),
        ])
    func before(from: String, through: String, first: String, last: String) throws {
        let period = SalesPeriod(
            from: try CalendarDay(parsing: from), through: try CalendarDay(parsing: through))

        let before = try #require(period.before)

        #expect(before.from?.description == first)
        #expect(before.through?.description == last)
        #expect(SalesPeriod(from: period.from).before == nil)
    }

    @Test(
        "A day knows its weekday",
        arguments: [("2026-11-23", 1), ("2026-11-22", 7), ("1969-12-31", 3)])
    func weekday(text: String, weekday: Int) throws {
        #expect(try CalendarDay(parsing: text).weekday == weekday)
    }
}
