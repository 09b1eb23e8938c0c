public import Foundation
public import Persistence

/// The totals of sales, computed by the store and cached until a sale is saved.
public final class SalesFigures: Sendable {
    /// The selected sales, and the grouping.
    private struct Key: Hashable {
        var grouping: SalesGroups
        var sales: SelectedSales
        /// Whether the totals have amounts alone.
        var isOfAmounts = false
    }

    /// The entities that totals depend on; a product may change its category without a save of a
    /// sale.
    private static let summed: Set<EntityName> = [.sale, .saleLine, .product]

    private let changes: ChangeFeed
    private let sums = ChangeCache<Key, [Int64: SalesTotals]>(limit: 200_000) { $0.count + 1 }

    init(_ changes: ChangeFeed) {
        self.changes = changes
    }

    /// The totals of a period, a customer or a query. If a query selects a product, all lines of
    /// its sales count.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totals(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        try totals(by: .none, of: sales, in: context)[0] ?? SalesTotals()
    }

    /// The totals of each day with a sale.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByDay(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [CalendarDay: SalesTotals] {
        Dictionary(
            uniqueKeysWithValues: try totals(by: .day, of: sales, in: context).map {
                (CalendarDay(number: Int($0)), $1)
            })
    }

    /// The amounts of each product, by record number; faster than the totals.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func amountsByProduct(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [Int64: Decimal] {
        guard case .period(let period) = sales.selected else {
            return try totals(by: .product, of: sales, in: context).mapValues(\.amount)
        }
        let key = Key(grouping: .product, sales: .period(period), isOfAmounts: true)
        let version = changes.version(of: Self.summed, in: context)
        let totals = try sums.value(for: key, at: version) {
            var request = SalesSums(grouping: .product, selection: .period(period))
            request.isOfAmounts = true
            return try request.totals(in: context)
        }
        return totals.mapValues(\.amount)
    }

    /// The totals of each hour, 0...23; under −1 those of sales with an unknown time.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByHour(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        Dictionary(
            try totals(by: .minute, of: sales, in: context).map { ($0 < 0 ? -1 : $0 / 60, $1) },
            uniquingKeysWith: +)
    }

    /// The totals of each group. Under 0 are those without a category, a customer or a tax.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totals(
        by grouping: SalesGroups, of sales: some SalesSelection,
        in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        let key = Key(grouping: grouping, sales: sales.selected)
        // A user's condition may refer to any entity that is related to sales.
        let entities =
            if case .query = key.sales { EntityName.sales } else { Self.summed }
        let version = changes.version(of: entities, in: context)
        return try sums.value(for: key, at: version) {
            switch key.sales {
            case .period(let period):
                try SalesSums(grouping: grouping, selection: .period(period))
                    .totals(in: context)
            case .query(let query):
                try Self.totals(by: grouping, of: query, in: context)
            }
        }
    }

    private static func totals(
        by grouping: SalesGroups, of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        // Void sales do not count.
        guard query.isVoid != true else { return [:] }
        var counted = query
        counted.isVoid = false
        let ids = try context.fetchObjectIDs(counted.fetchRequest(context.coordinator))
        guard !ids.isEmpty else { return [:] }
        return try SalesSums(grouping: grouping, selection: .sales(ids)).totals(in: context)
    }

    // MARK: - Rows of lists

    /// The summaries of some products over all time, by record number.
    ///
    /// - Throws: errors of the store.
    public func summaries(
        ofProducts numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        let totals = try totals(by: .product, of: SalesPeriod(), in: context)
        let days = try SalesSums.days(ofProducts: numbers, in: context)
        return Dictionary(
            numbers.map { ($0, SalesSummary(totals: totals[$0] ?? SalesTotals(), days: days[$0])) }
        ) { first, _ in first }
    }

    /// The combined totals of some customers.
    ///
    /// - Throws: errors of the store.
    public func totals(
        ofCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> SalesTotals {
        guard !numbers.isEmpty else { return SalesTotals() }
        return try SalesSums(grouping: .none, selection: .customers(numbers, SalesPeriod()))
            .totals(in: context)[0] ?? SalesTotals()
    }

    /// The totals of each of some customers in a period, by record number, without those who bought
    /// nothing.
    ///
    /// - Throws: errors of the store.
    public func totals(
        of period: SalesPeriod, toCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try SalesSums(grouping: .customer, selection: .customers(numbers, period))
            .totals(in: context)
    }

    /// The number of customers in a period, with all sales without a customer as one, and whether
    /// they include a tax.
    ///
    /// - Throws: errors of the store.
    public func extentOfCustomers(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> (count: Int, isTaxed: Bool) {
        try SalesSums(grouping: .customer, selection: .period(period)).extent(in: context)
    }

    /// A range of a period's customers, ordered by descending amount, by record number; 0 for sales
    /// without one.
    ///
    /// - Throws: errors of the store.
    public func customers(
        of period: SalesPeriod, at places: Range<Int>, in context: ManagedObjectContext
    ) throws -> [Int64] {
        var sums = SalesSums(grouping: .customer, selection: .period(period))
        guard try SalesSums.hugeSales(in: context).isEmpty else {
            let totals = try sums.totals(in: context).mapValues(\.amount)
            let sorted = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return sorted.map(\.key).dropFirst(places.lowerBound).prefix(places.count).map(\.self)
        }
        (sums.range, sums.isOfAmounts) = (places, true)
        return try sums.keys(in: context)
    }

    /// The record numbers of customers who bought one of some products.
    func buyers(of products: Set<Int64>, in context: ManagedObjectContext) throws -> Set<Int64> {
        Set(
            try context.fetch(
                sql: """
                    SELECT DISTINCT s.\(column: \Sale.customer) FROM \(entity: SaleLine.self) l
                    JOIN \(entity: Sale.self) s
                    ON s.\(column: \Sale.objectID) = l.\(column: \SaleLine.sale)
                    WHERE l.\(column: \SaleLine.product) IN \(products)
                    AND l.\(column: \SaleLine.countedThousandths) > 0
                    AND s.\(column: \Sale.customer) IS NOT NULL
                    """, as: Int64.self))
    }
}

/// A selection of sales for totals.
public protocol SalesSelection: Sendable {
    var selected: SelectedSales { get }
}

/// The sales of a period, or of a query.
public enum SelectedSales: Sendable, Hashable {
    case period(SalesPeriod)
    case query(SaleQuery)
}

extension SalesPeriod: SalesSelection {
    public var selected: SelectedSales { .period(self) }
}

extension SaleQuery: SalesSelection {
    /// A period with the same sales is faster.
    public var selected: SelectedSales {
        if let period { return .period(period) }
        var query = self
        query.sortDescriptors = []
        query.isTotalAscending = nil
        return .query(query)
    }
}
