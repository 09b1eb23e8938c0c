import Foundation

/// A sum in cents, which no number of lines makes too large.
struct LedgerSum {
    private var saleCount = 0
    private var returnCount = 0
    private var quantity: Int64 = 0
    private var cents: Int128 = 0
    private var tax: Int128 = 0
    private var cost: Int128 = 0
    private var netWithCost: Int128 = 0
    private var quantityWithCost: Int64 = 0
    /// The first and the last day of a sale, returns apart; nil if there is none.
    private var days: ClosedRange<CalendarDay>?

    init() {}

    /// The sum of lines of one sale, which counts once if it has any.
    ///
    /// - Parameter product: the product whose lines are added; nil, the default, for all.
    init(_ lines: SalesLedger.Lines, of sale: SalesLedger.Sale, product: Int64? = nil) {
        for line in lines.lines where product == nil || line.product == product {
            add(line, lines.extra(of: line), of: sale)
        }
    }

    /// Adds a line of a sale, which counts once, however many of its lines are added.
    ///
    /// - Parameters:
    ///   - extra: what it has beside quantity and price; nil for nothing.
    ///   - isCounted: whether the sale counts with it. Default: true.
    mutating func add(
        _ line: SalesLedger.Line, _ extra: SalesLedger.Extra?, of sale: SalesLedger.Sale,
        isCounted: Bool = true
    ) {
        let sign: Int128 = sale.isReturn ? -1 : 1
        var amount = Int128(line.unitPrice) * Int128(line.quantity)
        if let extra {
            amount += Int128(extra.adjustment)
            tax += sign * Int128(extra.tax)
            if let unitCost = extra.unitCost {
                cost += sign * Int128(unitCost) * Int128(line.quantity)
                netWithCost += sign * (amount - Int128(extra.tax))
                quantityWithCost += Int64(sign) * Int64(line.quantity)
            }
        }
        cents += sign * amount
        quantity += Int64(sign) * Int64(line.quantity)
        guard isCounted else { return }
        if sale.isReturn {
            returnCount = 1
        } else {
            saleCount = 1
            days = sale.day...sale.day
        }
    }

    /// Adds the sum of other sales.
    mutating func add(_ other: LedgerSum) {
        saleCount += other.saleCount
        returnCount += other.returnCount
        quantity += other.quantity
        cents += other.cents
        tax += other.tax
        cost += other.cost
        netWithCost += other.netWithCost
        quantityWithCost += other.quantityWithCost
        guard let added = other.days else { return }
        days =
            days.map {
                min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound)
            } ?? added
    }

    /// The totals with the days; nil without any sale.
    var summary: SalesSummary? {
        totals.map { SalesSummary(totals: $0, days: days) }
    }

    /// The totals; nil without any sale.
    var totals: SalesTotals? {
        guard saleCount > 0 || returnCount > 0 else { return nil }
        var totals = SalesTotals()
        totals.saleCount = saleCount
        totals.returnCount = returnCount
        totals.quantity = quantity
        totals.quantityWithCost = quantityWithCost
        totals.amount = Self.dollars(cents)
        // Most shops have none of these.
        if tax != 0 { totals.tax = Self.dollars(tax) }
        if cost != 0 { totals.cost = Self.dollars(cost) }
        if netWithCost != 0 { totals.netWithCost = Self.dollars(netWithCost) }
        return totals
    }

    /// Moving the decimal mark costs a fraction of a division.
    private static func dollars(_ cents: Int128) -> Decimal {
        let (high, low) = cents.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        let low64 = Int64(low)
        let whole =
            high == 0
            ? Decimal(low64) : Decimal(Int64(high)) * 1_000_000_000_000_000_000 + Decimal(low64)
        return Decimal(sign: .plus, exponent: -2, significand: whole)
    }
}
