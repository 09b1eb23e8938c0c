import Domain
import Foundation
import Hummingbird
import Persistence

/// The items of a view as a table for Homebox's import.
///
/// Values without a column in Homebox become its custom fields, under names that the import here
/// recognizes.
struct HomeboxTable: Sendable {
    let list: ListRequest
    let inventory: Inventory

    private static let members: [RecordMember<ItemValues>] = [
        .word("import_ref") { $0.key.uuidString },
        .word("parent_import_ref") { $0.container?.key.uuidString },
        .text("location") { item in
            let places = item.location?.path.components(separatedBy: LocationTree.separator)
            return places?.joined(separator: " / ")
        },
        .text("tags") { ($0.tags ?? []).map(\.name).joined(separator: ";") },
        .word("asset_id") { Self.assetID($0.itemNumber) },
        .word("archived") { _ in "false" },
        .word("url") { _ in "" },
        .text("name") { $0.name },
        .integer("quantity") { Int64($0.quantity) },
        .word("description") { _ in "" },
        .word("insured") { $0.insurance?.isEmpty ?? true ? "false" : "true" },
        .text("notes") { $0.notes },
        .word("purchase_price") { $0.purchasePrice.map(Money.plainText) ?? "0" },
        .text("purchase_from") { $0.seller },
        .day("purchase_date") { $0.purchaseDate.map(CalendarDay.init) },
        .text("manufacturer") { $0.manufacturer },
        .text("model_number") { $0.modelNumber },
        .text("serial_number") { $0.serialNumber },
        .word("lifetime_warranty") { $0.warranty == .lifetime ? "true" : "false" },
        .word("warranty_expires") { item in
            if case .until(let day)? = item.warranty { day.description } else { "" }
        },
        .word("warranty_details") { _ in "" },
        .word("sold_to") { _ in "" },
        .word("sold_price") { _ in "0" },
        .day("sold_date") { $0.soldDay },
        .word("sold_notes") { _ in "" },
        // The values without a column in Homebox.
        .word("field.Value") { $0.valueInDollars > 0 ? "\($0.valueInDollars)" : "" },
        .word("field.Price of a new one") { $0.replacementValue.map(Money.plainText) },
        .text("field.Type") { $0.assetType?.text },
        .text("field.Insured by") { $0.insurance },
    ]

    /// The response. Its items and columns are fixed before the first byte is sent.
    func response() async throws -> Response {
        let (ids, fields) = try await inventory.household.container.read(
            timeLimit: inventory.site.longestRead
        ) { context in
            let ids = try Items(inventory: inventory).ids(of: list, in: context)
            let fields = try ItemField.all(in: context).map { ItemFieldRecord($0) }
            return (ids, fields)
        }
        let names = Self.members.columns() + fields.map { "field.\($0.name)" }
        let figures = inventory.household.inventoryCache
        return RecordTable(
            container: inventory.household.container,
            columns: names.map { "HB.\($0)" },
            prefetching: ["container", "tags", "fieldValues"]
        ) { (items: [Item], table, context) in
            let names = try ItemNames(figures, in: context)
            for item in items {
                let values = ItemValues(item, names, isWhole: true)
                let further = fields.map { CSVDocument.Cell.text(item.fieldText($0.recordNumber)) }
                table.append(try Self.members.cells(of: values) + further)
            }
        }.response(ids, fileName: "homebox")
    }

    /// `000-042`.
    private static func assetID(_ number: Int64) -> String {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        return "\(padded.dropLast(3))-\(padded.suffix(3))"
    }
}
