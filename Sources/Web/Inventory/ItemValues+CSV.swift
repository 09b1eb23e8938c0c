import Domain
import Foundation

extension ItemValues {
    /// The columns of a CSV export.
    static let csvColumns =
        [
            "id", "itemKey", "itemName", "serialNumber", "valueInDollars", "dateCreated",
            "orderingValue", "assetType", "thumbnail", "soldDate", "notes", "location", "container",
            "tags", "lastSeen", "lastSeenBy",
        ] + ItemDetails.csvColumns

    /// The cells of the item in the order of the columns.
    func csvCells(_ links: SiteLinks) -> [CSVDocument.Cell] {
        [
            .int(recordNumber), .plain(key.uuidString), .text(name), .text(serialNumber),
            .int(valueInDollars), .plain(ISO8601Text.utc(dateCreated)), .plain("\(orderingValue)"),
            .text(assetType?.text), .plain(thumbnailPath(links)),
            .plain(soldDay?.description), .text(notes),
            .text(location?.path),
            .plain(container?.key.uuidString), .text(tagsText),
            .plain(lastSeen.map(ISO8601Text.utc)), .text(lastSeenBy),
        ] + details.csvCells
    }
}
