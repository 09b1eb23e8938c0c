import Domain
import Foundation
import Persistence

/// What a task is, apart from any context.
struct CareTaskValues: RecordValues {
    /// What was done, once.
    struct Done: Sendable {
        let recordNumber: Int64
        let day: CalendarDay
        let cost: Decimal?
        let notes: String
    }

    let recordNumber: Int64
    let title: String
    let item: ItemContainer?
    let task: String
    let due: CalendarDay?
    let rhythm: CareInterval?
    /// The planned cost; nil if there is none.
    let plannedCost: Decimal?
    let notes: String
    let state: CareTask.State
    /// What was done, the last first.
    let done: [Done]
    let rowVersion: Int64

    init(_ task: CareTask) {
        recordNumber = task.savedNumber
        title = task.recordTitle
        item = task.item.map(ItemContainer.init)
        self.task = task.title ?? ""
        due = task.due.map(CalendarDay.init)
        rhythm = task.rhythm
        plannedCost = task.cost
        notes = task.notes ?? ""
        state = task.state(on: .today())
        done = task.records.map(Done.init).sorted {
            ($0.day, $0.recordNumber) > ($1.day, $1.recordNumber)
        }
        rowVersion = task.rowVersion
    }

    /// What all of it has cost.
    var spent: Decimal { done.compactMap(\.cost).reduce(0, +) }

    /// The sum of what was spent; the planned cost as long as the task was never done.
    var cost: Decimal { done.isEmpty ? plannedCost ?? 0 : spent }

    /// `Due since June 1, 2026`, `On June 1, 2026`, `Done on May 2, 2026`, `No day yet`.
    var stateText: String {
        switch (state, due, done.first) {
        case (.due, let day?, _):
            day == .today() ? "Due today" : "Due since \(DayText.long(day))"
        case (.planned, let day?, _): "On \(DayText.long(day))"
        case (_, _, let last?): "Done on \(DayText.long(last.day))"
        default: "No day yet"
        }
    }
}

extension CareTaskValues.Done {
    init(_ record: CareRecord) {
        recordNumber = record.objectID.recordNumber ?? 0
        day = CalendarDay(record.date ?? Date(timeIntervalSinceReferenceDate: 0))
        cost = record.cost
        notes = record.notes ?? ""
    }

    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("date", .string(day.description)),
            ("cost", .string(cost.map(Money.plainText))),
            ("notes", notes.isEmpty ? .null : .string(notes)),
        ])
    }
}
