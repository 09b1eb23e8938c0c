import Domain
import Foundation
import Persistence

/// The values of an item, detached from its context, without the thumbnail.
struct ItemValues: Sendable {
    let key: UUID
    let recordNumber: Int64
    let name: String
    let serialNumber: String
    let valueInDollars: Int32
    let dateCreated: Date
    let orderingValue: Double
    let assetType: AssetTypeLabel?
    let location: ItemLocation?
    /// The record number of the containing item.
    let containerNumber: Int64?
    /// The containing item; nil in lists too, where it would cost a fetch per item.
    let container: ItemContainer?
    let details: ItemDetails
    /// Nil in lists of rows, which do not show tags.
    let tags: [TagLabel]?
    let notes: String
    /// The day of the sale; nil if it is not sold.
    let soldDay: CalendarDay?
    /// The time at which a stocktake last saw it, and the person who did.
    let lastSeen: Date?
    let lastSeenBy: String?
    let rowVersion: Int64
    /// A text that changes with the thumbnail; nil if there is none.
    let thumbnailVersion: String?

    /// - Throws: errors of a field that the model does not have.
    init(_ item: Item) throws {
        try self.init(
            item, assetType: item.assetType.map(AssetTypeLabel.init),
            location: item.location.map(ItemLocation.init),
            container: item.container.map(ItemContainer.init), tags: item.tagLabels)
    }

    /// The values of an item in a list, with names that were already read.
    ///
    /// - Parameter isWhole: whether container and tags are included, which the caller has fetched
    ///   for all items at once.
    init(_ item: Item, _ names: ItemNames, isWhole: Bool = false) throws {
        let location = item.location?.objectID.recordNumber
        try self.init(
            item, assetType: item.assetType?.objectID.recordNumber.flatMap { names.types[$0] },
            location: location.flatMap { names.locations[$0] }.map {
                ItemLocation($0, names.locations)
            }, container: isWhole ? item.container.map(ItemContainer.init) : nil,
            tags: isWhole ? item.tagLabels : nil)
    }

    init(
        _ item: Item, assetType: AssetTypeLabel?, location: ItemLocation?,
        container: ItemContainer?, tags: [TagLabel]?
    ) throws {
        key = item.key
        recordNumber = item.savedNumber
        name = item.itemName ?? ""
        serialNumber = item.serialNumber ?? ""
        valueInDollars = item.valueInDollars
        dateCreated = item.dateCreated ?? Date(timeIntervalSinceReferenceDate: 0)
        orderingValue = item.orderingValue
        self.assetType = assetType
        self.location = location
        self.container = container
        containerNumber = item.container?.objectID.recordNumber
        details = try ItemDetails(item)
        self.tags = tags
        notes = item.notes ?? ""
        soldDay = item.soldDate.map(CalendarDay.init)
        (lastSeen, lastSeenBy) = (item.lastSeen, item.lastSeenBy)
        rowVersion = item.rowVersion
        thumbnailVersion = item.thumbnailVersion
    }

    /// `June 1, 2026 by Anna`; empty if no stocktake has seen it.
    var lastSeenText: String {
        guard let lastSeen else { return "" }
        return DateText.long(lastSeen) + (lastSeenBy.map { " by \($0)" } ?? "")
    }

    var hasThumbnail: Bool { thumbnailVersion != nil }

    /// The worth and the quantity.
    var value: ItemValue {
        ItemValue(
            valueInDollars: valueInDollars, replacementValue: details.replacementValue,
            quantity: details.quantity)
    }

    /// The value as text of a form.
    var valueField: String { valueInDollars == 0 ? "" : String(valueInDollars) }

    /// The texts of the item form. The photo is not among them: it stays unless the form brings
    /// another.
    var texts: [String: String] {
        details.texts.merging([
            "itemName": name, "serialNumber": serialNumber, "valueInDollars": valueField,
            "assetType": assetType.map { String($0.number) } ?? "",
            "location": location.map { String($0.number) } ?? "",
            "container": container?.text ?? "", "notes": notes, "tags": tagsText,
        ]) { $1 }
    }

    /// `fragile, tools`.
    var tagsText: String { (tags ?? []).map(\.name).joined(separator: ", ") }

    /// The `id` of the item's row.
    var anchor: String { "item-\(key)" }

    /// The address of the thumbnail, which changes with it; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        thumbnailVersion.map { links(.itemThumbnail(key, version: $0)) } ?? ""
    }
}
