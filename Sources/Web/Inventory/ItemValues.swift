import Domain
import Foundation
import Persistence

/// An item with the names of its type and its location, which lists read once for all items. Its attributes
/// are also accessible as members.
@dynamicMemberLookup
struct ItemValues: RecordHolder {
    let record: Item
    let assetType: AssetTypeLabel?
    let location: ItemLocation?
    /// The containing item; nil in lists of rows, where it would cost a fetch per item.
    private(set) var container: ItemContainer?
    /// Nil in lists of rows, which do not show tags.
    private(set) var tags: [TagLabel]?

    init(_ item: Item) {
        record = item
        assetType = item.assetType.map(AssetTypeLabel.init)
        location = item.location.map(ItemLocation.init)
        (container, tags) = (item.container.map(ItemContainer.init), item.tagLabels)
    }

    /// The values of an item in a list, with names that were already read.
    ///
    /// - Parameter isWhole: whether container and tags are included, which the caller has fetched
    ///   for all items at once.
    init(_ item: Item, _ names: ItemNames, isWhole: Bool = false) {
        record = item
        assetType = item.assetType?.objectID.recordNumber.flatMap { names.types[$0] }
        location = item.location?.objectID.recordNumber.flatMap { names.locations[$0] }.map {
            ItemLocation($0, names.locations)
        }
        guard isWhole else { return }
        (container, tags) = (item.container.map(ItemContainer.init), item.tagLabels)
    }

    var title: String { record.name }

    var identifier: RecordIdentifier { .key(record.key) }

    subscript<Value>(dynamicMember keyPath: KeyPath<Item, Value>) -> Value {
        record[keyPath: keyPath]
    }
}

extension Item {
    var name: String { itemName ?? "" }

    /// The time at which it was added; the beginning of 2001 if another program has left it out.
    var added: Date { dateCreated ?? Date(timeIntervalSinceReferenceDate: 0) }

    /// The day of the sale; nil if it is not sold.
    var soldDay: CalendarDay? { soldDate.map(CalendarDay.init) }

    /// `June 1, 2026 by Anna`; empty if no stocktake has seen it.
    var lastSeenText: String {
        guard let lastSeen else { return "" }
        return DateText.long(lastSeen) + (lastSeenBy.map { " by \($0)" } ?? "")
    }

    /// The maker and the model: `Acme, X-200`.
    var makerText: String {
        [manufacturer ?? "", modelNumber ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// `May 1, 2020`, `for $300`, `from Acme`, as far as they are known.
    func boughtTexts(in currency: Currency) -> [String] {
        [
            purchaseDate.map { DayText.long(CalendarDay($0)) },
            purchasePrice.map { "for \(currency.text($0))" },
            seller.flatMap { $0.isEmpty ? nil : "from \($0)" },
        ].compactMap(\.self)
    }

    /// The address of the thumbnail, which changes with it; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        thumbnailVersion.map { links(.itemThumbnail(key, version: $0)) } ?? ""
    }
}

// MARK: - Documents and tables

extension ItemValues {
    /// The fields in the collapsed part of the form that documents and tables have as they are.
    static let details = Item.description.fields.filter {
        $0.isDetail && !["container", "itemNumber"].contains($0.name)
    }

    /// The members for the details, after that for the number.
    static let detailMembers: [RecordMember<ItemValues>] =
        [.word("itemNumber") { ItemNumber.text($0.itemNumber) }]
        + details.map { field in RecordMember(field.name) { try field.value(of: $0.record) } }

    /// The members of JSON, and the columns of tables.
    static func members(_ links: SiteLinks) -> [RecordMember<ItemValues>] {
        let own: [RecordMember<ItemValues>] = [
            .word("itemKey") { $0.key.uuidString },
            .text("itemName") { $0.itemName },
            .text("serialNumber") { $0.serialNumber },
            .integer("valueInDollars") { Int64($0.valueInDollars) },
            RecordMember("worth", isIn: .documents) { .document($0.value.worthJSON) },
            .instant("dateCreated") { $0.added },
            RecordMember("orderingValue", isIn: .documents) {
                .document(.double($0.orderingValue))
            },
            .word("orderingValue", isIn: .tables) { "\($0.orderingValue)" },
            .record("assetType") { $0.assetType.map { ($0.number, $0.text) } },
            .word("thumbnail") { $0.record.thumbnailPath(links) },
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
            .text("tags", isIn: .tables) { ($0.tags ?? []).map(\.name).joined(separator: ", ") },
            .instant("lastSeen") { $0.lastSeen },
            .text("lastSeenBy") { $0.lastSeenBy },
        ]
        return own + detailMembers
    }

    /// The container, without its name in lists of rows.
    private var containerJSON: JSONValue {
        guard let container else {
            let number = record.container?.objectID.recordNumber
            return number.map { JSONValue.object([("id", .int($0))]) } ?? .null
        }
        return .object([
            ("id", .int(container.recordNumber)), ("itemKey", .string(container.key.uuidString)),
            ("label", .string(container.text)),
        ])
    }

    /// The members for loans, maintenance and former values, of which documents and tables have all.
    static let relatedMembers: [RecordMember<ItemValues>] =
        [
            .text("lentTo") { $0.record.openLoan()?.borrower },
            .day("lentSince") { $0.record.openLoan()?.since.map(CalendarDay.init) },
            .day("lentUntil") { $0.record.openLoan()?.due.map(CalendarDay.init) },
        ] + entries("care", CareEntry.self) + [
            .text("lentNotes") { $0.record.openLoan()?.notes }
        ] + entries("formerLoans", LoanEntry.self) + entries("formerValues", ValueEntry.self)

    /// The relationships to prefetch with items.
    static let prefetching = [
        "container", "tags", "fieldValues.field", "loans", "careTasks.records", "valueRecords",
    ]

    private static func entries<Entry: ItemEntry>(
        _ name: String, _ type: Entry.Type
    ) -> [RecordMember<ItemValues>] {
        [
            RecordMember(name, isIn: .documents) {
                .document(.array(Entry.all(of: $0.record).map(\.json)))
            },
            .text(name, isIn: .tables) { try Entry.text(Entry.all(of: $0.record)) },
        ]
    }

    /// The schema of an item as JSON. Lists leave out some members.
    static let schema: JSONSchema = {
        let own = members(SiteLinks(basePath: .root)).filter { $0.place.contains(.documents) }
        let related = relatedMembers.filter { $0.place.contains(.documents) }
        let others =
            ["fields", "buyer", "sale", "photos", "documents", "values"].map {
                ($0, JSONSchema.any)
            }
            + related.map { ($0.name, $0.schema) }
        return .object(
            [("id", .integer), ("version", .integer)] + own.map { ($0.name, $0.schema) } + others,
            optional: Set(others.map(\.0)))
    }()

    func document(_ links: SiteLinks) throws -> [(name: String, value: JSONValue)] {
        try Self.members(links).json(of: self) + [("version", .int(rowVersion))]
    }

    /// The item as JSON with its custom fields and related records, as in lists.
    func wholeJSON(_ links: SiteLinks) throws -> JSONValue {
        let fields = record.fieldValues
            .compactMap { value in
                value.field.map { ($0.orderingValue, $0.name ?? "", value.text ?? "") }
            }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map { (name: $0.1, value: JSONValue.string($0.2)) }
        return .object(
            try document(links) + [("fields", .object(fields))]
                + Self.relatedMembers.document(of: self))
    }
}

/// One of several values of an item, which is an object in documents.
private protocol ItemEntry: ListEntry {
    static func all(of item: Item) -> [Self]
    var json: JSONValue { get }
}

extension CareEntry: ItemEntry {
    fileprivate var json: JSONValue {
        .object([
            ("title", .string(title)), ("due", .string(due)), ("interval", .string(interval)),
            ("cost", .string(cost)), ("notes", .string(notes)),
            (
                "done",
                .array(
                    (done ?? []).map { done in
                        .object([
                            ("date", .string(done.date)), ("title", .string(done.title)),
                            ("cost", .string(done.cost)), ("notes", .string(done.notes)),
                        ])
                    })
            ),
        ])
    }
}

extension LoanEntry: ItemEntry {
    fileprivate var json: JSONValue {
        .object([
            ("borrower", .string(borrower)), ("since", .string(since)), ("due", .string(due)),
            ("returned", .string(returned)), ("notes", .string(notes)),
        ])
    }
}

extension ValueEntry: ItemEntry {
    fileprivate var json: JSONValue {
        .object([
            ("until", .string(until)), ("valueInDollars", .int(Int(valueInDollars))),
            ("quantity", .int(Int(quantity ?? 1))), ("replacementValue", .string(replacementValue)),
        ])
    }
}
