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
        let cents: Int64

        /// What they come to.
        public var amount: Decimal { Cents.amount(cents) }
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
        var request = DictionaryFetchRequest(entityName: "Payment")
        request.columns = [
            ("kind", .keyPath(["kind"])), ("count", .function("count:", [.evaluatedObject])),
            ("cents", .function("sum:", [.keyPath(["amountCents"])])),
        ]
        request.propertiesToGroupBy = [.keyPath(["kind"])]
        var conditions: [FetchPredicate] = [.has("voidedAt", false)]
        if let from = period.from {
            conditions.append(try FetchPredicate(format: "date >= %@", from.date))
        }
        if let through = period.through {
            conditions.append(try FetchPredicate(format: "date <= %@", through.date))
        }
        request.predicate = .all(conditions)
        let rows = try context.fetchDictionaries(request)
        guard !rows.isEmpty else {
            entries = []
            return
        }
        let kinds = try PaymentKind.all(in: context)
        entries = kinds.compactMap { kind in
            let row = rows.first { row in
                if case .object(let id) = row["kind"] { id == kind.objectID } else { false }
            }
            guard let row else { return nil }
            return Entry(
                kind: kind.objectID.recordNumber ?? 0, name: kind.name ?? "", isCash: kind.isCash,
                count: Int(row["count"]?.wholeNumber ?? 0),
                cents: row["cents"]?.wholeNumber ?? 0)
        }
    }

    /// What was paid in all.
    public var amount: Decimal { Cents.amount(entries.reduce(0) { $0 + $1.cents }) }

    /// What came into the drawer.
    public var cash: Decimal { Cents.amount(cashCents) }

    var cashCents: Int64 { entries.reduce(0) { $0 + ($1.isCash ? $1.cents : 0) } }
}
