import Domain
import Foundation

extension ItemValues {
    /// The schema of an item as JSON. Lists leave out some members.
    static let schema = JSONSchema.members(
        "id itemKey itemName serialNumber valueInDollars worth dateCreated orderingValue assetType "
            + "soldDate lastSeen lastSeenBy notes tags location container thumbnail image version "
            + "itemNumber quantity "
            + "manufacturer modelNumber purchaseDate purchasePrice seller replacementValue "
            + "warrantyUntil insurance fields? lentTo? lentSince? lentUntil? lentNotes? care? "
            + "formerLoans? formerValues? buyer? sale? photos? documents? values?")

    /// The item as JSON with its sale, photos, documents and values over time.
    func json(
        _ links: SiteLinks, sale: Sale?, photos: [ItemPhotoValues],
        documents: [DocumentValues], values: [ValuePeriod], fields: ItemFieldTexts,
        extras: ItemExtras
    ) -> JSONValue {
        .object(
            members(links) + [
                ("buyer", sale?.customer?.reference ?? .null),
                ("sale", sale.map { Self.reference($0, links) } ?? .null),
                ("photos", .array(photos.map { $0.json(links) })),
                ("documents", .array(documents.map { $0.json(links) })),
                ("values", .array(values.map(\.json))), ("fields", fields.json),
            ] + extras.furtherJSON)
    }

    /// The item as JSON.
    func json(_ links: SiteLinks) -> JSONValue { .object(members(links)) }

    /// The item as JSON with its related records.
    func json(_ links: SiteLinks, _ extras: ItemExtras) -> JSONValue {
        .object(members(links) + extras.json)
    }

    private func members(_ links: SiteLinks) -> [(name: String, value: JSONValue)] {
        [
            ("id", .int(Int(recordNumber))),
            ("itemKey", .string(key.uuidString)),
            ("itemName", .string(name)),
            ("serialNumber", serialNumber.isEmpty ? .null : .string(serialNumber)),
            ("valueInDollars", .int(Int(valueInDollars))), ("worth", value.worthJSON),
            ("dateCreated", .date(dateCreated)),
            ("orderingValue", .double(orderingValue)),
            ("assetType", assetType.map(Self.reference) ?? .null),
            ("soldDate", .string(soldDay?.description)), ("lastSeen", .date(lastSeen)),
            ("lastSeenBy", .string(lastSeenBy)),
            ("notes", notes.isEmpty ? .null : .string(notes)),
            ("tags", .array((tags ?? []).map(Self.reference))),
            ("location", location.map(Self.reference) ?? .null), ("container", containerJSON),
            ("thumbnail", hasThumbnail ? .string(thumbnailPath(links)) : .null),
            ("image", hasThumbnail ? .string(links(.itemImage(key))) : .null),
            ("version", .int(Int(rowVersion))),
        ] + details.json
    }

    private var containerJSON: JSONValue {
        guard let containerNumber else { return .null }
        var members: [(name: String, value: JSONValue)] = [("id", .int(Int(containerNumber)))]
        if let container {
            members.append(("itemKey", .string(container.key.uuidString)))
            members.append(("label", .string(container.text)))
        }
        return .object(members)
    }

    private static func reference(_ tag: TagLabel) -> JSONValue {
        .object([("id", .int(Int(tag.number))), ("label", .string(tag.name))])
    }

    private static func reference(_ location: ItemLocation) -> JSONValue {
        .object([("id", .int(Int(location.number))), ("label", .string(location.path))])
    }

    private static func reference(_ sale: Sale, _ links: SiteLinks) -> JSONValue {
        .object([
            ("id", .int(sale.recordNumber)), ("number", .int(sale.number)),
            ("href", .string(links(.sale(sale.recordNumber)))),
        ])
    }

    private static func reference(_ type: AssetTypeLabel) -> JSONValue {
        .object([("id", .int(Int(type.number))), ("label", .string(type.text))])
    }
}
