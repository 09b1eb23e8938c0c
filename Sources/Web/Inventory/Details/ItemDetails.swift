import Domain
import Foundation
import Persistence

/// What is rarely known of an item: how it was bought, who insures it.
struct ItemDetails: Sendable {
    let number: Int64
    let quantity: Int32
    let manufacturer: String
    let modelNumber: String
    let purchaseDay: CalendarDay?
    let purchasePrice: Decimal?
    let seller: String
    let replacementValue: Decimal?
    let warranty: Warranty?
    let insurance: String
    /// The values of the fields whose text is the value itself.
    let plain: FieldValues

    /// - Throws: errors of a field that is none of the model’s.
    init(_ item: Item) throws {
        plain = try FieldValues(Self.plainFields, of: item)
        number = item.itemNumber
        quantity = item.quantity
        manufacturer = item.manufacturer ?? ""
        modelNumber = item.modelNumber ?? ""
        purchaseDay = item.purchaseDate.map(CalendarDay.init)
        purchasePrice = item.purchasePrice
        seller = item.seller ?? ""
        replacementValue = item.replacementValue
        warranty = item.warranty
        insurance = item.insurance ?? ""
    }

    /// What stands in the fields of the item's form.
    var texts: [String: String] {
        var texts = [
            "itemNumber": ItemNumber.text(number), "quantity": String(quantity),
            "warrantyUntil": warranty?.fieldText(in: .current) ?? "",
        ]
        for value in plain.values { texts[value.field.name] = value.text }
        return texts
    }

    /// The details for programs.
    var json: [(name: String, value: JSONValue)] {
        Self.csvColumns.map { name in
            let value: JSONValue =
                switch name {
                case "itemNumber": .string(number == 0 ? nil : ItemNumber.text(number))
                case "quantity": .int(Int(quantity))
                case "warrantyUntil": .string(warranty?.text)
                default: plain[name]?.json ?? .null
                }
            return (name, value)
        }
    }

    /// The columns of the list for spreadsheets, and the members for programs.
    static let csvColumns =
        [
            "itemNumber", "quantity", "manufacturer", "modelNumber", "purchaseDate",
            "purchasePrice", "seller", "replacementValue", "warrantyUntil", "insurance",
        ] + furtherTexts.map(\.name)

    /// The cells of the item, under these columns.
    var csvCells: [CSVDocument.Cell] {
        Self.csvColumns.map { name in
            switch name {
            case "itemNumber": .plain(ItemNumber.text(number))
            case "quantity": .int(quantity)
            case "warrantyUntil": .plain(warranty?.text)
            default: plain[name]?.cell ?? .plain("")
            }
        }
    }
}
