import Foundation
public import Persistence
import Synchronization

/// When the sheet of a day was last changed: by a sale, a return or a payment of that day alone, and by
/// whatever is on many sheets, as the name of a customer is.
///
/// A page that is made of one day stays as good as new while other days sell.
public final class SaleDays: Sendable {
    private struct State {
        /// The number of the last save that may have changed every sheet.
        var all = 0
        /// The numbers of the last saves, by the days that they changed.
        var days: [CalendarDay: Int] = [:]
    }

    /// Days that are known apart; an import of many years changes all.
    private static let limit = 10_000

    private let changes: ChangeFeed
    private let state = Mutex(State())

    init(_ changes: ChangeFeed) {
        self.changes = changes
    }

    /// The number of the last save that changed what the sheet of a day is made of.
    public func version(of day: CalendarDay) -> Int {
        // Of a save that nobody told of nothing is known.
        let unknown = changes.version(of: [])
        return state.withLock { max(unknown, $0.all, $0.days[day] ?? 0) }
    }
}

extension SaleDays: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let changed = SheetChanges(context)
        return { [self] saved in
            note(saved.number, changed.days, areAll: changed.areAll || saved.isPartial)
        }
    }

    public func follow(others saved: SavedChanges) {
        let isConcerned = saved.isPartial || !saved.entities.isDisjoint(with: EntityName.sales)
        if isConcerned { note(saved.number, [], areAll: true) }
    }

    private func note(_ number: Int, _ days: Set<CalendarDay>, areAll: Bool) {
        state.withLock { state in
            if areAll || state.days.count + days.count > Self.limit {
                state = State(all: number)
            } else {
                for day in days { state.days[day] = number }
            }
        }
    }
}

/// The days whose sheets a save is about to change.
private struct SheetChanges {
    private(set) var days: Set<CalendarDay> = []
    /// Whether it may be any of them.
    private(set) var areAll = false
    /// What is deleted, and is noted by itself.
    private let deleted: Set<ManagedObjectID>

    init(_ context: ManagedObjectContext) {
        deleted = Set(context.deletedObjects.map(\.objectID))
        for object in context.insertedObjects where !areAll { note(object, isNew: true) }
        for object in context.updatedObjects where !areAll { note(object) }
        for object in context.deletedObjects where !areAll { note(object) }
    }

    private mutating func note(_ object: ManagedObject, isNew: Bool = false) {
        switch object {
        case let sale as Sale: note(sale, sale.date)
        case let line as SaleLine: note(saleOf: line, line.sale)
        case let payment as Payment:
            note(payment, payment.date)
            note(saleOf: payment, payment.sale)
        // Stock is counted with every sale, and stands on no sheet.
        case is Product, is Customer:
            if !isNew, object.isDeleted || object.changedValues["name"] != nil { areAll = true }
        case is PaymentKind, is TaxRate, is ClosedDay, is ShopProfile:
            if !object.isUpdated || !object.changedValues.isEmpty { areAll = true }
        default: break
        }
    }

    /// Notes the day of a record, and the one that it had.
    private mutating func note(_ object: ManagedObject, _ date: Date?) {
        if let date { days.insert(CalendarDay(date)) }
        guard !object.isInserted else { return }
        guard case .date(let former)? = object.committedValues(forKeys: ["date"])["date"] else {
            areAll = true
            return
        }
        days.insert(CalendarDay(former))
    }

    /// Notes the day of the sale that a record belongs to, and of the one that it belonged to.
    private mutating func note(saleOf object: ManagedObject, _ sale: Sale?) {
        if let day = sale?.day { days.insert(day) }
        guard !object.isInserted else { return }
        guard case .object(let id)? = object.committedValues(forKeys: ["sale"])["sale"] else {
            areAll = true
            return
        }
        if sale?.objectID != id, !deleted.contains(id) { areAll = true }
    }
}
