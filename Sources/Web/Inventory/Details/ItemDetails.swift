import Domain
import Foundation
import Persistence

/// The details of an item that are rarely filled in, such as its purchase and insurance.
struct ItemDetails: Sendable {
    let number: Int64
    let quantity: Int32
    let purchaseDay: CalendarDay?
    let purchasePrice: Decimal?
    let replacementValue: Decimal?
    let warranty: Warranty?
    /// The values in the order of ``csvColumns``.
    private let values: [FieldValue]

    /// - Throws: errors of a field that the model does not have.
    init(_ item: Item) throws {
        number = item.itemNumber
        quantity = item.quantity
        purchaseDay = item.purchaseDate.map(CalendarDay.init)
        purchasePrice = item.purchasePrice
        replacementValue = item.replacementValue
        warranty = item.warranty
        let warranty = warranty
        values = try Self.csvColumns.map { name in
            switch name {
            case "itemNumber": .word(ItemNumber.text(item.itemNumber))
            case "quantity": .integer(Int64(item.quantity))
            case "warrantyUntil": .word(warranty?.text)
            default: try Self.plainFields.first { $0.name == name }?.value(of: item) ?? .text(nil)
            }
        }
    }

    var manufacturer: String { text("manufacturer") }
    var modelNumber: String { text("modelNumber") }
    var seller: String { text("seller") }
    var insurance: String { text("insurance") }

    /// The text of a field in the item form; empty for none.
    func text(_ name: String) -> String {
        if name == "warrantyUntil" { return warranty?.fieldText(in: .current) ?? "" }
        return Self.csvColumns.firstIndex(of: name).map { values[$0].text } ?? ""
    }

    /// The texts of the fields in the item form.
    var texts: [String: String] {
        let names = (Self.plainFields.map(\.name) + ["itemNumber", "quantity", "warrantyUntil"])
        return Dictionary(uniqueKeysWithValues: names.map { ($0, text($0)) })
    }

    /// The columns of a CSV export, and the members of JSON.
    static let csvColumns =
        [
            "itemNumber", "quantity", "manufacturer", "modelNumber", "purchaseDate",
            "purchasePrice", "seller", "replacementValue", "warrantyUntil", "insurance",
        ] + furtherTexts.map(\.name)

    var json: [(name: String, value: JSONValue)] {
        zip(Self.csvColumns, values).map { ($0, $1.json) }
    }

    /// The cells of the item in the order of ``csvColumns``.
    var csvCells: [CSVDocument.Cell] { values.map(\.cell) }
}
