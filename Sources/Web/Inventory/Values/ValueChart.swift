import Domain
import Foundation

/// What an item was worth over time, as a picture and as a table.
struct ValueChart: Sendable {
    /// A value and since when it holds.
    struct Row: Sendable {
        /// `May 1, 2026`.
        var day: String
        var dayISO: String
        /// `$1,480`, `4 × $5`.
        var value: String
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
    ///   - currency: of what a new one costs; the values are in dollars. Default: the dollar.
    init(_ history: [ValuePeriod], now: Date, in currency: Currency = .dollar) {
        rows = history.map { Row($0, in: currency) }
        guard history.count > 1, let first = history.first, let last = history.last else { return }
        isShown = true
        let top = history.map(\.value.whole).max() ?? 0
        let span = max(1, now.timeIntervalSince(first.since))
        func x(_ date: Date) -> Double {
            let share = min(1, date.timeIntervalSince(first.since) / span)
            return Self.margin + (Self.width - 2 * Self.margin) * share
        }
        func y(_ value: Int64) -> Double {
            let share = top == 0 ? 0 : Double(value) / Double(top)
            return Self.height - Self.margin - (Self.height - 2 * Self.margin) * share
        }
        var points: [(Double, Double)] = []
        for (index, period) in history.enumerated() {
            // A value holds until the next one: the line goes in steps.
            let end = index + 1 < history.count ? history[index + 1].since : now
            points.append((x(period.since), y(period.value.whole)))
            points.append((x(end), y(period.value.whole)))
        }
        line = points.map { "\(Self.text($0)),\(Self.text($1))" }.joined(separator: " ")
        dots = history.map {
            Dot(x: Self.text(x($0.since)), y: Self.text(y($0.value.whole)))
        }
        highest = WholeDollars.text(Int(top))
        label =
            "From \(WholeDollars.text(Int(first.value.whole))) on \(DateText.long(first.since)) to "
            + "\(WholeDollars.text(Int(last.value.whole))) on \(DateText.long(last.since))"
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
        let each = WholeDollars.text(Int(value.valueInDollars))
        self.init(
            day: DateText.long(period.since), dayISO: ISO8601Text.utc(period.since),
            value: quantity > 1 ? "\(quantity, grouped: true) × \(each)" : each,
            replacement: value.replacementValue.map(currency.text) ?? "")
    }
}

extension ValuePeriod {
    /// The value for programs.
    var json: JSONValue {
        .object([
            ("since", .date(since)), ("valueInDollars", .int(Int(value.valueInDollars))),
            ("quantity", .int(Int(value.quantity))),
            ("replacementValue", .string(value.replacementValue.map(Money.plainText))),
        ])
    }
}
