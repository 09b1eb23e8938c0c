import Foundation

/// Parses the header field `Retry-After`.
enum RetryAfter {
    /// The delay: a number of seconds, or the time until a date. Nil if the field is neither.
    static func delay(_ text: String?, now: Date = Date()) -> Duration? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int64(text) ?? longest, longest))
        }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = format.date(from: text) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now).rounded(.up)), Double(longest)))
    }

    /// The maximum delay: a day.
    private static let longest: Int64 = 86_400
}
