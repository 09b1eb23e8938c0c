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

    init(_ item: Item) {
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
        [
            "itemNumber": ItemNumber.text(number), "quantity": String(quantity),
            "manufacturer": manufacturer, "modelNumber": modelNumber,
            "purchaseDate": purchaseDay?.description ?? "",
            "purchasePrice": purchasePrice.map(Region.current.fieldText(money:)) ?? "",
            "seller": seller,
            "replacementValue": replacementValue.map(Region.current.fieldText(money:)) ?? "",
            "warrantyUntil": warranty?.fieldText(in: .current) ?? "", "insurance": insurance,
        ]
    }

    /// The details for programs.
    var json: [(name: String, value: JSONValue)] {
        func text(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }
        return [
            ("itemNumber", text(ItemNumber.text(number))), ("quantity", .int(Int(quantity))),
            ("manufacturer", text(manufacturer)), ("modelNumber", text(modelNumber)),
            ("purchaseDate", .string(purchaseDay?.description)),
            ("purchasePrice", .string(purchasePrice.map(Money.plainText))),
            ("seller", text(seller)),
            ("replacementValue", .string(replacementValue.map(Money.plainText))),
            ("warrantyUntil", .string(warranty?.text)),
            ("insurance", text(insurance)),
        ]
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "itemNumber", "quantity", "manufacturer", "modelNumber", "purchaseDate", "purchasePrice",
        "seller", "replacementValue", "warrantyUntil", "insurance",
    ]

    /// The cells of the item, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .plain(ItemNumber.text(number)), .int(quantity), .text(manufacturer),
            .text(modelNumber), .plain(purchaseDay?.description),
            .plain(purchasePrice.map(Money.plainText)), .text(seller),
            .plain(replacementValue.map(Money.plainText)), .plain(warranty?.text),
            .text(insurance),
        ]
    }
}
