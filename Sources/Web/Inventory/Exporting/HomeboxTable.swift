import Domain
import Foundation
import Hummingbird
import Persistence

/// The items of a view as a table for Homebox's import.
///
/// Values without a column in Homebox become its custom fields, under names that the import here
/// recognizes.
struct HomeboxTable: Sendable {
    private let list: ListRequest
    private let inventory: Inventory

    private static let columns = [
        "HB.import_ref", "HB.parent_import_ref", "HB.location", "HB.tags", "HB.asset_id",
        "HB.archived", "HB.url", "HB.name", "HB.quantity", "HB.description", "HB.insured",
        "HB.notes", "HB.purchase_price", "HB.purchase_from", "HB.purchase_date",
        "HB.manufacturer",
        "HB.model_number", "HB.serial_number", "HB.lifetime_warranty", "HB.warranty_expires",
        "HB.warranty_details", "HB.sold_to", "HB.sold_price", "HB.sold_date", "HB.sold_notes",
    ]
    /// The values without a column in Homebox.
    private static let furtherFields = [
        "Value", "Price of a new one", "Type", "Insured by",
    ]

    init(_ list: ListRequest, _ inventory: Inventory) {
        self.list = list
        self.inventory = inventory
    }

    /// The response. Its items and columns are fixed before the first byte is sent.
    func response() async throws -> Response {
        let (ids, fields) = try await inventory.household.container.read(
            timeLimit: inventory.site.longestRead
        ) { context in
            let ids = try Items(inventory: inventory).ids(of: list, in: context)
            let fields = try ItemField.all(in: context).map { ItemFieldRecord($0) }
            return (ids, fields)
        }
        let names = Self.furtherFields + fields.map(\.name)
        let figures = inventory.household.inventoryCache
        return RecordTable(
            container: inventory.household.container,
            columns: Self.columns + names.map { "HB.field.\($0)" },
            prefetching: ["container", "tags", "fieldValues"]
        ) { (items: [Item], table, context) in
            let names = try ItemNames(figures, in: context)
            for item in items {
                let values = try ItemValues(item, names, isWhole: true)
                var cells = Self.cells(values) + Self.furtherCells(values)
                cells += fields.map { field in
                    .text(item.fieldText(field.recordNumber))
                }
                table.append(cells)
            }
        }.response(ids, fileName: "homebox")
    }

    private static func cells(_ item: ItemValues) -> [CSVDocument.Cell] {
        let place = item.location.map {
            $0.path.components(separatedBy: LocationTree.separator).joined(separator: " / ")
        }
        var cells: [CSVDocument.Cell] = [
            .plain(item.key.uuidString), .plain(item.container?.key.uuidString), .text(place),
            .text((item.tags ?? []).map(\.name).joined(separator: ";")),
            .plain(assetID(item.itemNumber)), .plain("false"), .plain(""), .text(item.name),
            .int(item.quantity), .plain(""),
            .plain(item.text("insurance").isEmpty ? "false" : "true"), .text(item.notes),
        ]
        cells += [
            .plain(item.purchasePrice.map(Money.plainText) ?? "0"), .text(item.text("seller")),
            .plain(item.purchaseDay?.description ?? ""), .text(item.text("manufacturer")),
            .text(item.text("modelNumber")), .text(item.serialNumber),
        ]
        switch item.warranty {
        case .lifetime: cells += [.plain("true"), .plain(""), .plain("")]
        case .until(let day): cells += [.plain("false"), .plain(day.description), .plain("")]
        case nil: cells += [.plain("false"), .plain(""), .plain("")]
        }
        cells += [
            .plain(""), .plain("0"), .plain(item.soldDay?.description ?? ""), .plain(""),
        ]
        return cells
    }

    private static func furtherCells(_ item: ItemValues) -> [CSVDocument.Cell] {
        [
            .plain(item.valueInDollars > 0 ? "\(item.valueInDollars)" : ""),
            .plain(item.replacementValue.map(Money.plainText)),
            .text(item.assetType?.text), .text(item.text("insurance")),
        ]
    }

    /// `000-042`.
    private static func assetID(_ number: Int64) -> String {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        return "\(padded.dropLast(3))-\(padded.suffix(3))"
    }
}

extension Item {
    /// The text of a custom field; empty for none.
    func fieldText(_ number: Int64) -> String {
        fieldValues.first { $0.field?.objectID.recordNumber == number }?.text ?? ""
    }
}
