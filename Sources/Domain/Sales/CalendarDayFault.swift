/// Why a text is no day of the calendar.
public enum CalendarDayFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not written as `2026-11-21`.
    case unreadable(String)
    /// There is no such day.
    case noSuchDay(String)

    /// The fault as part of a sentence that begins with the name of the field.
    public var description: String {
        switch self {
        case .unreadable(let text):
            "“\(text)” is not a day; write year, month and day as in 2026-11-21"
        case .noSuchDay(let text):
            "there is no day “\(text)” in the calendar"
        }
    }
}
