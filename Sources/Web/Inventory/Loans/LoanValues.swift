import Domain
import Foundation
import Persistence

/// What a loan is, apart from any context.
struct LoanValues: RecordValues {
    let recordNumber: Int64
    /// The item that was lent.
    let item: ItemContainer?
    let borrower: String
    let since: CalendarDay
    let due: CalendarDay?
    let returned: CalendarDay?
    let notes: String
    let state: Loan.State
    let rowVersion: Int64

    init(_ loan: Loan) {
        recordNumber = loan.objectID.recordNumber ?? 0
        item = loan.item.map(ItemContainer.init)
        borrower = loan.borrower ?? ""
        since = CalendarDay(loan.since ?? Date(timeIntervalSinceReferenceDate: 0))
        due = loan.due.map(CalendarDay.init)
        returned = loan.returned.map(CalendarDay.init)
        notes = loan.notes ?? ""
        state = loan.state(on: .today())
        rowVersion = loan.rowVersion
    }

    /// `Drill, lent to Bob`.
    var title: String { "\(item?.name ?? "An item"), lent to \(borrower)" }

    /// `Due June 1, 2026`, `Back since May 20, 2026`.
    var stateText: String {
        switch (state, returned, due) {
        case (.back, let day?, _): "Back since \(DayText.long(day))"
        case (.overdue, _, let day?): "Overdue since \(DayText.long(day))"
        case (_, _, let day?): "Due \(DayText.long(day))"
        default: "Out"
        }
    }

    /// The loan for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("item", itemJSON), ("borrower", .string(borrower)),
            ("since", .string(since.description)), ("due", .string(due?.description)),
            ("returned", .string(returned?.description)), ("state", .string(state.rawValue)),
            ("notes", notes.isEmpty ? .null : .string(notes)), ("version", .int(Int(rowVersion))),
        ])
    }

    private var itemJSON: JSONValue {
        guard let item else { return .null }
        return .object([
            ("itemKey", .string(item.key.uuidString)), ("label", .string(item.text)),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "item", "borrower", "since", "due", "returned", "state", "notes",
    ]

    /// The cells of the loan, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(item?.text), .text(borrower), .plain(since.description),
            .plain(due?.description), .plain(returned?.description), .plain(state.rawValue),
            .text(notes),
        ]
    }
}
