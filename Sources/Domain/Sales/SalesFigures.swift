public import Persistence

/// The counts and sums of the sales.
///
/// All lines are kept in memory and follow what is saved, and sums until a sale is saved. The store
/// stays the truth. Sums are made in cents, so that they are exact however many lines there
/// are.
public final class SalesFigures: Sendable {
    /// What sums are made of.
    private static let summed: Set<EntityName> = [.sale, .saleLine]
    /// What a person's own condition on sales can be about.
    private static let searched = EntityName.sales

    private let changes: ChangeFeed
    private let memory: FollowedValue<SalesLedger>
    private let whole = ChangeCache<SalesPeriod, SalesTotals>(limit: 1_000)
    private let queries = ChangeCache<SaleQuery, SalesTotals>(limit: 200)
    private let days = ChangeCache<SalesPeriod, [CalendarDay: SalesTotals]>(limit: 100_000) {
        $0.count + 1
    }
    private let orders = ChangeCache<SaleQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }
    private let products = ChangeCache<SalesPeriod, [Int64: SalesTotals]>(limit: 200_000) {
        $0.count + 1
    }
    private let productSummaries = ChangeCache<SalesPeriod, [Int64: SalesSummary]>(limit: 1)
    private let categories = ChangeCache<SalesPeriod, [Int64: SalesTotals]>(limit: 50_000) {
        $0.count + 1
    }
    private let rankings = ChangeCache<SalesPeriod, SalesRanking>(limit: 1_000_000) {
        $0.numbers.count + 1
    }
    private let taxRates = ChangeCache<SalesPeriod, [Int64: SalesTotals]>(limit: 10_000) {
        $0.count + 1
    }
    private let customers = ChangeCache<SalesPeriod, [Int64: SalesTotals]>(limit: 200_000) {
        $0.count + 1
    }

    init(_ changes: ChangeFeed) {
        self.changes = changes
        memory = FollowedValue(changes)
    }

    /// The totals of a period: of a customer for their lifetime total, of a day for the day sheet.
    ///
    /// - Throws: errors of the store.
    public func totals(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        try whole.value(for: period, at: summed(context)) {
            try ledger(for: context).sum(of: period)
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
        query.isTotalAscending = nil
        return try queries.value(for: query, at: searched(context)) {
            try SalesTotals(query, in: context)
        }
    }

    /// The totals of each month, by its first day.
    ///
    /// - Throws: errors of the store.
    public func totalsByMonth(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [CalendarDay: SalesTotals] {
        Dictionary(
            try totalsByDay(of: period, in: context).map { ($0.firstOfMonth, $1) },
            uniquingKeysWith: +)
    }

    /// The totals of each day with a sale.
    ///
    /// - Throws: errors of the store.
    public func totalsByDay(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [CalendarDay: SalesTotals] {
        try days.value(for: period, at: summed(context)) {
            Dictionary(
                uniqueKeysWithValues: try ledger(for: context).sumsByDay(of: period).map {
                    (CalendarDay(number: Int($0)), $1)
                })
        }
    }

    /// The totals of each product, by record number.
    ///
    /// - Throws: errors of the store.
    public func totalsByProduct(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try products.value(for: period, at: summed(context)) {
            try ledger(for: context).sumsByProduct(of: period)
        }
    }

    /// What was sold of each product, ever, by record number.
    ///
    /// - Throws: errors of the store.
    public func summariesByProduct(
        in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        try productSummaries.value(for: SalesPeriod(), at: summed(context)) {
            try ledger(for: context).summariesByProduct()
        }
    }

    /// What was sold to each of some customers, by record number; nothing for those who bought nothing.
    ///
    /// - Throws: errors of the store.
    public func summaries(
        ofCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        try ledger(for: context).summaries(ofCustomers: numbers)
    }

    /// The totals of some customers together.
    ///
    /// - Throws: errors of the store.
    public func totals(
        ofCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> SalesTotals {
        try ledger(for: context).sum(ofCustomers: numbers)
    }

    /// The totals of each category of products, by record number; those of products without one under 0.
    ///
    /// - Throws: errors of the store.
    public func totalsByCategory(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        // A sale with a stock changes products as well, and so does it change the totals.
        let version = changes.version(of: Self.summed.union([.product]), in: context)
        return try categories.value(for: period, at: version) {
            try ledger(for: context).sums(
                of: period, byGroupOfProduct: ProductCategory.ofProducts(in: context))
        }
    }

    /// The customers of a period, the record numbers of those to whom most was sold first; 0 for sales
    /// without one.
    ///
    /// - Throws: errors of the store.
    public func rankingOfCustomers(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> SalesRanking {
        try rankings.value(for: period, at: summed(context)) {
            try ledger(for: context).rankingOfCustomers(of: period)
        }
    }

    /// The totals of each of some customers in a period, by record number; nothing for those who bought
    /// nothing.
    ///
    /// - Throws: errors of the store.
    public func totals(
        of period: SalesPeriod, toCustomers numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try ledger(for: context).sums(of: period, toCustomers: numbers)
    }

    /// The totals of each customer, by record number; those of sales without a customer under 0.
    ///
    /// - Throws: errors of the store.
    public func totalsByCustomer(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try customers.value(for: period, at: summed(context)) {
            try ledger(for: context).sumsByCustomer(of: period)
        }
    }

    /// The totals of each tax rate, by record number; those of lines without a tax under 0.
    ///
    /// - Throws: errors of the store.
    public func totalsByTaxRate(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try taxRates.value(for: period, at: summed(context)) {
            try ledger(for: context).sumsByTaxRate(of: period)
        }
    }

    /// The totals of each hour, 0...23; those of sales of which nobody knows it under −1.
    ///
    /// - Throws: errors of the store.
    public func totalsByHour(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try ledger(for: context).sumsByHour(of: period)
    }

    /// The record numbers of the sales of a query in the order of their totals. Equal ones have the
    /// latest number first. Voided sales, which count nowhere, come last either way.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func numbersByTotal(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        try orders.value(for: query, at: searched(context)) {
            let cents = try ledger(for: context).centsBySale()
            var counting: [(number: Int64, cents: Int128)] = []
            var others: [Int64] = []
            for id in try context.fetchObjectIDs(query.fetchRequest(context.coordinator)) {
                guard let number = id.recordNumber else { continue }
                if let cents = cents[number] {
                    counting.append((number, cents))
                } else {
                    others.append(number)
                }
            }
            // The library's sort keeps the order of equals.
            if query.isTotalAscending == true {
                counting.sort { $0.cents < $1.cents }
            } else {
                counting.sort { $0.cents > $1.cents }
            }
            return counting.map(\.number) + others
        }
    }

    /// The first and the last day with a sale, voided ones and returns apart; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public func span(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> ClosedRange<CalendarDay>? {
        try ledger(for: context).span(of: period)
    }

    /// The first and the last day with a sale, returns apart, by the record number of the customer.
    func daysByCustomer(
        in context: ManagedObjectContext
    ) throws -> [Int64: ClosedRange<CalendarDay>] {
        try ledger(for: context).daysByCustomer()
    }

    /// The record numbers of the customers who bought one of some products.
    func buyers(of products: Set<Int64>, in context: ManagedObjectContext) throws -> Set<Int64> {
        try ledger(for: context).buyers(of: products)
    }

    private func summed(_ context: ManagedObjectContext) -> Int? {
        changes.version(of: Self.summed, in: context)
    }

    private func searched(_ context: ManagedObjectContext) -> Int? {
        changes.version(of: Self.searched, in: context)
    }

    func ledger(for context: ManagedObjectContext) throws -> SalesLedger {
        try memory.value(for: context) { try SalesLedger(in: $0) }
    }
}

extension SalesFigures: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let changes = SalesChanges(context)
        return { [memory] saved in
            // Whoever asks next reads it anew, and hears of the error.
            let entries =
                changes.areMany ? nil : try? changes.added.compactMap(SalesLedger.Entry.init)
            let removed = changes.removed
            memory.amend(saved) { ledger in
                guard let entries else { return false }
                for number in removed { ledger.remove(number) }
                for entry in entries { ledger.insert(entry) }
                return !ledger.isWorn
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: Self.summed)
    }
}
