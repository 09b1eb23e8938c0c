public import Foundation

/// A time of day to the minute, in no time zone: what the clock in the shop showed.
public struct TimeOfDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Minutes since midnight, 0...1439.
    public let minute: Int

    /// A time by its minutes since midnight; nil if a day has no such minute.
    public init?(minute: Int) {
        guard (0..<1_440).contains(minute) else { return nil }
        self.minute = minute
    }

    /// Reads a time: `14:05`, `9:30`.
    ///
    /// - Throws: ``TimeOfDayFault`` if the text is none.
    public init(parsing text: String) throws(TimeOfDayFault) {
        let parts = text.trimmingCharacters(in: .whitespaces).split(
            separator: ":", omittingEmptySubsequences: false)
        // A field of a browser may add seconds.
        guard (2...3).contains(parts.count),
            parts.allSatisfy({
                (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber }
            }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { throw TimeOfDayFault(text: text) }
        self.minute = hour * 60 + minute
    }

    /// The time of a moment in a time zone. Default: the system's.
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
