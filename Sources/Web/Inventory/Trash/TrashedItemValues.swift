import Domain
import Foundation
import Persistence

/// An item in the trash.
struct TrashedItemValues: RecordValues {
    let item: ItemValues
    let trashedDate: Date
    /// When it is deleted for good.
    let deletionDate: Date

    /// - Throws: errors of a field that is none of the model’s.
    init(_ item: Item, _ names: ItemNames) throws {
        self.item = try ItemValues(item, names)
        trashedDate = item.trashedDate ?? Date(timeIntervalSinceReferenceDate: 0)
        deletionDate = item.deletionDate ?? trashedDate
    }

    var recordNumber: Int64 { item.recordNumber }
    var title: String { item.name }
    var rowVersion: Int64 { item.rowVersion }

    /// `Furniture · WS-2041 · Study`.
    var detail: String {
        [item.assetType?.text ?? "", item.serialNumber, item.location?.name ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The item for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("itemKey", .string(item.key.uuidString)),
            ("itemName", .string(title)), ("valueInDollars", .int(Int(item.valueInDollars))),
            ("worth", item.value.worthJSON),
            ("trashedDate", .date(trashedDate)), ("deletionDate", .date(deletionDate)),
            ("restore", .string(links(.restoreItem(recordNumber)))),
            ("version", .int(Int(rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "itemKey", "itemName", "valueInDollars", "trashedDate", "deletionDate",
    ]

    /// The cells of the item, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .plain(item.key.uuidString), .text(title),
            .int(item.valueInDollars), .plain(ISO8601Text.utc(trashedDate)),
            .plain(ISO8601Text.utc(deletionDate)),
        ]
    }
}
