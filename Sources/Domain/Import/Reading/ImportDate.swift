import Foundation

/// A day or an instant in a cell.
enum ImportDate: Hashable {
    case day(CalendarDay)
    case instant(Date)

    /// Reads `2026-11-21`, `2026/11/21`, `21.11.2026`, each perhaps followed by midnight, and
    /// `2026-11-21T10:30:00Z`; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == "T" || $0 == " "
        }
        guard let first = parts.first, let day = Self.day(first) else { return nil }
        guard parts.count == 2 else {
            self = .day(day)
            return
        }
        let isUTC = parts[1].hasSuffix("Z")
        guard let seconds = Self.seconds(isUTC ? parts[1].dropLast() : parts[1]) else { return nil }
        if seconds == 0, !isUTC {
            self = .day(day)
        } else if isUTC {
            self = .instant(day.date + seconds)
        } else {
            return nil
        }
    }

    /// What is wrong with a text that is no date.
    static func fault(_ text: String) -> String {
        let parts = text.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 3, parts[0] < 1000 else {
            return "“\(text.prefix(40))” is not a day; write 2026-11-21"
        }
        return "“\(text)” may have the month or the day first; write the day as 2026-11-21"
    }

    /// The day, of an instant in UTC.
    var day: CalendarDay {
        switch self {
        case .day(let day): day
        case .instant(let date): CalendarDay(date)
        }
    }

    /// The instant; midnight in UTC of a day.
    var date: Date {
        switch self {
        case .day(let day): day.date
        case .instant(let date): date
        }
    }

    /// Whether a date that is kept is the same, as far as the cell says it.
    func isSame(as date: Date?) -> Bool {
        guard let date else { return false }
        switch self {
        case .day(let day): return CalendarDay(date) == day
        case .instant(let instant): return abs(instant.timeIntervalSince(date)) < 0.001
        }
    }

    private static func day(_ text: Substring) -> CalendarDay? {
        for (mark, isYearFirst) in [("-", true), ("/", true), (".", false)] as [(Character, Bool)] {
            let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { continue }
            let (year, rest) = isYearFirst ? (parts[0], parts[2]) : (parts[2], parts[0])
            guard year.count == 4, (1...2).contains(rest.count), (1...2).contains(parts[1].count),
                let year = Int(year), let month = Int(parts[1]), let day = Int(rest)
            else { return nil }
            return CalendarDay(year: year, month: month, day: day)
        }
        return nil
    }

    /// The seconds since midnight of `10:30`, `10:30:00` or `10:30:00.250`.
    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts[..<2].allSatisfy({ $0.allSatisfy(isDigit) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), (0..<24).contains(hours),
            (0..<60).contains(minutes)
        else { return nil }
        guard parts.count == 3 else { return Double(hours * 3600 + minutes * 60) }
        guard parts[2].allSatisfy({ isDigit($0) || $0 == "." }), let seconds = Double(parts[2]),
            (0..<60).contains(seconds)
        else { return nil }
        return Double(hours * 3600 + minutes * 60) + seconds
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
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
        case .instant(let date): Self.text(date)
        }
    }
}
