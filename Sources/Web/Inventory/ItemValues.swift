import Domain
import Foundation
import Persistence

/// What an item holds, apart from any context; the thumbnail is left in the store.
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
    /// The number of the record of the item that it is in.
    let containerNumber: Int64?
    /// The item that it is in; nil in lists too, where it would be read for each by itself.
    let container: ItemContainer?
    let details: ItemDetails
    /// Nil in lists of rows, which do not show them.
    let tags: [TagLabel]?
    let notes: String
    /// The day on which it was sold; nil while it is the household's.
    let soldDay: CalendarDay?
    let rowVersion: Int64
    /// A text that changes with the thumbnail; nil if there is none.
    let thumbnailVersion: String?

    /// - Throws: errors of a field that is none of the model’s.
    init(_ item: Item) throws {
        try self.init(
            item, assetType: item.assetType.map(AssetTypeLabel.init),
            location: item.location.map(ItemLocation.init),
            container: item.container.map(ItemContainer.init), tags: item.tagLabels)
    }

    /// The values of an item in a list, where the names beside it are known already.
    ///
    /// - Parameter isWhole: whether the item that it is in and the tags are told, too; the caller has read
    ///   them for all items at once.
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
        recordNumber = item.objectID.recordNumber ?? 0
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
        rowVersion = item.rowVersion
        thumbnailVersion = item.thumbnailVersion
    }

    var hasThumbnail: Bool { thumbnailVersion != nil }

    /// What it is worth, and how many there are.
    var value: ItemValue {
        ItemValue(
            valueInDollars: valueInDollars, replacementValue: details.replacementValue,
            quantity: details.quantity)
    }

    /// The value as it stands in a form.
    var valueField: String { valueInDollars == 0 ? "" : String(valueInDollars) }

    /// What stands in the fields of the item's form. The photo is none of them: it stays unless the
    /// form brings another.
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

    /// The element of the list that is this item's row.
    var anchor: String { "item-\(key)" }

    /// The address of the thumbnail, which changes with it; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        thumbnailVersion.map { links(.itemThumbnail(key, version: $0)) } ?? ""
    }
}
