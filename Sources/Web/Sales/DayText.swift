import Domain
import Foundation

/// Days of the calendar as text for people.
enum DayText {
    private static let utc = TimeZone(secondsFromGMT: 0) ?? .current

    /// A day with a short name of its month: `Nov 21, 2026`.
    static func short(_ day: CalendarDay) -> String { DateText.short(day.date, in: utc) }

    /// A day with the whole name of its month: `November 21, 2026`.
    static func long(_ day: CalendarDay) -> String { DateText.long(day.date, in: utc) }
}
