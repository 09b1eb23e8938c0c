import Domain
import Persistence

/// The tags of items.
struct Tags: Resource, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.tags)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .tags)
    let messages = ResourceMessages(deleted: .tagDeleted)
    let words = ResourceWords(
        Tag.description, icon: "i-tag", emptyHeading: "Words to mark things with",
        emptyText:
            "Fragile, inherited, to sell: an item may have several tags, and lists can be filtered "
            + "by them.")

    let list = ListDescription(
        filters: [.init(name: "color", label: "Color", kind: .choice(Tag.colors))],
        example: "color == \"red\" OR items.@count == 0",
        orders: .byName(),
        columns: [
            ListColumn(label: "Tag", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Color", kind: .detail), ListColumn(label: "Items", kind: .value),
        ])
}

// MARK: - The list

extension Tags {
    var members: [RecordMember<DescribedValues<Tag>>] {
        Tag.description.members() + [.count("items")]
    }

    /// The items of all tags on a page are counted in one statement.
    func values(
        _ records: [Tag], in context: ManagedObjectContext
    ) throws -> [DescribedValues<Tag>] {
        let counts = try Tag.itemCounts(of: records, in: context)
        return try records.map { try DescribedValues($0, count: counts[$0.savedNumber] ?? 0) }
    }

    func cells(_ tag: DescribedValues<Tag>) -> [ListCell] {
        [
            ListCell(tag.color ?? ""),
            ListCell(ItemCount.text(tag.count), path: links(.items(tagged: tag.recordNumber))),
        ]
    }
}

extension SitePath {
    /// The list of the items with a tag.
    static func items(tagged number: Int64) -> SitePath {
        ListQuery().filtered("tag", by: String(number)).address(of: .items)
    }
}

// MARK: - One tag

extension Tags {
    /// Tag names are unique, and free of commas, which separate them in fields.
    func check(_ tag: Tag, _ decoder: inout FormDecoder, in context: ManagedObjectContext) throws {
        if tag.name?.contains(",") == true {
            decoder.fail("name", "Name", "a tag cannot have a comma")
        } else if tag.name?.contains(where: { Tag.separators.contains($0) }) == true {
            decoder.fail("name", "Name", "a tag cannot have a semicolon")
        }
        try checkName(of: tag, &decoder, in: context)
    }

    func deletion(of record: Tag, in context: ManagedObjectContext) throws -> DeletionQuestion {
        let count = try values(record, in: context).count
        return DeletionQuestion(
            consequences: [
                count == 0
                    ? "No item has it."
                    : "\(ItemCount.text(count)) \(count == 1 ? "stays" : "stay"), without it."
            ])
    }

    /// The number of items shown.
    private static let shownItems = 50

    func show(
        _ record: Tag, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let tag = try values(record, in: context)
        let new = links(SitePath.newItem.query([("tags", tag.title)]))
        var query = ItemQuery()
        query.conditions = [try ItemQuery.hasTag(tag.recordNumber, context.coordinator)]
        var page = try showPage(record, tag, notices: notices, facts: [])
        (page.color, page.plainSummary) = (tag.color ?? "", ItemCount.text(tag.count))
        page.further = [.adding("Add item", at: new)]
        page.parts = [
            try Items(inventory: inventory).part(
                query, Self.shownItems, of: tag.count, at: .items(tagged: tag.recordNumber),
                orElse: RecordPart(
                    words.icon, "Nothing has this tag yet",
                    RecordAction("Add an item with it", at: new)), in: context)
        ]
        return page
    }
}
