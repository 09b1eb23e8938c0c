import Foundation
import Imaging

/// Days as text for people, in the time zone of the server.
enum DateText {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// A day with a short name of its month: `Mar 3, 2026`.
    static func short(_ date: Date, in zone: TimeZone = .current) -> String {
        text(date, zone) { String($0.prefix(3)) }
    }

    /// A day with the whole name of its month: `March 3, 2026`.
    static func long(_ date: Date, in zone: TimeZone = .current) -> String {
        text(date, zone) { $0 }
    }

    /// A day with the time: `March 3, 2026, 14:05`.
    static func moment(_ date: Date, in zone: TimeZone = .current) -> String {
        let local = date.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: date))
        let minutes = Int((local / 60).rounded(.down)) % 1_440
        let minute = minutes < 0 ? minutes + 1_440 : minutes
        let text = String(minute % 60)
        return "\(long(date, in: zone)), \(minute / 60):\(minute % 60 < 10 ? "0" : "")\(text)"
    }

    /// The day on which a picture was taken by the clock of its camera.
    static func captureDay(_ stored: Date) -> String {
        long(CaptureTime(stored: stored).clock, in: .gmt)
    }

    /// When a picture was taken by the clock of its camera, whatever the time zone of the server:
    /// `July 16, 2014, 03:34 (UTC+02:00)`, as far as its file says.
    ///
    /// - Parameter stored: the date that its record keeps.
    static func capture(_ stored: Date) -> String {
        let time = CaptureTime(stored: stored)
        let day = captureDay(stored)
        let minutes = ISO8601Text.utc(time.clock).dropFirst(11).prefix(5)
        switch time {
        case .day: return day
        case .clock: return "\(day), \(minutes)"
        case .moment(_, let offset):
            let zone = ISO8601Text.utc(Date(timeIntervalSince1970: Double(abs(offset))))
            return "\(day), \(minutes) "
                + "(UTC\(offset < 0 ? "−" : "+")\(zone.dropFirst(11).prefix(5)))"
        }
    }

    private static func text(
        _ date: Date, _ zone: TimeZone, _ month: (String) -> String
    ) -> String {
        let day = ISO8601Text.day(date.addingTimeInterval(Double(zone.secondsFromGMT(for: date))))
        return "\(month(months[day.month - 1])) \(day.day), \(day.year)"
    }
}
