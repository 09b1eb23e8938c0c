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
    /// The values in the order of ``names``.
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
        values = try Self.names.map { name in
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
        return Self.names.firstIndex(of: name).map { values[$0].text } ?? ""
    }

    /// The texts of the fields in the item form.
    var texts: [String: String] {
        let names = (Self.plainFields.map(\.name) + ["itemNumber", "quantity", "warrantyUntil"])
        return Dictionary(uniqueKeysWithValues: names.map { ($0, text($0)) })
    }

    /// The names of the members of JSON, and of the columns of tables.
    static let names =
        [
            "itemNumber", "quantity", "manufacturer", "modelNumber", "purchaseDate",
            "purchasePrice", "seller", "replacementValue", "warrantyUntil", "insurance",
        ] + furtherTexts.map(\.name)

    /// The members of JSON, and the columns of tables.
    static let members: [RecordMember<ItemDetails>] = names.enumerated().map { index, name in
        RecordMember(name) { $0.values[index] }
    }
}

extension ItemDetails {
    /// The fields in the collapsed part of the item form, in their order.
    static let fields = Item.description.fields

    /// The fields whose text is the value itself.
    static let plainFields = fields.filter { !Item.specialFields.contains($0.name) }

    /// The plain texts that pages, tables and documents do not list by name. A new attribute is
    /// added after the others.
    static let furtherTexts = Item.plainTexts.filter {
        !["manufacturer", "modelNumber", "seller", "insurance"].contains($0.name)
    }

    /// The text of a field without a value.
    static func emptyText(_ field: FieldDescription) -> String {
        field.name == "quantity" ? "1" : ""
    }
}
