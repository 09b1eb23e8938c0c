import Domain
import Foundation

/// The worth of an item over time, as a chart and as a table.
struct ValueChart: Sendable {
    /// A value, with the day from which it applies.
    struct Row: Sendable {
        /// `May 1, 2026`.
        var day: String
        var dayISO: String
        /// The stated worth: `$1,480`; empty if unknown.
        var value: String
        /// The quantity: `4`; empty for one.
        var quantity: String
        /// The price of a new one; empty if unknown.
        var replacement: String
    }

    /// A point of the line.
    struct Dot: Sendable {
        var x: String
        var y: String
    }

    /// Whether the value has ever changed.
    var isShown = false
    /// The label in words: `From $200 on May 1, 2026 to $180 on June 1, 2026`.
    var label = ""
    /// The points of the line in SVG's notation.
    var line = ""
    var dots: [Dot] = []
    var highest = ""
    var rows: [Row] = []

    private static let (width, height, margin) = (320.0, 96.0, 6.0)

    init() {}

    /// The chart of the values.
    ///
    /// - Parameters:
    ///   - now: the end of the chart.
    ///   - currency: the currency of the amounts. Default: the dollar.
    init(_ history: [ValuePeriod], now: Date, in currency: Currency = .dollar) {
        rows = history.map { Row($0, in: currency) }
        // Unvalued periods have no point.
        let valued = history.filter { $0.value.worth != nil }
        guard history.count > 1, let first = valued.first, let last = valued.last else { return }
        isShown = true
        func worth(_ period: ValuePeriod) -> Double {
            NSDecimalNumber(decimal: period.value.totalWorth ?? 0).doubleValue
        }
        let top = valued.map(worth).max() ?? 0
        let span = max(1, now.timeIntervalSince(first.since))
        func x(_ date: Date) -> Double {
            let share = min(1, date.timeIntervalSince(first.since) / span)
            return Self.margin + (Self.width - 2 * Self.margin) * share
        }
        func y(_ worth: Double) -> Double {
            let share = top == 0 ? 0 : worth / top
            return Self.height - Self.margin - (Self.height - 2 * Self.margin) * share
        }
        var points: [(Double, Double)] = []
        for (index, period) in valued.enumerated() {
            // A value holds until the next one, so the line has steps.
            let end = index + 1 < valued.count ? valued[index + 1].since : now
            points.append((x(period.since), y(worth(period))))
            points.append((x(end), y(worth(period))))
        }
        line = points.map { "\(Self.text($0)),\(Self.text($1))" }.joined(separator: " ")
        dots = valued.map { Dot(x: Self.text(x($0.since)), y: Self.text(y(worth($0)))) }
        highest = currency.shortText(valued.compactMap(\.value.totalWorth).max() ?? 0)
        label =
            "From \(first.value.totalText(in: currency)) on \(DateText.long(first.since)) to "
            + "\(last.value.totalText(in: currency)) on \(DateText.long(last.since))"
    }

    /// A number with one decimal place, independent of the locale.
    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension ValueChart.Row {
    fileprivate init(_ period: ValuePeriod, in currency: Currency) {
        let (value, quantity) = (period.value, Int(period.value.quantity))
        self.init(
            day: DateText.long(period.since), dayISO: ISO8601Text.utc(period.since),
            value: value.statedText(in: currency),
            quantity: quantity > 1 ? "\(quantity, grouped: true)" : "",
            replacement: value.replacementText(in: currency))
    }
}

extension ValuePeriod {
    var json: JSONValue {
        .object([
            ("since", .date(since)), ("valueInDollars", .int(Int(value.valueInDollars))),
            ("quantity", .int(Int(value.quantity))),
            ("replacementValue", .string(value.replacementValue.map(Money.plainText))),
            ("worth", value.worthJSON),
        ])
    }
}

extension ItemValue {
    /// The worth of each: `€499.99`; empty if not valued.
    func eachText(in currency: Currency) -> String { worth.map(currency.shortText) ?? "" }

    /// The worth of each with the quantity: `4 × €50`.
    func text(in currency: Currency) -> String {
        let each = eachText(in: currency)
        guard quantity > 1 else { return each }
        let count = "\(Int(quantity), grouped: true) ×"
        return each.isEmpty ? count : "\(count) \(each)"
    }

    /// The worth of all: `€200`; empty if not valued.
    func totalText(in currency: Currency) -> String { totalWorth.map(currency.shortText) ?? "" }

    /// The stated worth of each; empty if unknown.
    func statedText(in currency: Currency) -> String {
        valueInDollars == 0 ? "" : currency.wholeText(Int64(valueInDollars))
    }

    /// The price of a new one; empty if unknown.
    func replacementText(in currency: Currency) -> String {
        replacementValue.map(currency.text) ?? ""
    }

    /// The worth of each in JSON.
    var worthJSON: JSONValue { .string(worth.map(Money.plainText)) }
}
