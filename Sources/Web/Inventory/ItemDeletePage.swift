import Domain
import Persistence

/// The confirmation before an item is deleted.
struct ItemDeletePage: TemplatePage {
    static let template = "inventory/delete"

    var layout: LayoutPage
    var name: String
    var thumbnailPath = ""
    /// `Furniture · WS-2041 · $1,480`.
    var details: String
    /// The records that are deleted or stay, as sentences.
    var consequences: [String]
    /// The action of the form.
    var deletePath: String
    var cancelPath: String
}

extension ItemDeletePage {
    /// - Parameter namesBuyer: whether the customer of a sold item is named.
    init(
        _ item: Item, _ inventory: Inventory, namesBuyer: Bool, in context: ManagedObjectContext
    ) throws {
        let values = try ItemValues(item)
        let links = inventory.links
        self.init(
            layout: inventory.site.layout(
                title: "Delete \(values.name)?", section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(values)]),
            name: values.name,
            thumbnailPath: values.thumbnailPath(links),
            details: [
                values.assetType?.text ?? "", values.serialNumber,
                values.value.eachText(in: inventory.site.currency),
            ]
            .filter { !$0.isEmpty }.joined(separator: " · "),
            consequences: try Self.saleSentences(item, namesBuyer: namesBuyer, context)
                + Self.consequences(values, inventory, context),
            deletePath: links(.deleteItem(values.key)), cancelPath: links(.item(values.key)))
    }

    private static func saleSentences(
        _ item: Item, namesBuyer: Bool, _ context: ManagedObjectContext
    ) throws -> [String] {
        guard let sale = try item.sale(in: context) else { return [] }
        let day = sale.date.map { " on \(DayText.long(CalendarDay($0)))" } ?? ""
        guard namesBuyer else { return ["It was sold\(day). The sale stays as it is."] }
        let buyer = sale.customer?.name.map { " to “\($0)”" } ?? ""
        return [
            "It was sold\(buyer)\(day), in sale \(sale.writtenNumber). The sale stays as it is."
        ]
    }

    private static func consequences(
        _ item: ItemValues, _ inventory: Inventory, _ context: ManagedObjectContext
    ) throws -> [String] {
        var sentences = [
            "The item goes to the trash with its photos and documents. "
                + "It is deleted for good after \(Item.daysInTrash) days."
        ]
        guard let type = item.assetType else { return sentences }
        let totals = try inventory.household.inventoryCache.totalsByType(
            of: ItemQuery(), in: context)
        let others = (totals[type.number]?.count ?? 1) - 1
        sentences.append(
            others > 0
                ? "The type “\(type.text)” and its "
                    + "\(ItemCount.text(others, "other item", "other items")) stay."
                : "The type “\(type.text)” stays.")
        return sentences
    }
}
