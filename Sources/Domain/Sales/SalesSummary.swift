import Foundation
public import Persistence

/// What was sold to one customer, or of one product: a row of a list. Voided sales count nowhere,
/// returns are subtracted.
public struct SalesSummary: Sendable, Hashable {
    /// What was sold, and what it comes to.
    public var totals: SalesTotals
    /// The first and the last day of a sale; nil if there is none.
    public var days: ClosedRange<CalendarDay>?

    public init(totals: SalesTotals = SalesTotals(), days: ClosedRange<CalendarDay>? = nil) {
        self.totals = totals
        self.days = days
    }

    /// What was sold to some customers, by record number.
    ///
    /// - Parameter others: sales that are left out. Default: none.
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

    /// What a customer bought of each product, by record number.
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

    /// What each customer bought of a product, by record number; sales without a customer under 0.
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
