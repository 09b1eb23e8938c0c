import Domain
import Foundation
import Imaging

/// Formats dates for people, in the time zone of the server and the region of the household.
enum DateText {
    /// A date with a short month: `Mar 3, 2026`.
    static func short(_ date: Date, in zone: TimeZone = .current) -> String {
        Region.current.shortText(CalendarDay(local(date, zone)))
    }

    /// A date with the name of its month: `March 3, 2026`.
    static func long(_ date: Date, in zone: TimeZone = .current) -> String {
        Region.current.longText(CalendarDay(local(date, zone)))
    }

    /// A date with the time: `March 3, 2026, 14:05`.
    static func moment(_ date: Date, in zone: TimeZone = .current) -> String {
        "\(long(date, in: zone)), \(time(date, in: zone))"
    }

    /// The time: `14:05`.
    static func time(_ date: Date, in zone: TimeZone = .current) -> String {
        Region.current.timeText(local(date, zone))
    }

    /// The day on which a picture was taken, by the camera's clock.
    static func captureDay(_ stored: Date) -> String {
        long(CaptureTime(stored: stored).clock, in: .gmt)
    }

    /// The time at which a picture was taken by the camera's clock, independent of the server's
    /// time zone, as far as known: `July 16, 2014, 03:34 (UTC+02:00)`.
    ///
    /// - Parameter stored: the stored date.
    static func capture(_ stored: Date) -> String {
        let time = CaptureTime(stored: stored)
        let day = captureDay(stored)
        let minutes = Region.current.timeText(time.clock)
        switch time {
        case .day: return day
        case .clock: return "\(day), \(minutes)"
        case .moment(_, let offset):
            let zone = ISO8601Text.utc(Date(timeIntervalSince1970: Double(abs(offset))))
            return "\(day), \(minutes) "
                + "(UTC\(offset < 0 ? "−" : "+")\(zone.dropFirst(11).prefix(5)))"
        }
    }

    /// The date that shows a zone's local time in UTC.
    private static func local(_ date: Date, _ zone: TimeZone) -> Date {
        date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
    }
}

/// Formats dates for programs.
enum ISO8601Text {
    /// A date in UTC, as in `2014-07-16T03:34:45Z`, with milliseconds if there are any.
    static func utc(_ date: Date) -> String {
        let milliseconds = Int((limited(date.timeIntervalSince1970) * 1_000).rounded())
        let (days, inDay) = floorDivide(milliseconds, 86_400_000)
        let (year, month, day) = civil(days)
        let seconds = inDay / 1_000
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
        text += "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):"
        text += padded(seconds % 60, 2)
        if inDay % 1_000 != 0 { text += "." + padded(inDay % 1_000, 3) }
        return text + "Z"
    }

    /// The time at which a picture was taken: in UTC if its time zone is known, otherwise the local
    /// time without a `Z`; or only the day.
    static func capture(_ stored: Date) -> String {
        let time = CaptureTime(stored: stored)
        return switch time {
        case .day(let date): String(utc(date).prefix(10))
        case .clock(let date): String(utc(date).dropLast())
        case .moment(let date, _): utc(date)
        }
    }

    /// The day of a date in UTC.
    static func day(_ date: Date) -> (year: Int, month: Int, day: Int) {
        civil(floorDivide(Int(limited(date.timeIntervalSince1970).rounded(.down)), 86_400).quotient)
    }

    /// The date within the years 0 to 9999, which the format allows; NaN counts as 1970.
    private static func limited(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(seconds, -62_167_219_200), 253_402_300_799)
    }

    /// The Gregorian date of a day counted from 1970-01-01. In the calculation years begin in
    /// March, so that the leap day comes last.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> (quotient: Int, rest: Int) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
