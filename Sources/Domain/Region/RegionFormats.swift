import Foundation
import Synchronization

/// The formats of dates, times and amounts of money in a locale.
final class RegionFormats: Sendable {
    /// The text around the digits of an amount of money.
    struct Affixes: Sendable, Hashable {
        var prefix = ""
        var suffix = ""
    }

    /// The format of a currency in a locale.
    struct CurrencyFormat: Sendable, Hashable {
        var symbol: String
        var positive: Affixes
        var negative: Affixes
    }

    /// The locale of amounts; nil for English.
    private let locale: Locale?
    private let shortDay: DateFormatter
    private let longDay: DateFormatter
    private let time: DateFormatter
    /// Whether the month comes before the day.
    let hasMonthFirst: Bool
    private let currencies = Mutex<[String: CurrencyFormat]>([:])

    /// - Parameters:
    ///   - locale: the locale; nil for English with a 24-hour clock.
    ///   - other: the locale of dates and times, if it is another one.
    init(_ locale: Locale?, days other: Locale? = nil) {
        self.locale = locale
        let days = other ?? locale
        func formatter(_ date: DateFormatter.Style, _ time: DateFormatter.Style) -> DateFormatter {
            let formatter = DateFormatter()
            formatter.locale = days ?? Locale(identifier: "en_US")
            formatter.calendar = Calendar(identifier: .gregorian)
            // Days are Gregorian before 1582 too, as in ISO 8601; the default changes to Julian ones.
            formatter.gregorianStartDate = .distantPast
            formatter.timeZone = .gmt
            formatter.dateStyle = date
            formatter.timeStyle = time
            return formatter
        }
        shortDay = formatter(.medium, .none)
        longDay = formatter(.long, .none)
        time = formatter(.none, .short)
        if days == nil { time.dateFormat = "HH:mm" }
        let numbers = formatter(.short, .none).dateFormat ?? ""
        let places = (numbers.firstIndex(of: "M"), numbers.firstIndex(of: "d"))
        hasMonthFirst = places.0.flatMap { month in places.1.map { month < $0 } } ?? false
    }

    /// The same formats, with dates and times of another locale.
    func writingDays(in other: Locale) -> RegionFormats { RegionFormats(locale, days: other) }

    /// The short date in UTC: `Nov 21, 2026`, `21.11.2026`.
    func shortDay(_ date: Date) -> String { shortDay.string(from: date) }

    /// The long date in UTC: `November 21, 2026`, `21. November 2026`.
    func longDay(_ date: Date) -> String { longDay.string(from: date) }

    /// The time in UTC: `14:05`, `2:05 PM`.
    func time(_ date: Date) -> String { time.string(from: date) }

    /// The format of a currency's amounts.
    ///
    /// - Parameter plainSymbol: its sign without a chosen region.
    func format(of code: String, plainSymbol: String) -> CurrencyFormat {
        currencies.withLock { known in
            if let format = known[code] { return format }
            let format = makeFormat(of: code, plainSymbol)
            known[code] = format
            return format
        }
    }

    private func makeFormat(of code: String, _ plainSymbol: String) -> CurrencyFormat {
        guard let locale else {
            return CurrencyFormat(
                symbol: plainSymbol, positive: Affixes(prefix: plainSymbol),
                negative: Affixes(prefix: "−" + plainSymbol))
        }
        let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
            .precision(.fractionLength(0))
        func affixes(_ amount: Decimal) -> Affixes {
            let text = style.format(amount).replacing("-", with: "−")
            guard let digit = text.firstIndex(of: "1") else { return Affixes(prefix: text) }
            return Affixes(
                prefix: String(text[..<digit]),
                suffix: String(text[text.index(after: digit)...]))
        }
        let positive = affixes(1)
        let symbol = (positive.prefix + positive.suffix).trimmingCharacters(in: .whitespaces)
        return CurrencyFormat(
            symbol: symbol, positive: positive, negative: affixes(-1))
    }
}
