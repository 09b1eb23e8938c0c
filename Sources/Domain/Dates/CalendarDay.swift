public import Foundation

/// A calendar date without a time zone, stored as midnight in UTC.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The years of days that texts can name.
    static let years = 1...9999

    let number: Int

    /// The day of a date in UTC.
    public init(_ date: Date) {
        number = Int((date.timeIntervalSince1970 / Self.secondsOfDay).rounded(.down))
    }

    /// Nil for an invalid date, such as February 30.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        number = Self.number(year, month, day)
        guard components == (year, month, day) else { return nil }
    }

    init(number: Int) {
        self.number = number
    }

    /// Parses `2026-11-21`, `21.11.2026`, `Nov 21, 2026`, and `11/21/2026` if only one order of day
    /// and month is valid. A time of midnight is ignored.
    ///
    /// - Parameter region: resolves ambiguous dates, if it was chosen. Default: not chosen.
    /// - Throws: ``CalendarDayFault`` with the reason; for ambiguous dates with both.
    public init(
        parsing text: String, by region: Region = .unchosen
    ) throws(CalendarDayFault) {
        guard let moment = WrittenMoment(text.trimmingCharacters(in: .whitespaces)) else {
            throw Self.hasLongYear(text) ? .noSuchYear(text) : .unreadable(text)
        }
        guard moment.isDay else { throw .hasTime(text) }
        if region.isChosen, let day = moment.day.day(region.dayOrder) {
            self = day
            return
        }
        self = try moment.day.only(of: text)
    }

    /// Whether a text is like `10000-01-01`.
    private static func hasLongYear(_ text: String) -> Bool {
        let numbers = text.split { !$0.isNumber }
        return numbers.count == 3 && numbers.contains { $0.count > 4 }
    }

    /// The day of a moment in a time zone. Default: the system's.
    public init(at moment: Date, in timeZone: TimeZone = .current) {
        self.init(moment + TimeInterval(timeZone.secondsFromGMT(for: moment)))
    }

    /// Today in a time zone. Default: the system's.
    public static func today(in timeZone: TimeZone = .current) -> CalendarDay {
        CalendarDay(at: Date(), in: timeZone)
    }

    /// Midnight in UTC, the stored form.
    public var date: Date { Date(timeIntervalSince1970: Double(number) * Self.secondsOfDay) }

    public var year: Int { components.year }
    /// The month, 1...12.
    public var month: Int { components.month }
    /// The day of the month, 1...31.
    public var day: Int { components.day }

    /// The number of days since 1970-01-01.
    public var daysSince1970: Int { number }

    /// The date some days after 1970-01-01.
    public init(daysSince1970 number: Int) {
        self.number = number
    }

    /// The day of the week, from 1 for Monday to 7 for Sunday.
    public var weekday: Int { ((number + 3) % 7 + 7) % 7 + 1 }

    /// The first day of the month.
    public var firstOfMonth: CalendarDay { CalendarDay(number: number - day + 1) }

    /// The last day of the month.
    public var lastOfMonth: CalendarDay {
        let later = CalendarDay(number: firstOfMonth.number + 31)
        return CalendarDay(number: later.number - later.day)
    }

    /// The date some days later, or earlier for a negative number.
    public func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// The same day some months later, or the last of that month if it is shorter.
    public func adding(months: Int) -> CalendarDay {
        let count = year * 12 + month - 1 + months
        let first = CalendarDay(number: Self.number(count / 12, count % 12 + 1, 1))
        return CalendarDay(number: min(first.number + day - 1, first.lastOfMonth.number))
    }

    /// `2026-11-21`.
    public var description: String {
        let (year, month, day) = components
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    public static func < (first: CalendarDay, second: CalendarDay) -> Bool {
        first.number < second.number
    }

    private static let secondsOfDay = 86_400.0

    // Counts Gregorian years from March, so that the leap day is the last one.

    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private var components: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension CalendarDay {
    /// Whether it is nowhere on earth yet.
    public var isYetToCome: Bool { self > CalendarDay.today().adding(days: 1) }
}

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
