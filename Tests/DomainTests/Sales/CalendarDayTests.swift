import Foundation
import Testing

@testable import Domain

struct CalendarDayTests {
    @Test("Every day is itself again, and follows the one before")
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
        "A month has its first and its last day",
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
        "What is no day is refused",
        arguments: [
            "", "2026-02-29", "2026-13-01", "2026-00-10", "21.11.2026", "2026-1-1", "2026-11-21x",
            "٢٠٢٦-١١-٢١", "2026-11-21T00:00:00Z", "0000-01-01",
        ])
    func faults(text: String) {
        #expect(throws: CalendarDayFault.self) { try CalendarDay(parsing: text) }
    }

    @Test("Every time of a day is that day")
    func times() throws {
        let day = try CalendarDay(parsing: "1969-12-31")

        #expect(CalendarDay(day.date + 86_399.5) == day)
        #expect(CalendarDay(day.date + 86_400).description == "1970-01-01")
    }
}

struct SalesPeriodTests {
    @Test(
        "The period before has as many days, and before whole months there are as many of them",
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
