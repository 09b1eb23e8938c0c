import Foundation

/// The header field with which a server says when it may be asked again.
enum RetryAfter {
    /// How long to wait: a number of seconds, or the time until a date. Nil if the field says neither.
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

    /// A day: nobody waits for longer than that.
    private static let longest: Int64 = 86_400
}
