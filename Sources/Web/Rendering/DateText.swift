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
