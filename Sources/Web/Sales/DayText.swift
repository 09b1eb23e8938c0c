import Domain

/// Days of the calendar as text for people, in the region of the household.
enum DayText {
    /// A day with the month in few characters: `Nov 21, 2026`.
    static func short(_ day: CalendarDay) -> String { Region.current.shortText(day) }

    /// A day with the whole name of its month: `November 21, 2026`.
    static func long(_ day: CalendarDay) -> String { Region.current.longText(day) }
}
