import Domain
import Foundation
import Persistence

/// The values of an item, detached from its context, without the thumbnail.
struct ItemValues: RecordValues, Sendable {
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
    let itemNumber: Int64
    let quantity: Int32
    let purchaseDay: CalendarDay?
    let purchasePrice: Decimal?
    let replacementValue: Decimal?
    let warranty: Warranty?
    /// The values of ``details``, in their order.
    private let detailValues: [FieldValue]
    /// Nil in lists of rows, which do not show tags.
    let tags: [TagLabel]?
    /// Its further records, in documents with several items.
    var extras: ItemExtras?
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
        itemNumber = item.itemNumber
        quantity = item.quantity
        purchaseDay = item.purchaseDate.map(CalendarDay.init)
        purchasePrice = item.purchasePrice
        replacementValue = item.replacementValue
        warranty = item.warranty
        detailValues = try Self.details.map { try $0.value(of: item) }
        self.tags = tags
        notes = item.notes ?? ""
        soldDay = item.soldDate.map(CalendarDay.init)
        (lastSeen, lastSeenBy) = (item.lastSeen, item.lastSeenBy)
        rowVersion = item.rowVersion
        thumbnailVersion = item.thumbnailVersion
    }

    var title: String { name }

    var identifier: RecordIdentifier { .key(key) }

    /// `June 1, 2026 by Anna`; empty if no stocktake has seen it.
    var lastSeenText: String {
        guard let lastSeen else { return "" }
        return DateText.long(lastSeen) + (lastSeenBy.map { " by \($0)" } ?? "")
    }

    var hasThumbnail: Bool { thumbnailVersion != nil }

    /// The worth and the quantity.
    var value: ItemValue {
        ItemValue(
            valueInDollars: valueInDollars, replacementValue: replacementValue,
            quantity: quantity)
    }

    /// The text of a detail; empty for none.
    func text(_ detail: String) -> String {
        Self.details.firstIndex { $0.name == detail }.map { detailValues[$0].text } ?? ""
    }

    /// The maker and the model: `Acme, X-200`.
    var makerText: String {
        ["manufacturer", "modelNumber"].map(text).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// `May 1, 2020`, `for $300`, `from Acme`, as far as they are known.
    func boughtTexts(in currency: Currency) -> [String] {
        let seller = text("seller")
        return [
            purchaseDay.map(DayText.long) ?? "",
            purchasePrice.map { "for \(currency.text($0))" } ?? "",
            seller.isEmpty ? "" : "from \(seller)",
        ].filter { !$0.isEmpty }
    }

    /// `fragile, tools`.
    var tagsText: String { (tags ?? []).map(\.name).joined(separator: ", ") }

    /// The identifier in live updates.
    var liveKey: LiveState.Name { LiveState.Name(attribute: "itemKey", text: key.uuidString) }

    /// The address of the thumbnail, which changes with it; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        thumbnailVersion.map { links(.itemThumbnail(key, version: $0)) } ?? ""
    }
}

extension ItemValues {
    /// The fields in the collapsed part of the form that documents and tables have as they are.
    static let details = Item.description.fields.filter {
        $0.isDetail && !["container", "itemNumber"].contains($0.name)
    }

    /// The members for the details, after that for the number.
    static let detailMembers: [RecordMember<ItemValues>] =
        [.word("itemNumber") { ItemNumber.text($0.itemNumber) }]
        + details.enumerated().map { index, field in
            RecordMember(field.name) { $0.detailValues[index] }
        }

    /// The members of JSON, and the columns of tables.
    static func members(_ links: SiteLinks) -> [RecordMember<ItemValues>] {
        let own: [RecordMember<ItemValues>] = [
            .word("itemKey") { $0.key.uuidString },
            .text("itemName") { $0.name },
            .text("serialNumber") { $0.serialNumber },
            .integer("valueInDollars") { Int64($0.valueInDollars) },
            RecordMember("worth", isIn: .documents) { .document($0.value.worthJSON) },
            .instant("dateCreated") { $0.dateCreated },
            RecordMember("orderingValue", isIn: .documents) {
                .document(.double($0.orderingValue))
            },
            .word("orderingValue", isIn: .tables) { "\($0.orderingValue)" },
            .record("assetType") { $0.assetType.map { ($0.number, $0.text) } },
            .word("thumbnail") { $0.thumbnailPath(links) },
            .word("image", isIn: .documents) { $0.hasThumbnail ? links(.itemImage($0.key)) : nil },
            .day("soldDate") { $0.soldDay },
            .text("notes") { $0.notes },
            .record("location") { $0.location.map { ($0.number, $0.path) } },
            RecordMember("container", isIn: .documents) { .document($0.containerJSON) },
            .word("container", isIn: .tables) { $0.container?.key.uuidString },
            RecordMember("tags", isIn: .documents) { item in
                let tags = (item.tags ?? []).map { FieldValue.record(($0.number, $0.name)).json }
                return .document(.array(tags))
            },
            .text("tags", isIn: .tables) { $0.tagsText },
            .instant("lastSeen") { $0.lastSeen },
            .text("lastSeenBy") { $0.lastSeenBy },
        ]
        return own + detailMembers
    }

    /// The container, without its name in lists of rows.
    private var containerJSON: JSONValue {
        guard let container else {
            return containerNumber.map { JSONValue.object([("id", .int($0))]) } ?? .null
        }
        return .object([
            ("id", .int(container.recordNumber)), ("itemKey", .string(container.key.uuidString)),
            ("label", .string(container.text)),
        ])
    }

    /// The schema of an item as JSON. Lists leave out some members.
    static let schema: JSONSchema = {
        let own = members(SiteLinks(basePath: .root)).filter { $0.place.contains(.documents) }
        let further = ItemExtras.members.filter { $0.place.contains(.documents) }
        let others =
            ["fields", "buyer", "sale", "photos", "documents", "values"].map {
                ($0, JSONSchema.any)
            }
            + further.map { ($0.name, $0.schema) }
        return .object(
            [("id", .integer), ("version", .integer)] + own.map { ($0.name, $0.schema) } + others,
            optional: Set(others.map(\.0)))
    }()

    /// The item as JSON, with its related records if they are given.
    func json(_ links: SiteLinks, _ extras: ItemExtras? = nil) throws -> JSONValue {
        .object(try document(links) + (extras.map { try $0.json } ?? []))
    }

    func document(_ links: SiteLinks) throws -> [(name: String, value: JSONValue)] {
        try Self.members(links).json(of: self) + [("version", .int(rowVersion))]
    }
}
