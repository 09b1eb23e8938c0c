import Foundation
import Persistence

/// The stored figures that are derived from a sale's lines.
struct CountedSale: Sendable, Hashable {
    /// The attributes of sales and lines that store them.
    static let keys = CountedAmounts.keys.union(["isCounted", "isHuge", "totalCents"])
    static let keysOfLines = CountedAmounts.keys.union(["saleDate"])

    /// The entered values of a line.
    struct Line: Sendable, Hashable {
        var product: ManagedObjectID?
        var quantity: Decimal
        var unitPrice: Decimal
        var adjustmentCents: Int64
        var taxCents: Int64
        var unitCost: Decimal?
        var costRoundingCents: Int64
    }

    /// The contribution of the sale.
    private(set) var amounts = CountedAmounts()
    /// The contribution of each line.
    private(set) var lines: [CountedAmounts] = []
    /// The total by which sales are sorted; negative for a return.
    private(set) var totalCents: Int64 = 0
    /// Whether an amount is too great for sums in cents and must be added in decimals.
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

    /// The total of the lines, clamped.
    private static func clampedTotal(of lines: [Line]) -> Int64 {
        let total = lines.reduce(Decimal(0)) {
            $0 + Cents.amount(of: $1.quantity, at: $1.unitPrice) + Cents.amount($1.adjustmentCents)
        }
        return Cents.whole(total) ?? (total < 0 ? -Int64.max : Int64.max)
    }
}

extension CountedSale.Line {
    /// The amounts of the line; nil if they are not in whole cents, or too great for sums.
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

    fileprivate var quantities: CountedAmounts {
        let thousandths = thousandths
        return CountedAmounts(
            thousandths: thousandths, costThousandths: unitCost == nil ? 0 : thousandths)
    }
}

/// The contribution of a sale or a line to sums: nothing if it is void, negative for a return.
struct CountedAmounts: Sendable, Hashable {
    /// 1 for a sale that counts; of several lines with one product, only the first has it.
    var sales: Int16 = 0
    /// 1 for a return, likewise.
    var returns: Int16 = 0
    /// The quantity in thousandths.
    var thousandths: Int64 = 0
    /// The amount in cents.
    var cents: Int64 = 0
    var taxCents: Int64 = 0
    /// The known cost to the shop.
    var costCents: Int64 = 0
    /// The amount without taxes of the lines with a known cost.
    var netCents: Int64 = 0
    /// The quantity of these lines, in thousandths.
    var costThousandths: Int64 = 0

    /// The attributes that store it.
    static let keys: Set<String> = [
        "countedSales", "countedReturns", "countedThousandths", "countedCents", "countedTaxCents",
        "countedCostCents", "countedNetCents", "countedCostThousandths",
    ]

    /// The greatest amount of a record, so that nine million of them fit into 64 bits.
    static let greatest: Int64 = 1_000_000_000_000

    var isWithinBounds: Bool {
        [cents, taxCents, costCents, netCents].allSatisfy { $0.magnitude <= Self.greatest }
    }

    static func += (sum: inout Self, line: Self) {
        sum.thousandths += line.thousandths
        sum.cents += line.cents
        sum.taxCents += line.taxCents
        sum.costCents += line.costCents
        sum.netCents += line.netCents
        sum.costThousandths += line.costThousandths
    }

    static func * (amounts: Self, sign: Int64) -> Self {
        var product = amounts
        product.thousandths *= sign
        product.cents *= sign
        product.taxCents *= sign
        product.costCents *= sign
        product.netCents *= sign
        product.costThousandths *= sign
        return product
    }
}
