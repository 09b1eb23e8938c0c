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

    /// The summaries of some customers, by record number.
    ///
    /// - Parameter others: sales to exclude. Default: none.
    /// - Throws: errors of the store.
    public static func ofCustomers(
        _ customers: [ManagedObjectID], without others: [ManagedObjectID] = [],
        in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        let numbers = customers.compactMap(\.recordNumber)
        guard !numbers.isEmpty else { return [:] }
        return try SalesSums(
            grouping: .customer, selection: .customers(numbers, SalesPeriod()), excluded: others,
            hasDays: true
        ).summaries(in: context)
    }

    /// The summaries of each product that a customer bought, by record number.
    ///
    /// - Throws: errors of the store.
    public static func ofProducts(
        boughtBy customer: Customer, in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        guard let number = customer.objectID.recordNumber else { return [:] }
        let period = SalesPeriod(customer: number)
        return try SalesSums(grouping: .product, selection: .period(period), hasDays: true)
            .summaries(in: context)
    }

    /// The summaries of each customer who bought a product, by record number; under 0 that of sales
    /// without one.
    ///
    /// - Throws: errors of the store.
    public static func ofCustomers(
        whoBought product: Product, in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        guard let number = product.objectID.recordNumber else { return [:] }
        let period = SalesPeriod(product: number)
        return try SalesSums(grouping: .customer, selection: .period(period), hasDays: true)
            .summaries(in: context)
    }
}
