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
        var isFirst = true
        for line in lines.lines where product == nil || line.product == product {
            add(line, lines.extra(of: line), of: sale, isCounted: isFirst)
            isFirst = false
        }
    }

    /// Adds a line of a sale.
    ///
    /// - Parameters:
    ///   - extra: what it has beside quantity and price; nil for nothing.
    ///   - isCounted: whether the sale counts with it, as it does with one of its lines.
    mutating func add(
        _ line: SalesLedger.Line, _ extra: SalesLedger.Extra?, of sale: SalesLedger.Sale,
        isCounted: Bool
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
        if isCounted { count(sale) }
    }

    private mutating func count(_ sale: SalesLedger.Sale) {
        if sale.isReturn {
            returnCount += 1
        } else {
            saleCount += 1
            add(days: sale.day...sale.day)
        }
    }

    private mutating func add(days added: ClosedRange<CalendarDay>) {
        days =
            days.map {
                min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound)
            } ?? added
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
        if let added = other.days { add(days: added) }
    }

    /// Takes the sum of some of the sales off, which are in it. The first and the last day stay: of those left
    /// they are not known.
    mutating func subtract(_ other: LedgerSum) {
        saleCount -= other.saleCount
        returnCount -= other.returnCount
        quantity -= other.quantity
        cents -= other.cents
        tax -= other.tax
        cost -= other.cost
        netWithCost -= other.netWithCost
        quantityWithCost -= other.quantityWithCost
    }

    /// Whether there is a sale or a return in it.
    var isOfSales: Bool { saleCount > 0 || returnCount > 0 }

    /// What it comes to, in cents.
    var rank: Int128 { cents }

    /// Whether there is a tax in it.
    var isTaxed: Bool { tax != 0 }

    /// The totals with the days; nil without any sale.
    var summary: SalesSummary? {
        totals.map { SalesSummary(totals: $0, days: days) }
    }

    /// The totals; nil without any sale.
    var totals: SalesTotals? {
        guard isOfSales else { return nil }
        var totals = SalesTotals()
        totals.saleCount = saleCount
        totals.returnCount = returnCount
        totals.quantity = quantity
        totals.quantityWithCost = quantityWithCost
        totals.amount = Cents.amount(ofMany: cents)
        // Most shops have none of these.
        if tax != 0 { totals.tax = Cents.amount(ofMany: tax) }
        if cost != 0 { totals.cost = Cents.amount(ofMany: cost) }
        if netWithCost != 0 { totals.netWithCost = Cents.amount(ofMany: netWithCost) }
        return totals
    }
}
