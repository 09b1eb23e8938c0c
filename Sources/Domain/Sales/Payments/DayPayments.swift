public import Foundation
public import Persistence

/// What was paid in some days, by kind. Void payments count nowhere, money that went back is subtracted.
public struct DayPayments: Sendable {
    /// What was paid in one way.
    public struct Entry: Sendable, Hashable {
        /// The record number of the kind.
        public let kind: Int64
        /// The name of the kind.
        public let name: String
        /// Whether it is money in the drawer.
        public let isCash: Bool
        /// How many payments there were.
        public let count: Int
        let cents: Int128

        /// What they come to.
        public var amount: Decimal { Cents.amount(ofMany: cents) }
    }

    /// What was paid in each way, in the order of the kinds.
    public let entries: [Entry]

    /// The payments of a day.
    ///
    /// - Throws: errors of the store.
    public init(of day: CalendarDay, in context: ManagedObjectContext) throws {
        try self.init(of: SalesPeriod.day(day), in: context)
    }

    /// The payments of the days of a period.
    ///
    /// - Throws: errors of the store.
    public init(of period: SalesPeriod, in context: ManagedObjectContext) throws {
        try self.init(where: [[.has("voidedAt", false)] + period.conditions], in: context)
    }

    /// What was paid for the sales of a query, on whichever day.
    ///
    /// - Throws: errors of the predicate and of the store.
    public init(ofSales query: SaleQuery, in context: ManagedObjectContext) throws {
        let ids = try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        let batches = stride(from: 0, to: ids.count, by: Self.batchSize).map { start in
            let batch = ids[start..<min(start + Self.batchSize, ids.count)]
            return [
                FetchPredicate.has("voidedAt", false),
                FetchExpression.key("sale").isIn(Array(batch)),
            ]
        }
        try self.init(where: batches, in: context)
    }

    /// The payments of the days of a period, as they are added up in memory.
    init(_ sums: [Int64: PaymentSums.Sum], in context: ManagedObjectContext) throws {
        let kinds = sums.isEmpty ? [] : try PaymentKind.all(in: context)
        entries = kinds.compactMap { kind in
            guard let number = kind.objectID.recordNumber, let sum = sums[number] else {
                return nil
            }
            return Entry(
                kind: number, name: kind.name ?? "", isCash: kind.isCash, count: sum.count,
                cents: sum.cents)
        }
    }

    /// Sales whose payments are added up at once.
    private static let batchSize = 5_000

    /// Adds up the payments that fit one of some groups of conditions.
    private init(where groups: [[FetchPredicate]], in context: ManagedObjectContext) throws {
        var request = DictionaryFetchRequest(entityName: "Payment")
        request.columns = [
            ("kind", .keyPath(["kind"])), ("count", .function("count:", [.evaluatedObject])),
            ("cents", .function("sum:", [.keyPath(["amountCents"])])),
        ]
        request.propertiesToGroupBy = [.keyPath(["kind"])]
        var sums: [Int64: PaymentSums.Sum] = [:]
        for conditions in groups {
            request.predicate = .all(conditions)
            for row in try context.fetchDictionaries(request) {
                guard let kind = row["kind"]?.recordNumber else { continue }
                sums[kind, default: .init()].add(PaymentSums.Sum(row))
            }
        }
        try self.init(sums, in: context)
    }

    /// What was paid in all.
    public var amount: Decimal { Cents.amount(ofMany: entries.reduce(0) { $0 + $1.cents }) }

    /// What came into the drawer.
    public var cash: Decimal { Cents.amount(ofMany: cashCents) }

    var cashCents: Int128 { entries.reduce(0) { $0 + ($1.isCash ? $1.cents : 0) } }
}
