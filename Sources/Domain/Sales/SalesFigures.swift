public import Persistence
import Synchronization

/// The counts and sums of the sales.
///
/// All lines are kept in memory, which saves keep current, and sums until something is saved. The
/// store stays the truth. Sums are made in cents, so that they are exact however many lines there
/// are.
public final class SalesFigures: Sendable {
    private struct State {
        var ledger: SalesLedger
        /// The save up to which the ledger is current.
        var changeCount: Int
    }

    private let state = Mutex<State?>(nil)
    private let whole = ChangeCache<SalesPeriod, SalesTotals>(limit: 1_000)
    private let queries = ChangeCache<SaleQuery, SalesTotals>(limit: 200)
    private let months = ChangeCache<SalesPeriod, [CalendarDay: SalesTotals]>(limit: 10_000) {
        $0.count + 1
    }
    private let orders = ChangeCache<SaleQuery, [Int64]>(limit: 1_000_000) { $0.count + 1 }
    private let products = ChangeCache<SalesPeriod, [Int64: SalesTotals]>(limit: 200_000) {
        $0.count + 1
    }
    private let customers = ChangeCache<SalesPeriod, [Int64: SalesTotals]>(limit: 200_000) {
        $0.count + 1
    }

    init() {}

    /// The totals of a period: of a customer for their lifetime total, of a day for the day sheet.
    ///
    /// - Throws: errors of the store.
    public func totals(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> SalesTotals {
        try whole.value(for: period, at: context.changeCount) {
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
        try months.value(for: period, at: context.changeCount) {
            let days = try ledger(for: context).sumsByDay(of: period)
            return Dictionary(
                days.map { (CalendarDay(number: Int($0)).firstOfMonth, $1) },
                uniquingKeysWith: +)
        }
    }

    /// The totals of each product, by record number.
    ///
    /// - Throws: errors of the store.
    public func totalsByProduct(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try products.value(for: period, at: context.changeCount) {
            try ledger(for: context).sumsByProduct(of: period)
        }
    }

    /// The totals of each customer, by record number; those of sales without a customer under 0.
    ///
    /// - Throws: errors of the store.
    public func totalsByCustomer(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        try customers.value(for: period, at: context.changeCount) {
            try ledger(for: context).sumsByCustomer(of: period)
        }
    }

    /// The record numbers of the sales of a query in the order of their totals. Equal ones have the
    /// latest number first. Voided sales, which count nowhere, come last either way.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func numbersByTotal(
        of query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64] {
        try orders.value(for: query, at: context.changeCount) {
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

    /// Takes over what a save changed.
    func amend(_ changes: SalesChanges, from before: Int, to after: Int) {
        state.withLock { state in
            guard let known = state, known.changeCount < after else { return }
            // Anything else that was saved meanwhile makes the memory worthless, not wrong.
            let isNext = known.changeCount == before && after - before <= 1
            guard isNext, !changes.areMany,
                let entries = try? changes.added.compactMap(SalesLedger.Entry.init)
            else {
                // Whoever asks next reads it anew, and hears of the error.
                state = nil
                return
            }
            for number in changes.removed { state?.ledger.remove(number) }
            for entry in entries { state?.ledger.insert(entry) }
            state?.changeCount = after
            if state?.ledger.isWorn == true { state = nil }
        }
    }

    private func ledger(for context: ManagedObjectContext) throws -> SalesLedger {
        let changeCount = context.changeCount
        // A ledger that is newer than what the context reads is as good.
        let known = state.withLock { state in
            state.flatMap { $0.changeCount >= changeCount ? $0.ledger : nil }
        }
        if let known { return known }
        let ledger = try SalesLedger(in: context)
        state.withLock { state in
            guard state.map({ $0.changeCount < changeCount }) ?? true else { return }
            state = State(ledger: ledger, changeCount: changeCount)
        }
        return ledger
    }
}
