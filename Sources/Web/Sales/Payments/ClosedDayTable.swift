import Domain
import Foundation
import Hummingbird
import Persistence

/// The closed days of a period as a table for spreadsheets, the first one first: what should have been in
/// the drawer, what was counted, and the difference.
struct ClosedDayTable: Sendable {
    private let period: SalesPeriod
    private let shop: Shop

    init(_ period: SalesPeriod, _ shop: Shop) {
        self.period = period
        self.shop = shop
    }

    /// The answer. Which days it has is decided before its first byte.
    func response() async throws -> Response {
        let ids = try await shop.household.container.read(timeLimit: shop.site.longestRead) {
            try $0.fetchObjectIDs(ClosedDay.request(of: period))
        }
        return RecordTable<ClosedDay>(
            container: shop.household.container, columns: DayClosing.csvColumns, prefetching: []
        ) { days, table, _ in
            for day in days { table.append(DayClosing(day).csvCells) }
        }.response(ids, fileName: "closed-days")
    }
}

extension DayClosing {
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
