public import Foundation
public import Persistence

/// Counts and sums of sales. Void sales do not count; returns are subtracted.
public struct SalesTotals: Sendable, Hashable {
    /// The number of sales; by product, the number of lines.
    public var saleCount = 0
    /// The number of returns; by product, the number of their lines.
    public var returnCount = 0
    /// The quantity that was sold and not returned.
    public var quantity: Decimal = 0
    /// The exact sum of the lines, with discounts and taxes.
    public var amount: Decimal = 0
    /// The taxes in it.
    public var tax: Decimal = 0
    /// The known cost to the shop.
    public var cost: Decimal = 0
    /// The sum without taxes of lines with a known cost.
    public var netWithCost: Decimal = 0
    /// The quantity of these lines.
    public var quantityWithCost: Decimal = 0

    public init() {}

    /// The sum without taxes.
    public var net: Decimal { amount - tax }

    /// The sum without taxes of lines with an unknown cost.
    public var netWithoutCost: Decimal { net - netWithCost }

    /// The quantity of these lines.
    public var quantityWithoutCost: Decimal { quantity - quantityWithCost }

    /// Whether the cost of anything is unknown.
    public var hasUnknownCost: Bool { quantityWithoutCost != 0 || netWithoutCost != 0 }

    /// Whether the cost of anything is known.
    public var hasKnownCost: Bool { quantityWithCost != 0 || netWithCost != 0 || cost != 0 }

    /// Whether the margin is known of any line, or there are none.
    public var isMarginKnown: Bool { hasKnownCost || !hasUnknownCost }

    /// The margin of the lines with a known cost; nil if there are none.
    public var margin: Decimal? { isMarginKnown ? netWithCost - cost : nil }

    public static func + (first: SalesTotals, second: SalesTotals) -> SalesTotals {
        var sum = first
        sum.saleCount += second.saleCount
        sum.returnCount += second.returnCount
        sum.quantity += second.quantity
        sum.amount += second.amount
        sum.tax += second.tax
        sum.cost += second.cost
        sum.netWithCost += second.netWithCost
        sum.quantityWithCost += second.quantityWithCost
        return sum
    }
}

/// The sales to a customer or of a product, as a row of a list. Void sales do not count; returns
/// are subtracted.
public struct SalesSummary: Sendable, Hashable {
    /// The counts and sums.
    public var totals: SalesTotals
    /// The first and the last day of a sale; nil if there is none.
    public var days: ClosedRange<CalendarDay>?

    public init(totals: SalesTotals = SalesTotals(), days: ClosedRange<CalendarDay>? = nil) {
        self.totals = totals
        self.days = days
    }

    /// The summaries of some customers, by record number, without those who bought nothing; under 0
    /// that of sales without a customer.
    ///
    /// - Parameter others: sales to exclude. Default: none.
    /// - Throws: errors of the store.
    public static func ofCustomers(
        _ numbers: [Int64], without others: [ManagedObjectID] = [],
        in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        guard !numbers.isEmpty else { return [:] }
        return try SalesSums(
            grouping: .customer, selection: .customers(numbers, SalesPeriod()), excluded: others,
            hasDays: true
        ).summaries(in: context)
    }

    /// The summaries of each group of a period's sales.
    ///
    /// - Throws: errors of the store.
    public static func by(
        _ grouping: SalesGroups, of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        try SalesSums(grouping: grouping, selection: .period(period), hasDays: true)
            .summaries(in: context)
    }
}
