import Domain
import Foundation

extension ItemRow {
    /// The row of an item.
    init(_ item: ItemValues, _ links: SiteLinks, in currency: Currency) {
        let small = [item.serialNumber, item.location?.name ?? ""].filter { !$0.isEmpty }
        self.init(
            anchor: item.anchor, itemKey: item.key.uuidString, name: item.name,
            small: small.joined(separator: " · "),
            assetType: item.assetType?.text ?? "", value: item.value.text(in: currency),
            dateAdded: DateText.short(item.dateCreated),
            dateAddedISO: ISO8601Text.utc(item.dateCreated),
            thumbnailPath: item.thumbnailPath(links), isSold: item.soldDay != nil,
            path: links(.item(item.key)),
            positionPath: links(.itemPosition(item.key)))
    }
}
