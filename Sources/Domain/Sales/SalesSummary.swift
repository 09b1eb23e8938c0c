import Foundation
public import Persistence

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
