import Domain
import Foundation
import Hummingbird
import Persistence

extension ItemShowPage {
    /// The page of an item.
    init(
        _ item: Item, _ request: Request, _ inventory: Inventory, in context: ManagedObjectContext
    ) throws {
        let values = try ItemValues(item)
        let links = inventory.links
        let place = try ItemOrder.place(of: item, in: context) ?? (0, 1)
        self.init(
            layout: inventory.site.layout(
                title: values.name, section: .inventory, crumbs: [inventory.itemsCrumb],
                notices: try inventory.notices(for: request, in: context)),
            name: values.name, dateAdded: DateText.long(values.dateCreated),
            dateAddedISO: ISO8601Text.utc(values.dateCreated),
            sellPath: links(.itemSale(values.key)), itemKey: values.key.uuidString,
            version: String(values.rowVersion), place: String(place.index + 1),
            placeCount: "\(place.count, grouped: true)",
            photo: PhotoField(inventory, values),
            imagePath: links(.itemImage(values.key)),
            imageDeletePath: links(.deleteItemImage(values.key)),
            editPath: links(.editItem(values.key)), deletePath: links(.deleteItem(values.key)),
            assetTypePickerPath: links(.itemAssetType(values.key)),
            positionPath: links(.itemPosition(values.key)),
            jsonPath: links(SitePath.item(values.key).json),
            indexPath: links(SitePath.items(showing: values, at: place.index)),
            curl: Self.curl(values, request, links))
        fill(values, links, inventory.site.currency)
        try fillDetails(item, values, inventory, in: context)
        soldLinks = try Self.soldLinks(item, links, context)
    }

    /// The links to the customer who bought an item, and to the sale.
    private static func soldLinks(
        _ item: Item, _ links: SiteLinks, _ context: ManagedObjectContext
    ) throws -> [PathLink] {
        guard let sale = try item.sale(in: context) else { return [] }
        let buyer = sale.customer.map {
            PathLink(
                label: $0.name ?? "", path: links(.customer($0.objectID.recordNumber ?? 0)))
        }
        let number = sale.objectID.recordNumber ?? 0
        return [
            buyer, PathLink(label: "Sale \(sale.writtenNumber)", path: links(.sale(number))),
        ].compactMap { $0 }
    }

    /// Characters that the heading shows on a phone, in its four lines.
    private static let longestHeading = 80

    private mutating func fill(_ item: ItemValues, _ links: SiteLinks, _ currency: Currency) {
        hasLongName = item.name.count > Self.longestHeading
        serialNumber = item.serialNumber
        hasValue = item.value.worth != nil
        value = Self.value(item.value, in: currency)
        assetType = item.assetType?.text ?? ""
        hasLocation = item.location != nil
        locationPath = links(SitePath.editItem(item.key).at("location"))
        notes = item.notes
        isSold = item.soldDay != nil
        daySold = item.soldDay.map(DayText.long) ?? ""
        assetTypePath = item.assetType.map { links(.assetType($0.number)) } ?? ""
        labelPath = links(SitePath.labels.query([("key", item.key.uuidString)]))
        hasImage = item.hasThumbnail
        thumbnailPath = item.thumbnailPath(links)
        layout.alternates = [
            AlternateLink(type: "application/json", path: jsonPath),
            .events(links(SitePath.item(item.key).events)),
        ]
    }

    /// `$1,480`; of several `$200, 4 of $50 each`.
    private static func value(_ value: ItemValue, in currency: Currency) -> String {
        guard value.quantity > 1 else { return value.eachText(in: currency) }
        return "\(value.totalText(in: currency)), \(Int(value.quantity), grouped: true) of "
            + "\(value.eachText(in: currency)) each"
    }

    private static func curl(
        _ item: ItemValues, _ request: Request, _ links: SiteLinks
    ) -> String {
        var fields = [HiddenField(name: "itemName", value: item.name)]
        if !item.serialNumber.isEmpty {
            fields.append(HiddenField(name: "serialNumber", value: item.serialNumber))
        }
        if !item.valueField.isEmpty {
            fields.append(HiddenField(name: "valueInDollars", value: item.valueField))
        }
        if let type = item.assetType {
            fields.append(HiddenField(name: "assetType", value: String(type.number)))
        }
        if let location = item.location {
            fields.append(HiddenField(name: "location", value: String(location.number)))
        }
        let server = request.server
        return CurlCommand(
            posting: server + links(.items), fields: fields,
            file: item.hasThumbnail ? "image" : nil
        ).text
    }
}

extension SitePath {
    /// The page of the list that has an item's row, at that row.
    static func items(showing item: ItemValues, at index: Int) -> SitePath {
        ListQuery().at(page: index / ListQuery.defaultPerPage + 1).address(of: .items)
            .at(item.anchor)
    }
}
