import Domain

extension ItemRow {
    /// The row of an item.
    init(_ item: ItemValues, _ links: SiteLinks) {
        self.init(
            anchor: item.anchor, name: item.name, hasSerialNumber: !item.serialNumber.isEmpty,
            serialNumber: item.serialNumber, hasAssetType: item.assetType != nil,
            assetType: item.assetType?.text ?? "", value: item.valueText,
            dateAdded: DateText.short(item.dateCreated),
            dateAddedISO: ISO8601Text.utc(item.dateCreated), hasThumbnail: item.hasThumbnail,
            thumbnailPath: item.thumbnailPath(links), isSold: item.soldDay != nil,
            path: links(.item(item.key)),
            positionPath: links(.itemPosition(item.key)))
    }
}
