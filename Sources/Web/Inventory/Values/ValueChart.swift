import Domain
import Foundation

/// What an item was worth over time, as a picture and as a table.
struct ValueChart: Sendable {
    /// A value and since when it holds.
    struct Row: Sendable {
        /// `May 1, 2026`.
        var day: String
        var dayISO: String
        /// What people say that it is worth: `$1,480`; empty if they have not.
        var value: String
        /// How many there were: `4`; empty for one.
        var quantity: String
        /// What a new one costs; empty if nobody has said.
        var replacement: String
    }

    /// A point of the line.
    struct Dot: Sendable {
        var x: String
        var y: String
    }

    /// Whether the value was ever another one.
    var isShown = false
    /// In words: `From $200 on May 1, 2026 to $180 on June 1, 2026`.
    var label = ""
    /// The points of the line, as SVG has them.
    var line = ""
    var dots: [Dot] = []
    var highest = ""
    var rows: [Row] = []

    private static let (width, height, margin) = (320.0, 96.0, 6.0)

    init() {}

    /// The chart of values over time.
    ///
    /// - Parameters:
    ///   - now: where it ends.
    ///   - currency: of the amounts. Default: the dollar.
    init(_ history: [ValuePeriod], now: Date, in currency: Currency = .dollar) {
        rows = history.map { Row($0, in: currency) }
        // Where nothing was valued, there is no point.
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
            // A value holds until the next one: the line goes in steps.
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

    /// A number with one decimal place, whatever the locale.
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
    /// The value for programs.
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
    /// What one of it is worth, as people read it: `€499.99`; empty for not valued.
    func eachText(in currency: Currency) -> String { worth.map(currency.shortText) ?? "" }

    /// The same with how many there are: `4 × €50`.
    func text(in currency: Currency) -> String {
        let each = eachText(in: currency)
        guard quantity > 1 else { return each }
        let count = "\(Int(quantity), grouped: true) ×"
        return each.isEmpty ? count : "\(count) \(each)"
    }

    /// What all of it is worth: `€200`; empty for not valued.
    func totalText(in currency: Currency) -> String { totalWorth.map(currency.shortText) ?? "" }

    /// What people say that one of it is worth; empty if they have not.
    func statedText(in currency: Currency) -> String {
        valueInDollars == 0 ? "" : currency.wholeText(Int64(valueInDollars))
    }

    /// What a new one costs; empty if that is not known.
    func replacementText(in currency: Currency) -> String {
        replacementValue.map(currency.text) ?? ""
    }

    /// What one of it is worth, for programs.
    var worthJSON: JSONValue { .string(worth.map(Money.plainText)) }
}
