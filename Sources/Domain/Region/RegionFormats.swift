import Foundation
import Synchronization

/// How a locale writes days, times and amounts of money.
final class RegionFormats: Sendable {
    /// What stands around the digits of an amount of money.
    struct Surroundings: Sendable, Hashable {
        var prefix = ""
        var suffix = ""
    }

    /// A currency in a locale.
    struct CurrencyFormat: Sendable, Hashable {
        var symbol: String
        var positive: Surroundings
        var negative: Surroundings
    }

    /// That of amounts; nil for English.
    private let locale: Locale?
    private let shortDay: DateFormatter
    private let longDay: DateFormatter
    private let time: DateFormatter
    /// Whether the month stands before the day.
    let hasMonthFirst: Bool
    private let currencies = Mutex<[String: CurrencyFormat]>([:])

    /// - Parameters:
    ///   - locale: the locale; nil for English with the clock of 24 hours.
    ///   - other: that of days and times, if it is another.
    init(_ locale: Locale?, days other: Locale? = nil) {
        self.locale = locale
        let days = other ?? locale
        func formatter(_ date: DateFormatter.Style, _ time: DateFormatter.Style) -> DateFormatter {
            let formatter = DateFormatter()
            formatter.locale = days ?? Locale(identifier: "en_US")
            formatter.calendar = Calendar(identifier: .gregorian)
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

    /// The same with days and times as another locale writes them.
    func writingDays(in other: Locale) -> RegionFormats { RegionFormats(locale, days: other) }

    /// `Nov 21, 2026`, `21.11.2026`: of a date in UTC.
    func shortDay(_ date: Date) -> String { shortDay.string(from: date) }

    /// `November 21, 2026`, `21. November 2026`: of a date in UTC.
    func longDay(_ date: Date) -> String { longDay.string(from: date) }

    /// `14:05`, `2:05 PM`: of a date in UTC.
    func time(_ date: Date) -> String { time.string(from: date) }

    /// How amounts of a currency are written.
    ///
    /// - Parameter plainSymbol: its sign where nothing was chosen.
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
                symbol: plainSymbol, positive: Surroundings(prefix: plainSymbol),
                negative: Surroundings(prefix: "−" + plainSymbol))
        }
        let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
            .precision(.fractionLength(0))
        func surroundings(_ amount: Decimal) -> Surroundings {
            let text = style.format(amount).replacing("-", with: "−")
            guard let digit = text.firstIndex(of: "1") else { return Surroundings(prefix: text) }
            return Surroundings(
                prefix: String(text[..<digit]),
                suffix: String(text[text.index(after: digit)...]))
        }
        let positive = surroundings(1)
        let symbol = (positive.prefix + positive.suffix).trimmingCharacters(in: .whitespaces)
        return CurrencyFormat(
            symbol: symbol, positive: positive, negative: surroundings(-1))
    }
}
