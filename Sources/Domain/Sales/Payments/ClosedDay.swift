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
