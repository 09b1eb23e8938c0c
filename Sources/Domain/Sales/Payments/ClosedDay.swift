public import Foundation
public import Persistence

/// A closed day, with the expected and the counted cash. It can be reopened until a later day is
/// closed.
public final class ClosedDay: ShopRecord {
    override class var rules: SalesRules { SalesRules(texts: ["note", "reopenReason"]) }
}

extension ClosedDay {
    /// The closing of a day; nil while it is open.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ day: CalendarDay, in context: ManagedObjectContext
    ) throws -> ClosedDay? {
        try context.fetchFirst(
            FetchRequest<ClosedDay>(.key("date") == day.date && isStillClosed))
    }

    /// The closing of a day that was reopened; otherwise nil.
    ///
    /// - Throws: errors of the store.
    public static func reopened(
        _ day: CalendarDay, in context: ManagedObjectContext
    ) throws -> ClosedDay? {
        try context.fetchFirst(
            FetchRequest<ClosedDay>(.key("date") == day.date && .key("reopenedAt") != nil))
    }

    /// All closed days.
    ///
    /// - Throws: errors of the store.
    static func all(in context: ManagedObjectContext) throws -> Set<CalendarDay> {
        Set(try context.fetch(FetchRequest<ClosedDay>(isStillClosed)).compactMap(\.day))
    }

    /// Closings that were not reopened.
    public static let isStillClosed: FetchPredicate = .key("reopenedAt") == nil

    /// Whether a day is closed.
    ///
    /// - Throws: errors of the store.
    public static func isClosed(
        _ day: CalendarDay, in context: ManagedObjectContext
    ) throws -> Bool {
        try find(day, in: context) != nil
    }

    /// Closes a day.
    ///
    /// - Parameters:
    ///   - opening: the cash in the morning.
    ///   - counted: the counted cash.
    /// - Throws: ``SaleRefusal`` if it is closed already or in the future; errors of the store.
    public static func close(
        _ day: CalendarDay, opening: Decimal, counted: Decimal, note: String?,
        at date: Date = Date(), in context: ManagedObjectContext
    ) throws -> ClosedDay {
        var faults: [SaleFault] = []
        if let fault = SaleDraft.fault(of: day) {
            faults.add("date", fault)
        } else if try isClosed(day, in: context) {
            faults.add("date", "\(day) is closed already.")
        }
        if faults.isEmpty, CalendarDay.today() < day {
            faults.add("date", "\(day) is in the future.")
        }
        let currency = try ShopProfile.currency(in: context)
        for (key, amount) in [("opening", opening), ("counted", counted)]
        where !currency.fits(amount) {
            faults.add(key, currency.placesFault)
        }
        let (first, last) = (Cents.whole(opening), Cents.whole(counted))
        if first == nil { faults.add("opening", "The amount is too large.") }
        if last == nil { faults.add("counted", "The amount is too large.") }
        guard faults.isEmpty, let first, let last else { throw SaleRefusal(faults) }
        let closed = try reopened(day, in: context) ?? ClosedDay(context: context)
        closed.reopenedAt = nil
        closed.date = day.date
        closed.closedAt = date
        closed.openingCents = first
        closed.expectedCents = Int64(
            clamping: Int128(first) + (try DayPayments(of: day, in: context).cashCents))
        closed.countedCents = last
        closed.note = note
        return closed
    }

    /// Reopens the day for sales. The reason stays when it is closed again.
    ///
    /// - Throws: ``SaleRefusal`` without a reason, or if a later day is closed; errors of the
    ///   store.
    public func reopen(reason: String, at date: Date = Date()) throws {
        guard let context = managedObjectContext, let closedDate = self.date, reopenedAt == nil
        else { return }
        var faults: [SaleFault] = []
        let later = FetchRequest<ClosedDay>(
            .key("date") > closedDate && Self.isStillClosed,
            sortBy: [SortDescriptor(\.date)], limit: 1)
        if let day = try context.fetch(later).first?.day {
            faults.add("reason", "\(day) is closed already, so this day stays closed.")
        }
        if reason.isEmpty { faults.add("reason", "Enter a reason.") }
        try faults.check()
        reopenedAt = date
        reopenReason = reason
    }

    /// The day.
    public var day: CalendarDay? { date.map(CalendarDay.init) }
    /// The cash in the morning.
    public var opening: Decimal { Cents.amount(openingCents) }
    /// The expected cash at closing.
    public var expected: Decimal { Cents.amount(expectedCents) }
    /// The counted cash.
    public var counted: Decimal { Cents.amount(countedCents) }
    /// The counted minus the expected cash.
    public var difference: Decimal { Cents.amount(countedCents - expectedCents) }
}

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
