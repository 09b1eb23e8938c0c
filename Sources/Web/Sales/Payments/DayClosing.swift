import Domain
import Foundation
import Persistence

/// The closing of a day, apart from any context.
struct DayClosing: Sendable {
    let day: CalendarDay
    let closedAt: Date?
    /// What was in the drawer in the morning.
    let opening: Decimal
    /// What should have been in it.
    let expected: Decimal
    /// What was in it.
    let counted: Decimal
    /// How much more there was; below zero for less.
    let difference: Decimal
    let note: String
    /// Why it was open again in between; empty if it was not.
    let reopenReason: String

    init(_ closed: ClosedDay) {
        day = closed.day ?? CalendarDay(.init(timeIntervalSince1970: 0))
        closedAt = closed.closedAt
        opening = closed.opening
        expected = closed.expected
        counted = closed.counted
        difference = closed.difference
        note = closed.note ?? ""
        reopenReason = closed.reopenReason ?? ""
    }

    /// `as it should be`, `$2.00 too much`, `$2.00 too little`.
    func differenceText(in currency: Currency) -> String {
        if difference == 0 { return "as it should be" }
        return "\(currency.text(abs(difference))) too \(difference > 0 ? "much" : "little")"
    }

    /// The closing for programs.
    var json: JSONValue {
        .object([
            ("date", .string(day.description)), ("closedAt", .date(closedAt)),
            ("opening", .string(Money.plainText(opening))),
            ("expected", .string(Money.plainText(expected))),
            ("counted", .string(Money.plainText(counted))),
            ("difference", .string(Money.plainText(difference))),
            ("note", .string(note.isEmpty ? nil : note)),
            ("reopenReason", .string(reopenReason.isEmpty ? nil : reopenReason)),
        ])
    }
}
