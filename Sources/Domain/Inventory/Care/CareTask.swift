public import Foundation
public import Persistence

/// What is to be done about an item, once or every so often.
public final class CareTask: GuardedObject, DescribedRecord {
    /// What people call them, and the fields of their form.
    public static let description = RecordDescription(
        .careTask, "task", "tasks",
        fields: [
            FieldDescription(
                "item", "Item", .item, isRequired: true,
                hint: "The number of the item, as A-0007, or its name"),
            FieldDescription(
                "title", "What is done", .line(limit: 200), isRequired: true, cardGuard: .certain),
            FieldDescription("due", "Due", .day, hint: "Empty for no day"),
            FieldDescription(
                "interval", "Every", .line(limit: 40),
                hint: "As in 2 weeks, 6 months, 1 year; empty for once", cardGuard: .inForms),
            FieldDescription(
                "cost", "Planned cost", .money, hint: "As far as you know it"),
            FieldDescription("notes", "Notes", .text(limit: 10_000), cardGuard: .certain),
        ])
}

extension CareTask {
    /// `Descale, espresso machine`.
    public var recordTitle: String {
        [title ?? "", item?.itemName ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Whether something is to be done.
    public enum State: String, Sendable, CaseIterable {
        /// The day has come, or is over.
        case due
        /// The day will come.
        case planned
        /// There is no day: it was done once, or has none yet.
        case done
    }

    /// Whether it is to be done, on a day.
    public func state(on day: CalendarDay) -> State {
        due.map { CalendarDay($0) <= day ? .due : .planned } ?? .done
    }

    /// How often it is done; nil for once.
    public var rhythm: CareInterval? { interval.flatMap(CareInterval.init(parsing:)) }

    /// Notes that it was done. What is done every so often is due again after that; what is done once is
    /// due no more.
    @discardableResult
    public func complete(
        on day: CalendarDay, cost: Decimal? = nil, notes: String? = nil
    ) -> CareRecord? {
        guard let context = managedObjectContext else { return nil }
        let record = CareRecord(context: context)
        record.date = day.date
        record.cost = cost
        record.notes = notes
        record.task = self
        let last = records.compactMap(\.date).map(CalendarDay.init).max() ?? day
        due = rhythm?.next(after: max(last, day)).date
        return record
    }

    /// The tasks in a state on a day. Those of items that are sold or in the trash are left out.
    public static func condition(_ state: State?, on day: CalendarDay) -> FetchPredicate {
        let isListed = FetchPredicate.and([
            .key("item.trashedDate") == nil, .key("item.soldDate") == nil,
        ])
        return switch state {
        case nil: isListed
        case .due: .and([isListed, .key("due") <= day.date])
        case .planned: .and([isListed, .key("due") > day.date])
        case .done: .and([isListed, .key("due") == nil])
        }
    }

    /// That a task has a day.
    public static var hasDay: FetchPredicate { .key("due") != nil }

    /// How many tasks are in a state on a day.
    ///
    /// - Throws: errors of the store.
    public static func count(
        _ state: State, on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> Int {
        try context.count(for: FetchRequest<CareTask>(condition(state, on: day)))
    }

    /// Some tasks that are due on a day, those that have been so for longest first.
    ///
    /// - Throws: errors of the store.
    public static func due(
        on day: CalendarDay, limit: Int, in context: ManagedObjectContext
    ) throws -> [CareTask] {
        try context.fetch(.byDueDay(condition(.due, on: day), limit: limit))
    }

    /// All tasks that have a day, the first due first.
    ///
    /// - Throws: errors of the store.
    public static func dated(in context: ManagedObjectContext) throws -> [CareTask] {
        try context.fetch(
            .byDueDay(.and([condition(nil, on: .today()), hasDay]), limit: mostInCalendar))
    }

    /// Tasks in a calendar, at most.
    private static let mostInCalendar = 5_000
}
