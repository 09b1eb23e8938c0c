import Domain
import Persistence

extension Items {
    /// The trash keeps deleted items.
    var keepsDeletions: Bool { false }

    func delete(
        _ id: RecordIdentifier, _ form: FormData, in context: ManagedObjectContext
    ) throws -> RecordDeletion {
        let item = try existing(id, in: context)
        let document = try json(ItemValues(item))
        item.trashedDate = site.household.now()
        try site.household.save(context)
        return RecordDeletion(document: document, next: .items, token: String(item.savedNumber))
    }

    /// The consequences of moving an item to the trash.
    func deletion(
        of item: Item, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let details = [
            item.assetType?.label ?? "", item.serialNumber ?? "",
            item.value.eachText(in: site.currency),
        ]
        return DeletionQuestion(
            consequences: try saleSentences(item, context)
                + consequences(item, context),
            thumbnailPath: item.thumbnailPath(links),
            details: details.filter { !$0.isEmpty }.joined(separator: " · "),
            label: "Move to the trash")
    }

    private func saleSentences(
        _ item: Item, _ context: ManagedObjectContext
    ) throws -> [String] {
        guard let sale = try item.sale(in: context) else { return [] }
        let day = sale.date.map { " on \(DayText.long(CalendarDay($0)))" } ?? ""
        guard readsSales else { return ["It was sold\(day). The sale stays as it is."] }
        let buyer = sale.customer?.name.map { " to “\($0)”" } ?? ""
        return [
            "It was sold\(buyer)\(day), in sale \(sale.writtenNumber). The sale stays as it is."
        ]
    }

    private func consequences(
        _ item: Item, _ context: ManagedObjectContext
    ) throws -> [String] {
        var sentences = [
            "The item goes to the trash with its photos and documents. "
                + "It is deleted for good after \(Item.daysInTrash) days."
        ]
        guard let type = item.assetType else { return sentences }
        let totals = try inventory.household.inventoryCache.totalsByType(
            of: ItemQuery(), in: context)
        let (label, others) = (type.label ?? "", (totals[type.savedNumber]?.count ?? 1) - 1)
        sentences.append(
            others > 0
                ? "The type “\(label)” and its "
                    + "\(ItemCount.text(others, "other item", "other items")) stay."
                : "The type “\(label)” stays.")
        return sentences
    }
}
