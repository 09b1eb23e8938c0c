import Foundation

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

    private static func text(
        _ date: Date, _ zone: TimeZone, _ month: (String) -> String
    ) -> String {
        let day = ISO8601Text.day(date.addingTimeInterval(Double(zone.secondsFromGMT(for: date))))
        return "\(month(months[day.month - 1])) \(day.day), \(day.year)"
    }
}
