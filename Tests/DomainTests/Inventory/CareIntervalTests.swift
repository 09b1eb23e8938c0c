import Testing

@testable import Domain

@Suite("Intervals of maintenance")
struct CareIntervalTests {
    @Test(
        "An interval is read as people write it",
        arguments: [
            ("6 months", "6 months"), ("every 2 Weeks", "2 weeks"), ("Yearly", "1 year"),
            ("month", "1 month"), ("a year", "1 year"), ("1 days", "1 day"),
        ])
    func reading(text: String, kept: String) throws {
        #expect(CareInterval(parsing: text)?.description == kept)
        #expect(CareInterval(parsing: kept)?.description == kept)
    }

    @Test(
        "Any other text is refused",
        arguments: [
            "", "often", "0 days", "1000 days", "-1 weeks", "2", "every", "1.5 years", "2 2",
        ])
    func refusals(text: String) {
        #expect(CareInterval(parsing: text) == nil)
    }

    @Test("The next due day is the same day of the month, or the last one of a shorter month")
    func next() throws {
        func next(_ interval: String, _ day: String) throws -> String {
            let interval = try #require(CareInterval(parsing: interval))
            return interval.next(after: try CalendarDay(parsing: day)).description
        }
        #expect(try next("1 month", "2024-01-31") == "2024-02-29")
        #expect(try next("1 year", "2024-02-29") == "2025-02-28")
        #expect(try next("2 weeks", "2023-12-25") == "2024-01-08")
        #expect(try next("10 days", "2024-02-25") == "2024-03-06")
    }
}
