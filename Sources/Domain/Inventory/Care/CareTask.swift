public import Foundation
public import Persistence

/// A maintenance task of an item, once or at intervals.
public final class CareTask: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
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

    /// The state of a task.
    public enum State: String, Sendable, CaseIterable {
        /// Due today or earlier.
        case due
        /// Due later.
        case planned
        /// Without a due date: done, or not planned yet.
        case done
    }

    /// The state on a day.
    public func state(on day: CalendarDay) -> State {
        due.map { CalendarDay($0) <= day ? .due : .planned } ?? .done
    }

    /// The interval; nil for a single task.
    public var rhythm: CareInterval? { interval.flatMap(CareInterval.init(parsing:)) }

    /// Records that it was done. A task with an interval gets its next due date, a single task
    /// none.
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

    /// Tasks in a state on a day, without those of sold or trashed items.
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

    /// Tasks with a due date.
    public static var hasDay: FetchPredicate { .key("due") != nil }

    /// The number of tasks in a state on a day.
    ///
    /// - Throws: errors of the store.
    public static func count(
        _ state: State, on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> Int {
        try context.count(for: FetchRequest<CareTask>(condition(state, on: day)))
    }

    /// Some tasks that are due on a day, the longest overdue first.
    ///
    /// - Throws: errors of the store.
    public static func due(
        on day: CalendarDay, limit: Int, in context: ManagedObjectContext
    ) throws -> [CareTask] {
        try context.fetch(.byDueDay(condition(.due, on: day), limit: limit))
    }

    /// All tasks with a due date, the earliest first.
    ///
    /// - Throws: errors of the store.
    public static func dated(in context: ManagedObjectContext) throws -> [CareTask] {
        try context.fetch(
            .byDueDay(.and([condition(nil, on: .today()), hasDay]), limit: mostInCalendar))
    }

    /// The greatest number of tasks in a calendar.
    private static let mostInCalendar = 5_000
}

/// A past maintenance of an item, with its cost.
public final class CareRecord: ManagedObject {
    /// Rejects card numbers in texts.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.requireCents(value, forKey: key, of: self, in: ["cost"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["notes"])
    }
}

extension FetchRequest {
    /// Records with a due date, with their items, the earliest first.
    static func byDueDay(_ condition: FetchPredicate, limit: Int) -> FetchRequest {
        var request = FetchRequest(condition, limit: limit)
        request.sortDescriptors = [FetchSortDescriptor("due")]
        request.relationshipKeyPathsForPrefetching = ["item"]
        return request
    }
}
