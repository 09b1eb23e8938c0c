public import Foundation
public import Persistence

/// The payments of some days, by kind. Void payments do not count; refunds are subtracted.
public struct DayPayments: Sendable {
    /// The payments of a kind.
    public struct Entry: Sendable, Hashable {
        /// The record number of the kind.
        public let kind: Int64
        /// The name of the kind.
        public let name: String
        /// Whether it is cash.
        public let isCash: Bool
        /// The number of payments.
        public let count: Int
        let cents: Int128

        /// Their sum.
        public var amount: Decimal { Cents.amount(ofMany: cents) }
    }

    /// The payments of each kind, in order.
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
        var condition: SQL = "y.\(column: \Payment.voidedAt) IS NULL"
        if let from = period.from {
            condition = "\(condition) AND y.\(column: \Payment.date) >= \(from.date)"
        }
        if let through = period.through {
            condition = "\(condition) AND y.\(column: \Payment.date) <= \(through.date)"
        }
        try self.init(where: condition, in: context)
    }

    /// The payments of a query's sales on any day.
    ///
    /// - Throws: errors of the predicate and of the store.
    public init(ofSales query: SaleQuery, in context: ManagedObjectContext) throws {
        let ids = try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        try self.init(
            where: """
                y.\(column: \Payment.voidedAt) IS NULL AND y.\(column: \Payment.sale) IN \(ids)
                """, in: context)
    }

    /// A sum in two parts, because it may exceed 64 bits.
    private struct Sum: Decodable {
        var kind: Int64?
        var count: Int64
        var high: Int64
        var low: Int64

        var cents: Int128 { Int128(high) * 1_000_000_000 + Int128(low) }
    }

    /// Sums the payments that satisfy a condition.
    private init(where condition: SQL, in context: ManagedObjectContext) throws {
        let cents: SQL = "y.\(column: \Payment.amountCents)"
        let kind: SQL = "y.\(column: \Payment.kind)"
        let rows = try context.fetch(
            sql: """
                SELECT \(kind) AS kind, COUNT(*) AS count,
                CAST(SUM(\(cents) / 1000000000) AS BIGINT) AS high,
                CAST(SUM(\(cents) % 1000000000) AS BIGINT) AS low
                FROM \(entity: Payment.self) y WHERE \(condition) GROUP BY \(kind)
                """, as: Sum.self)
        let sums = Dictionary(
            rows.map { ($0.kind ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
        let kinds = sums.isEmpty ? [] : try PaymentKind.all(in: context)
        entries = kinds.compactMap { kind in
            guard let number = kind.objectID.recordNumber, let sum = sums[number] else {
                return nil
            }
            return Entry(
                kind: number, name: kind.name ?? "", isCash: kind.isCash, count: Int(sum.count),
                cents: sum.cents)
        }
    }

    /// The sum of all payments.
    public var amount: Decimal { Cents.amount(ofMany: entries.reduce(0) { $0 + $1.cents }) }

    /// The sum of cash payments.
    public var cash: Decimal { Cents.amount(ofMany: cashCents) }

    var cashCents: Int128 { entries.reduce(0) { $0 + ($1.isCash ? $1.cents : 0) } }
}
