import Foundation

extension CaptureTime {
    /// Parses dates of cameras: `2014:07:16 03:34:45`, and other known forms. With an invalid time
    /// only the day counts; nil for the zeros and spaces of a camera whose clock was not set.
    ///
    /// - Parameter offset: the text of the entry for the offset: `+02:00`. It may be in the date's
    ///   text too.
    init?(exif text: String, offset: String) {
        guard let (day, rest) = Self.day(of: text) else { return nil }
        guard let (seconds, end) = Self.time(of: rest) else {
            self = .day(day)
            return
        }
        let clock = day + Double(seconds)
        if let offset = Self.offset(offset) ?? Self.offset(end) {
            self = .moment(clock - Double(offset), offset: offset)
        } else {
            self = .clock(clock)
        }
    }

    /// The day at the beginning of a text, or with the name of its month, and the rest after it.
    private static func day(of text: String) -> (day: Date, rest: Substring)? {
        if let match = text.prefixMatch(of: /\s*(\d{4})[^\dT]{0,2}(\d{1,2})[^\dT]{0,2}(\d{1,2})/) {
            return day(match.1, match.2, match.3).map { ($0, text[match.range.upperBound...]) }
        }
        if let match = text.prefixMatch(of: /\s*(\d{1,2})([-.\/: ])(\d{1,2})[-.\/: ](\d{4})/) {
            // The month is known if the other number cannot be one, and by the dot.
            let isMonthFirst = (Int(match.3) ?? 0) > 12
            guard isMonthFirst || (Int(match.1) ?? 0) > 12 || match.2 == "." else { return nil }
            let (month, number) = isMonthFirst ? (match.1, match.3) : (match.3, match.1)
            return day(match.4, month, number).map { ($0, text[match.range.upperBound...]) }
        }
        let words = text.split { !$0.isLetter && !$0.isNumber }
        guard
            let month = words.lazy.compactMap({ months.firstIndex(of: $0.prefix(3).lowercased()) })
                .first,
            let number = words.first(where: { (1...2).contains($0.count) && Int($0) != nil }),
            let year = words.first(where: { $0.count == 4 && Int($0) != nil })
        else { return nil }
        return day(year, "\(month + 1)", number).map { ($0, "") }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func day(_ year: Substring, _ month: Substring, _ day: Substring) -> Date? {
        guard let year = Int(year), let month = Int(month), let day = Int(day), year > 0 else {
            return nil
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            calendar: calendar, timeZone: .gmt, year: year, month: month, day: day)
        return components.isValidDate(in: calendar) ? components.date : nil
    }

    /// The time after a day, in seconds of the day, and the rest after it; nil if there is none.
    private static func time(of rest: Substring) -> (seconds: Int, rest: Substring)? {
        let hours =
            /[T ,:]*(\d{1,2})[-:.]?(\d{2})(?:[-:.]?(\d{1,2}))?(?:[.,]\d+)?(?: *([AaPp])\.?[Mm])?/
        guard let match = rest.prefixMatch(of: hours), var hour = Int(match.1),
            let minute = Int(match.2)
        else { return nil }
        let second = match.3.flatMap { Int($0) } ?? 0
        if let half = match.4?.lowercased() {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "p" ? 12 : 0)
        }
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return (hour * 3_600 + minute * 60 + second, rest[match.range.upperBound...])
    }

    /// The offset from UTC in seconds: of `+02:00` or `Z`; nil for any other text.
    private static func offset(_ text: some StringProtocol) -> Int? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if text == "Z" { return 0 }
        guard let match = text.wholeMatch(of: /([-+−])(\d{1,2})(?::?(\d{2}))?/),
            let hours = Int(match.2)
        else { return nil }
        let minutes = match.3.flatMap { Int($0) } ?? 0
        let seconds = hours * 3_600 + minutes * 60
        guard minutes < 60, seconds <= maximumOffset else { return nil }
        return match.1 == "+" ? seconds : -seconds
    }
}
