import Domain
import Foundation
import Persistence

extension CareTask {
    /// The records of the task, newest first.
    var done: [CareRecord] {
        records.sorted { ($0.day, $0.savedNumber) > ($1.day, $1.savedNumber) }
    }

    /// The cost of all records.
    var spent: Decimal { records.compactMap(\.cost).reduce(0, +) }

    /// The cost of all records, or the planned cost if there are none.
    var costSoFar: Decimal { records.isEmpty ? cost ?? 0 : spent }

    /// `Due since June 1, 2026`, `On June 1, 2026`, `Done on May 2, 2026`, `No day yet`.
    var stateText: String {
        let state = self.state(on: .today())
        return switch (state, due.map(CalendarDay.init), done.first) {
        case (.due, let day?, _):
            day == .today() ? "Due today" : "Due since \(DayText.long(day))"
        case (.planned, let day?, _): "On \(DayText.long(day))"
        case (_, _, let last?): "Done on \(DayText.long(last.day))"
        default: "No day yet"
        }
    }
}

extension CareRecord {
    var day: CalendarDay { CalendarDay(date ?? Date(timeIntervalSinceReferenceDate: 0)) }

    var json: JSONValue {
        .object([
            ("id", .int(savedNumber)), ("date", .string(day.description)),
            ("cost", FieldValue.money(cost).json), ("notes", FieldValue.text(notes).json),
        ])
    }
}
