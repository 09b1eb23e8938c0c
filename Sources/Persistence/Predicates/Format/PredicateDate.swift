import Foundation

/// Dates as texts: `2026-11-21`, `2026-11-21T10:15`, `2026-11-21T10:15:30.5+02:00`.
enum PredicateDate {
    /// Parses a date; nil if the text is not a date. Default: UTC, midnight.
    static func date(_ text: String) -> Date? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
            reader.skip("-"), let day = reader.number(2),
            let days = days(year: year, month: month, day: day)
        else { return nil }
        var seconds = Double(days) * 86400
        if !reader.isAtEnd {
            guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
                let time = reader.time(), let offset = reader.zone(), reader.isAtEnd
            else { return nil }
            seconds += time - offset
        }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Formats as `2026-11-21T10:15:30Z`, with milliseconds if there are any.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        guard seconds.magnitude < 1e14 else { return "\(seconds)" }
        let whole = seconds.rounded(.down)
        let milliseconds = Int(((seconds - whole) * 1000).rounded(.down))
        let style = Date.ISO8601FormatStyle()
        let text = Date(timeIntervalSince1970: whole).formatted(style)
        guard milliseconds > 0, text.hasSuffix("Z") else { return text }
        let digits = String(milliseconds + 1000).dropFirst()
        return text.dropLast() + ".\(digits)Z"
    }

    /// The number of days from 1970-01-01 to a Gregorian date; nil if the date is invalid.
    private static func days(year: Int, month: Int, day: Int) -> Int? {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        guard day >= 1, day <= lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) else {
            return nil
        }
        let before = year - 1
        let leapDays = before / 4 - before / 100 + before / 400
        let monthDays = lengths[..<(month - 1)].reduce(0, +) + (isLeap && month > 2 ? 1 : 0)
        return before * 365 + leapDays + monthDays + day - 1 - 719_162
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
                return false
            }
            position += 1
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            guard position + digits <= bytes.count else { return nil }
            var number = 0
            for byte in bytes[position..<position + digits] {
                guard (48...57).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 48)
            }
            position += digits
            return number
        }

        /// Parses `10:15` or `10:15:30.5` to seconds.
        mutating func time() -> Double? {
            guard let hours = number(2), hours < 24, skip(":"), let minutes = number(2),
                minutes < 60
            else { return nil }
            var time = Double(hours * 3600 + minutes * 60)
            if skip(":") {
                guard let seconds = number(2), seconds < 61 else { return nil }
                time += Double(seconds)
                if skip(".") {
                    guard let fraction = fraction() else { return nil }
                    time += fraction
                }
            }
            return time
        }

        private mutating func fraction() -> Double? {
            let start = position
            while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
            return Double("0." + String(decoding: bytes[start..<position], as: UTF8.self))
        }

        /// Parses the offset from UTC to seconds.
        mutating func zone() -> Double? {
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let sign: Double
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = number(2), hours < 24 else { return nil }
            if isAtEnd { return sign * Double(hours * 3600) }
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * Double(hours * 3600 + minutes * 60)
        }
    }
}
