public import Persistence

/// The counts and sums of the sales, which are kept until something is saved.
public struct SalesFigures: Sendable {
    private let sums = ChangeCache<SalesPeriod, SalesTotals>(limit: 1_000)
    private let groups = ChangeCache<GroupKey, SalesGroups>(limit: 1_000_000) { $0.weight }
    private let queries = ChangeCache<SaleQuery, SalesTotals>(limit: 200)
    private let spans = ChangeCache<SalesPeriod, SalesSpan>(limit: 1_000)

    private struct GroupKey: Hashable {
        var period: SalesPeriod
        var grouping: SalesGrouping
    }

    init() {}

    /// The totals of a period: of a customer for their lifetime total, of a day for the day sheet.
    ///
    /// - Throws: errors of the store.
    public func totals(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        try sums.value(for: period, at: context.changeCount) {
            try SalesSum(period, by: nil, in: context).whole
        }
    }

    /// The totals of the sales of a query, in whatever order. Of a sale with a product that is asked
    /// for, all lines count.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totals(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        if let period = query.period { return try totals(of: period, in: context) }
        var query = query
        query.sortDescriptors = []
        return try queries.value(for: query, at: context.changeCount) {
            try SalesTotals(query, in: context)
        }
    }

    /// The totals of each month, by its first day.
    ///
    /// - Throws: errors of the store.
    public func totalsByMonth(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [CalendarDay: SalesTotals] {
        try groups(.month, of: period, in: context).byMonth
    }

    /// The totals of each product, by record number.
    ///
    /// - Throws: errors of the store.
    public func totalsByProduct(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try groups(.product, of: period, in: context).byRecord
    }

    /// The totals of each customer, by record number; those of sales without a customer under 0.
    ///
    /// - Throws: errors of the store.
    public func totalsByCustomer(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try groups(.customer, of: period, in: context).byRecord
    }

    /// The first and the last day with a sale, voided ones and returns apart; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public func span(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> ClosedRange<CalendarDay>? {
        try spans.value(for: period, at: context.changeCount) {
            try SalesSpan(period, in: context)
        }.days
    }

    private func groups(
        _ grouping: SalesGrouping, of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> SalesGroups {
        try groups.value(
            for: GroupKey(period: period, grouping: grouping), at: context.changeCount
        ) {
            try SalesSum(period, by: grouping, in: context).groups
        }
    }
}
