import Domain
import Foundation

extension ItemValues {
    /// The item for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(Int(recordNumber))),
            ("itemKey", .string(key.uuidString)),
            ("itemName", .string(name)),
            ("serialNumber", serialNumber.isEmpty ? .null : .string(serialNumber)),
            ("valueInDollars", .int(Int(valueInDollars))),
            ("dateCreated", .date(dateCreated)),
            ("orderingValue", .double(orderingValue)),
            ("assetType", assetType.map(Self.reference) ?? .null),
            ("soldDate", .string(soldDay?.description)),
            ("thumbnail", hasThumbnail ? .string(thumbnailPath(links)) : .null),
            ("image", hasThumbnail ? .string(links(.itemImage(key))) : .null),
            ("version", .int(Int(rowVersion))),
        ])
    }

    private static func reference(_ type: AssetTypeLabel) -> JSONValue {
        .object([("id", .int(Int(type.number))), ("label", .string(type.text))])
    }
}
