import Domain
import Foundation

/// A bar chart as the numbers of an SVG picture.
struct SalesChart: Sendable {
    /// `0 0 516 196`.
    var viewBox: String
    /// The text alternative.
    var label: String
    var bars: [SalesBar]
    /// Whether the bars are horizontal, which leaves room for names.
    var isLying: Bool
    /// The ends of the base line of the bars.
    var axisX1: String
    var axisY1: String
    var axisX2: String
    var axisY2: String

    /// The maximum number of horizontal bars.
    static let mostRows = 10
    /// The number of months in the chart.
    static let mostMonths = 12
}

/// A bar with its name and its amount.
struct SalesBar: Sendable {
    var name: String
    var amount: String
    var x: String
    var y: String
    var width: String
    var height: String
    var nameX: String
    var nameY: String
    var amountX: String
    var amountY: String
}

extension SalesChart {
    /// Columns for months, the first one left; months without a sale leave a gap.
    init(months entries: [SalesTotalsEntry], in currency: Currency) {
        let months = Self.latest(entries)
        let (slot, base, room) = (516.0 / Double(Self.mostMonths), 168.0, 145.0)
        let most = Self.most(months.map(\.totals.amount))
        let bars = months.enumerated().map { index, month in
            let height = Self.length(month.totals.amount, of: most, room)
            let centre = (Double(index) + 0.5) * slot
            return SalesBar(
                name: month.name, amount: Self.short(month.totals.amount, in: currency),
                x: Self.text(centre - slot * 0.32), y: Self.text(base - height),
                width: Self.text(slot * 0.64), height: Self.text(height),
                nameX: Self.text(centre), nameY: "186", amountX: Self.text(centre),
                amountY: Self.text(base - height - 6))
        }
        self.init(
            viewBox: "0 0 516 196", label: "Sales by month; the numbers are in the table",
            bars: bars, isLying: false, axisX1: "0", axisY1: "168", axisX2: "516", axisY2: "168")
    }

    /// Horizontal bars for products or customers, in their order.
    init(
        rows entries: [SalesTotalsEntry], by grouping: SalesGrouping, in currency: Currency
    ) {
        let rows = entries
        // The bars and their amounts get the room that the names leave.
        let longest = rows.map { Self.cut($0.name).count }.max() ?? 0
        let start = min(166, 14 + Double(longest) * 8.4).rounded()
        let (room, step) = (350 - start, 28.0)
        let most = Self.most(rows.map(\.totals.amount))
        let bars = rows.enumerated().map { index, row in
            let width = Self.length(row.totals.amount, of: most, room)
            let top = Double(index) * step + 6
            return SalesBar(
                name: Self.cut(row.name), amount: Self.short(row.totals.amount, in: currency),
                x: Self.text(start), y: Self.text(top), width: Self.text(width), height: "18",
                nameX: Self.text(start - 10), nameY: Self.text(top + 13.5),
                amountX: Self.text(start + width + 8), amountY: Self.text(top + 13.5))
        }
        let height = Self.text(Double(rows.count) * step)
        self.init(
            viewBox: "0 0 420 \(height)",
            label: "Sales by \(grouping.noun); the numbers are in the table", bars: bars,
            isLying: true, axisX1: Self.text(start), axisY1: "0", axisX2: Self.text(start),
            axisY2: height)
    }

    /// The last months up to the latest one with a sale, without gaps. The first one and each
    /// January show the year if there are several.
    private static func latest(
        _ entries: [SalesTotalsEntry]
    ) -> [(name: String, totals: SalesTotals)] {
        var totals: [CalendarDay: SalesTotals] = [:]
        for entry in entries {
            totals[entry.month.firstOfMonth] = entry.totals
        }
        guard let last = totals.keys.max() else { return [] }
        var months: [(name: String, totals: SalesTotals)] = []
        let isOfYears = totals.keys.contains { $0.year != last.year }
        var month = last
        for place in 1...mostMonths {
            // Next to a January there is no room for a second year.
            let isFirst = place == mostMonths && month.month != 12
            let name =
                isOfYears && (month.month == 1 || isFirst)
                ? DayText.shortMonthOfYear(month) : DayText.shortMonth(month)
            months.append((name, totals[month] ?? SalesTotals()))
            month = month.adding(days: -1).firstOfMonth
        }
        return months.reversed()
    }

    private static func most(_ amounts: [Decimal]) -> Decimal { max(amounts.max() ?? 0, 0) }

    /// The length of a bar; zero for a negative amount.
    private static func length(_ amount: Decimal, of most: Decimal, _ room: Double) -> Double {
        guard most > 0, amount > 0 else { return 0 }
        return max(1.5, room * NSDecimalNumber(decimal: amount / most).doubleValue)
    }

    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    /// A short amount for a picture: `$980`, `$12.4k`, `$3.1M`, `$2B`, `$1.5T`; empty for zero.
    private static func short(_ amount: Decimal, in currency: Currency) -> String {
        guard amount != 0 else { return "" }
        let value = NSDecimalNumber(decimal: abs(amount)).doubleValue
        let (scaled, unit) =
            switch value {
            case 999_950_000_000...: (value / 1_000_000_000_000, "T")
            case 999_950_000...: (value / 1_000_000_000, "B")
            case 999_950...: (value / 1_000_000, "M")
            case 9_999.5...: (value / 1_000, "k")
            default: (value, "")
            }
        let number = unit.isEmpty ? "\(Int(scaled.rounded()), grouped: true)" : text(scaled)
        return (amount < 0 ? "−" : "") + currency.symbol + number + unit
    }

    private static func cut(_ name: String) -> String {
        name.count > 18 ? name.prefix(17).trimmingCharacters(in: .whitespaces) + "…" : name
    }
}
