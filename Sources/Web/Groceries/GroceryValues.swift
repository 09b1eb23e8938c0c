import Domain
import Foundation
import Persistence

/// What an item of the shopping list is, apart from any context.
struct GroceryValues: RecordValues {
    let recordNumber: Int64
    let key: UUID?
    let name: String
    let quantity: Decimal
    let unit: String?
    let isTicked: Bool
    let orderingValue: Double
    /// `1.5 l milk`.
    let summary: String
    let rowVersion: Int64

    /// The values of an item.
    ///
    /// - Throws: errors of the model.
    init(_ item: GroceryItem) throws {
        recordNumber = item.objectID.recordNumber ?? 0
        key = item.key
        name = item.name ?? ""
        quantity = item.quantity ?? 0
        unit = item.unit
        isTicked = item.isTicked
        orderingValue = item.orderingValue
        summary = try item.summaryText
        rowVersion = item.rowVersion
    }

    var title: String { summary }

    /// `2 ×`, `1.5 l`.
    var amount: String { "\(Region.current.text(quantity)) \(unit ?? "×")" }

    /// The element of the list that is this item's row.
    var anchor: String { "grocery-\(recordNumber)" }

    /// The item for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("key", .string(key?.uuidString)),
            ("name", .string(name)), ("quantity", .string(Quantity.text(quantity))),
            ("unit", .string(unit)), ("isTicked", .bool(isTicked)),
            ("orderingValue", .double(orderingValue)), ("summary", .string(summary)),
            ("version", .int(Int(rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "key", "name", "quantity", "unit", "isTicked", "orderingValue", "summary",
    ]

    /// The cells of the item, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .plain(key?.uuidString), .text(name),
            .plain(Quantity.text(quantity)), .text(unit), .plain(isTicked ? "yes" : "no"),
            .plain("\(orderingValue)"), .text(summary),
        ]
    }
}
