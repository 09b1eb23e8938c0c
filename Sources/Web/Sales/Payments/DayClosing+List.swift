import Domain
import Foundation
import Persistence

extension DayClosing {
    /// The closed days: what should have been in the drawer, what was counted, and the difference.
    static let list = ExportList<ClosedDay>(
        entity: .closedDay, fileName: "closed-days",
        orders: [
            .init(name: "date", keyPath: "date"), .init(name: "closedAt", keyPath: "closedAt"),
            .init(name: "opening", keyPath: "openingCents"),
            .init(name: "expected", keyPath: "expectedCents"),
            .init(name: "counted", keyPath: "countedCents"),
        ],
        searched: [["note"]], day: ["date"], prefetching: [], columns: csvColumns,
        cells: { DayClosing($0).csvCells }, json: { day, _ in DayClosing(day).json })

    /// The columns of the table for spreadsheets.
    fileprivate static let csvColumns = [
        "date", "closedAt", "opening", "expected", "counted", "difference", "note",
    ]

    /// The cells of the closing, under these columns.
    fileprivate var csvCells: [CSVDocument.Cell] {
        [
            .plain(day.description), .plain(closedAt.map(ISO8601Text.utc)),
            .plain(Money.plainText(opening)), .plain(Money.plainText(expected)),
            .plain(Money.plainText(counted)), .plain(Money.plainText(difference)), .text(note),
        ]
    }
}
