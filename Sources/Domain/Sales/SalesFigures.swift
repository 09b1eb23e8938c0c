public import Persistence

/// The counts and sums of the sales.
///
/// The store makes them. What it came to is kept until a sale is saved.
public final class SalesFigures: Sendable {
    /// Which sales are added up, and by what.
    private struct Key: Hashable {
        var grouping: SalesSums.Grouping
        var sales: SelectedSales
    }

    /// What sums are made of. A product moves to another category without any sale being saved.
    private static let summed: Set<EntityName> = [.sale, .saleLine, .product]

    private let changes: ChangeFeed
    private let sums = ChangeCache<Key, [Int64: SalesTotals]>(limit: 200_000) { $0.count + 1 }

    init(_ changes: ChangeFeed) {
        self.changes = changes
    }

    /// The totals of sales: of a period for the sheet of a day, or of a customer for their lifetime total;
    /// or of a query, in whatever order. Of a sale with a product that a query asks for, all lines count.
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

    /// The totals of each product, by record number. Of a sale with several lines of one product, one counts.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByProduct(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try totals(by: .product, of: sales, in: context)
    }

    /// The totals of each category of products, by record number; those of products without one under 0.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByCategory(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try totals(by: .category, of: sales, in: context)
    }

    /// The totals of each customer, by record number; those of sales without a customer under 0.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByCustomer(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try totals(by: .customer, of: sales, in: context)
    }

    /// The totals of each tax rate, by record number; those of lines without a tax under 0.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByTaxRate(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try totals(by: .taxRate, of: sales, in: context)
    }

    /// The totals of each hour, 0...23; those of sales of which nobody knows it under −1.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByHour(
        of sales: some SalesSelection, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        Dictionary(
            try totals(by: .minute, of: sales, in: context).map { ($0 < 0 ? -1 : $0 / 60, $1) },
            uniquingKeysWith: +)
    }

    private func totals(
        by grouping: SalesSums.Grouping, of sales: some SalesSelection,
        in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        let key = Key(grouping: grouping, sales: sales.selected)
        // A person's own condition can be about anything that leads to sales.
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
        by grouping: SalesSums.Grouping, of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        // Void sales count nowhere.
        guard query.isVoid != true else { return [:] }
        var counted = query
        counted.isVoid = false
        let ids = try context.fetchObjectIDs(counted.fetchRequest(context.coordinator))
        guard !ids.isEmpty else { return [:] }
        return try SalesSums(grouping: grouping, selection: .sales(ids)).totals(in: context)
    }

    // MARK: - Rows of lists

    /// What was sold of each of some products, ever, by record number.
    ///
    /// - Throws: errors of the store.
    public func summaries(
        ofProducts numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        let totals = try totalsByProduct(of: SalesPeriod(), in: context)
        let days = try SalesSums.days(ofProducts: numbers, in: context)
        return Dictionary(
            numbers.map { ($0, SalesSummary(totals: totals[$0] ?? SalesTotals(), days: days[$0])) }
        ) { first, _ in first }
    }

    /// What was sold to each of some customers, by record number; nothing for those who bought nothing, and 0
    /// for sales without a customer.
    ///
    /// - Throws: errors of the store.
    public func summaries(
        ofCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        try SalesSums(
            grouping: .customer, selection: .customers(numbers, SalesPeriod()), hasDays: true
        ).summaries(in: context)
    }

    /// The totals of some customers together.
    ///
    /// - Throws: errors of the store.
    public func totals(
        ofCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> SalesTotals {
        guard !numbers.isEmpty else { return SalesTotals() }
        return try SalesSums(grouping: .none, selection: .customers(numbers, SalesPeriod()))
            .totals(in: context)[0] ?? SalesTotals()
    }

    /// The totals of each of some customers in a period, by record number; nothing for those who bought
    /// nothing.
    ///
    /// - Throws: errors of the store.
    public func totals(
        of period: SalesPeriod, toCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try SalesSums(grouping: .customer, selection: .customers(numbers, period))
            .totals(in: context)
    }

    /// How many customers bought in a period, sales without a customer as one, and whether any tax is in it.
    ///
    /// - Throws: errors of the store.
    public func extentOfCustomers(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> (count: Int, isTaxed: Bool) {
        try SalesSums(grouping: .customer, selection: .period(period)).extent(in: context)
    }

    /// The customers of a period at some places, those to whom most was sold first, by record number; 0 for sales
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
        sums.range = places
        return try sums.keys(in: context)
    }

    /// The first and the last day with a sale, voided ones and returns apart; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public func span(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> ClosedRange<CalendarDay>? {
        try SalesSums(grouping: .none, selection: .period(period), hasDays: true)
            .summaries(in: context)[0]?.days
    }

    /// The record numbers of the customers who bought one of some products.
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

/// Sales that are added up.
public protocol SalesSelection: Sendable {
    /// Which these are.
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
    /// The period that has the same sales takes less work.
    public var selected: SelectedSales {
        if let period { return .period(period) }
        var query = self
        query.sortDescriptors = []
        query.isTotalAscending = nil
        return .query(query)
    }
}
