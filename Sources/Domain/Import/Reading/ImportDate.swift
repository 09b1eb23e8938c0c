import Foundation

/// A day or an instant in a cell.
enum ImportDate: Hashable {
    case day(CalendarDay)
    /// The second one is the day that it is in its own time zone.
    case instant(Date, CalendarDay)

    /// Reads a day as ``CalendarDay/init(parsing:)`` does, and an instant: `2026-11-21T10:30:00Z`.
    ///
    /// - Throws: ``CalendarDayFault`` that says what is wrong; of two readings both.
    init(parsing text: String) throws(CalendarDayFault) {
        guard let moment = WrittenMoment(text) else { throw .unreadable(text) }
        let day = try moment.day.only(of: text)
        if moment.isDay {
            self = .day(day)
        } else if let seconds = moment.seconds, let offset = moment.offset {
            self = .instant(day.date + seconds - Double(offset), day)
        } else {
            throw .hasTime(text)
        }
    }

    /// Nil for what ``init(parsing:)`` refuses.
    init?(_ text: String) {
        guard let date = try? ImportDate(parsing: text) else { return nil }
        self = date
    }

    /// The day as it is written.
    var day: CalendarDay {
        switch self {
        case .day(let day), .instant(_, let day): day
        }
    }

    /// The instant; midnight in UTC of a day.
    var date: Date {
        switch self {
        case .day(let day): day.date
        case .instant(let date, _): date
        }
    }

    /// Whether a date that is kept is the same, as far as the cell says it.
    func isSame(as date: Date?) -> Bool {
        guard let date else { return false }
        switch self {
        case .day(let day): return CalendarDay(date) == day
        case .instant(let instant, _): return abs(instant.timeIntervalSince(date)) < 0.001
        }
    }
}

extension ImportDate {
    /// An instant as an export writes it: in UTC, to the millisecond.
    static func text(_ date: Date?) -> String {
        guard let date else { return "" }
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
        let fraction = ((milliseconds % 1000) + 1000) % 1000
        let whole = (milliseconds - fraction) / 1000
        let day = CalendarDay(Date(timeIntervalSince1970: Double(whole)))
        let seconds = whole - Int(day.date.timeIntervalSince1970)
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }
        return "\(day)T\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):"
            + padded(seconds % 60) + (fraction == 0 ? "" : ".\(padded(fraction, 3))") + "Z"
    }
}

extension ImportDate: CustomStringConvertible {
    /// The day, or the instant as tables have it.
    var description: String {
        switch self {
        case .day(let day): day.description
        case .instant(let date, _): Self.text(date)
        }
    }
}
