public import Foundation

/// A local time of day to the minute, without a time zone.
public struct TimeOfDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Minutes since midnight, 0...1439.
    public let minute: Int

    /// Nil if a day has no such minute.
    public init?(minute: Int) {
        guard (0..<1_440).contains(minute) else { return nil }
        self.minute = minute
    }

    /// Parses `14:05`, `9:30`.
    ///
    /// - Throws: ``TimeOfDayFault`` if the text is not a time.
    public init(parsing text: String) throws(TimeOfDayFault) {
        let parts = text.trimmingCharacters(in: .whitespaces).split(
            separator: ":", omittingEmptySubsequences: false)
        // Browsers may append seconds.
        guard (2...3).contains(parts.count),
            parts.allSatisfy({
                (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber }
            }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { throw TimeOfDayFault(text: text) }
        self.minute = hour * 60 + minute
    }

    /// The time of a date in a time zone. Default: now, in the system's zone.
    public init(_ date: Date = Date(), in timeZone: TimeZone = .current) {
        let seconds =
            Int(date.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: date)
        minute = ((seconds % 86_400) + 86_400) % 86_400 / 60
    }

    /// The hour, 0...23.
    public var hour: Int { minute / 60 }

    /// `14:05`.
    public var description: String {
        let (hour, rest) = (String(hour), String(minute % 60))
        return (hour.count < 2 ? "0" : "") + hour + ":" + (rest.count < 2 ? "0" : "") + rest
    }

    public static func < (first: TimeOfDay, second: TimeOfDay) -> Bool {
        first.minute < second.minute
    }
}

/// A text that is not a time of day.
public struct TimeOfDayFault: Error, Equatable, Sendable, CustomStringConvertible {
    let text: String

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String { "“\(text)” is not a time, such as 14:05" }
}
