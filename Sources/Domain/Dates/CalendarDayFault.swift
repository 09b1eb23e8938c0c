/// The reason why a text is not a date.
public enum CalendarDayFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not in a known format.
    case unreadable(String)
    /// In a year that is not allowed.
    case noSuchYear(String)
    /// Not in the calendar.
    case noSuchDay(String)
    /// Valid both with the day first and with the month first.
    case ambiguous(String, dayFirst: CalendarDay, monthFirst: CalendarDay)
    /// With a time of day.
    case hasTime(String)

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String {
        switch self {
        case .unreadable(let text):
            "“\(text.prefix(40))” is not a day; write year, month and day as in 2026-11-21"
        case .noSuchYear(let text):
            "“\(text.prefix(40))” is not in a year from 1 to 9999; write the day as in 2026-11-21"
        case .noSuchDay(let text):
            "there is no day “\(text.prefix(40))” in the calendar"
        case .ambiguous(let text, let dayFirst, let monthFirst):
            "“\(text.prefix(40))” is \(dayFirst.text) with the day first, and \(monthFirst.text) with the month first"
        case .hasTime(let text):
            "“\(text.prefix(40))” has a time of day; write the day alone, as in 2026-11-21"
        }
    }

    /// The possible dates of an ambiguous text.
    public var readings: [(order: DayOrder, day: CalendarDay)] {
        guard case .ambiguous(_, let dayFirst, let monthFirst) = self else { return [] }
        return [(.dayFirst, dayFirst), (.monthFirst, monthFirst)]
    }
}
