import Domain
import Persistence

extension Items {
    /// The page that asks before an item is deleted.
    ///
    /// - Parameter namesBuyer: whether the customer of a sold item is named.
    /// - Throws: errors of the store.
    func deletePage(
        _ item: Item, namesBuyer: Bool, in context: ManagedObjectContext
    ) throws -> RecordDeletePage {
        let values = try ItemValues(item)
        let details = [
            values.assetType?.text ?? "", values.serialNumber,
            values.value.eachText(in: site.currency),
        ]
        let question = DeletionQuestion(
            consequences: try Self.saleSentences(item, namesBuyer: namesBuyer, context)
                + consequences(values, context),
            thumbnailPath: values.thumbnailPath(links),
            details: details.filter { !$0.isEmpty }.joined(separator: " · "),
            label: "Move to the trash")
        return RecordDeletePage(
            values.key, values.name, question, self,
            layout: site.layout(
                title: RecordDeletePage.title(values.name), section: .inventory,
                crumbs: [inventory.itemsCrumb, inventory.crumb(values)]))
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

    private func consequences(
        _ item: ItemValues, _ context: ManagedObjectContext
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
