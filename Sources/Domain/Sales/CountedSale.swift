import Foundation
import Persistence

/// What is kept of a sale beside what people enter, made of its lines.
struct CountedSale: Sendable, Hashable {
    /// The attributes that keep it of a sale, and of a line.
    static let keys = CountedAmounts.keys.union(["isCounted", "isHuge", "totalCents"])
    static let keysOfLines = CountedAmounts.keys.union(["saleDate"])

    /// A line as people entered it.
    struct Line: Sendable, Hashable {
        var product: ManagedObjectID?
        var quantity: Decimal
        var unitPrice: Decimal
        var adjustmentCents: Int64
        var taxCents: Int64
        var unitCost: Decimal?
        var costRoundingCents: Int64
    }

    /// What the sale adds to sums.
    private(set) var amounts = CountedAmounts()
    /// The same of each line.
    private(set) var lines: [CountedAmounts] = []
    /// What the sale comes to, which sales are sorted by; below zero for a return.
    private(set) var totalCents: Int64 = 0
    /// Whether an amount is so great that the money is left to who adds up decimals.
    private(set) var isHuge = false

    init(_ lines: [Line], isVoid: Bool, isReturn: Bool) {
        let sign: Int64 = isReturn ? -1 : 1
        let exact = lines.map(\.amounts)
        var whole = CountedAmounts()
        for line in exact where !isHuge {
            if let line { whole += line }
            isHuge = line == nil || !whole.isWithinBounds
        }
        guard !isVoid else {
            self.lines = lines.map { _ in CountedAmounts() }
            return
        }
        totalCents = isHuge ? Self.clampedTotal(of: lines) * sign : whole.cents * sign
        var seen: Set<ManagedObjectID?> = []
        for (line, exact) in zip(lines, exact) {
            var counted = isHuge ? line.quantities : (exact ?? line.quantities)
            counted = counted * sign
            if seen.insert(line.product).inserted {
                if isReturn { counted.returns = 1 } else { counted.sales = 1 }
            }
            self.lines.append(counted)
            amounts += counted
        }
        guard !lines.isEmpty else { return }
        if isReturn { amounts.returns = 1 } else { amounts.sales = 1 }
    }

    /// What the lines come to, or the greatest number there is.
    private static func clampedTotal(of lines: [Line]) -> Int64 {
        let total = lines.reduce(Decimal(0)) {
            $0 + Cents.amount(of: $1.quantity, at: $1.unitPrice) + Cents.amount($1.adjustmentCents)
        }
        return Cents.whole(total) ?? (total < 0 ? -Int64.max : Int64.max)
    }
}

extension CountedSale.Line {
    /// What the line comes to; nil if that is not in whole hundredths, or more than is added up of them.
    fileprivate var amounts: CountedAmounts? {
        guard let price = Cents.whole(unitPrice),
            let gross = Cents.cents(of: thousandths, at: price),
            let cents = Int64(exactly: Int128(gross) + Int128(adjustmentCents))
        else { return nil }
        var amounts = quantities
        amounts.cents = cents
        amounts.taxCents = taxCents
        if let unitCost {
            guard let cost = Cents.whole(unitCost),
                let costCents = Cents.cents(of: thousandths, at: cost).map({
                    $0 &+ costRoundingCents
                }),
                amounts.isWithinBounds
            else { return nil }
            amounts.costCents = costCents
            amounts.netCents = cents - taxCents
        }
        return amounts.isWithinBounds ? amounts : nil
    }

    private var thousandths: Int64 { Quantity.thousandths(quantity) ?? 0 }

    /// How many pieces the line has.
    fileprivate var quantities: CountedAmounts {
        let thousandths = thousandths
        return CountedAmounts(
            thousandths: thousandths, costThousandths: unitCost == nil ? 0 : thousandths)
    }
}
