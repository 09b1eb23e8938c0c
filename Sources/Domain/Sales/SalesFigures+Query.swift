public import Persistence

extension SalesFigures {
    /// The totals of each month, by its first day, of the sales of a query. A period alone takes less
    /// work.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByMonth(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [CalendarDay: SalesTotals] {
        Dictionary(
            try totalsByDay(of: query, in: context).map { ($0.firstOfMonth, $1) },
            uniquingKeysWith: +)
    }

    /// The totals of each day with a sale, of the sales of a query.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByDay(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [CalendarDay: SalesTotals] {
        Dictionary(
            uniqueKeysWithValues: try SalesTotals.grouped(by: .day, query, in: context).map {
                (CalendarDay(number: Int($0)), $1)
            })
    }

    /// The totals of each product, by record number, of the sales of a query.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByProduct(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try SalesTotals.grouped(by: .product, query, in: context)
    }

    /// The totals of each category of products, by record number, of the sales of a query; those of products
    /// without one under 0.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByCategory(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try SalesTotals.grouped(by: .category, query, in: context)
    }

    /// The totals of each customer, by record number, of the sales of a query; those of sales without
    /// a customer under 0.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByCustomer(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try SalesTotals.grouped(by: .customer, query, in: context)
    }

    /// The totals of each tax rate, by record number, of the sales of a query; those of lines without a
    /// tax under 0.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByTaxRate(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try SalesTotals.grouped(by: .taxRate, query, in: context)
    }

    /// The totals of each hour, 0...23, of the sales of a query; those of which nobody knows it under
    /// −1.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func totalsByHour(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        Dictionary(
            try SalesTotals.grouped(by: .minute, query, in: context).map {
                ($0 < 0 ? -1 : $0 / 60, $1)
            }, uniquingKeysWith: +)
    }
}
