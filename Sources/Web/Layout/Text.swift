import Domain
import Foundation

extension DefaultStringInterpolation {
    /// Appends an integer with thousands separators as in the household's region: `1,284`.
    mutating func appendInterpolation(_ number: Int, grouped: Bool) {
        appendLiteral(grouped ? Region.current.text(number) : String(number))
    }

    /// Appends a number with all its decimal places, as in the household's region: `1,284.5`.
    mutating func appendInterpolation(_ number: Decimal, grouped: Bool) {
        appendLiteral(grouped ? Region.current.text(number) : Quantity.text(number))
    }
}

/// Counts of records in words.
enum ItemCount {
    /// `1 item`, `1,284 items`.
    static func text(_ count: Int) -> String { text(count, "item", "items") }

    /// `1 type`, `3 types`.
    static func text(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count, grouped: true) \(count == 1 ? one : many)"
    }
}

/// Days of the calendar as text for people, in the region of the household.
enum DayText {
    /// A day with an abbreviated month: `Nov 21, 2026`.
    static func short(_ day: CalendarDay) -> String { Region.current.shortText(day) }

    /// A day with the full name of its month: `November 21, 2026`.
    static func long(_ day: CalendarDay) -> String { Region.current.longText(day) }
}

/// Formats sizes of files.
enum ByteCount {
    /// A size in a suitable unit, as in `25 MB`, `31.4 MB` or `512 bytes`.
    ///
    /// Sizes are rounded up, so that a size above a limit never reads like the limit.
    static func text(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) bytes"
        case ..<1_000_000: tenths(bytes, of: 1_000) + " kB"
        default: tenths(bytes, of: 1_000_000) + " MB"
        }
    }

    private static func tenths(_ bytes: Int, of unit: Int) -> String {
        let tenth = unit / 10
        let count = bytes / tenth + (bytes % tenth == 0 ? 0 : 1)
        return count % 10 == 0 ? "\(count / 10)" : "\(count / 10).\(count % 10)"
    }
}
