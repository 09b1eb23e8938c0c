import Domain
import Persistence

/// The tags of items.
struct Tags: Resource {
    let inventory: Inventory

    var site: Site { inventory.site }
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
        orders: [
            ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
        ],
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
        try checkName(of: tag, &decoder) { try Tag.named($0, otherThan: tag, in: context) }
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
    ) throws -> TagShowPage {
        let tag = try values(record, in: context)
        var query = ItemQuery()
        query.conditions = [try ItemQuery.hasTag(tag.recordNumber, context.coordinator)]
        var request = try query.fetchRequest(in: context)
        request.fetchLimit = Self.shownItems
        let items = try context.fetch(request)
        return TagShowPage(
            layout: layout(tag.title, notices: notices), record: head(of: tag),
            color: tag.color ?? "", count: ItemCount.text(tag.count),
            items: try Items(inventory: inventory).table(items, in: context),
            hasMoreItems: tag.count > items.count,
            itemsPath: links(.items(tagged: tag.recordNumber)),
            newItemPath: links(SitePath.newItem.query([("tags", tag.title)])))
    }
}

/// One tag with its items.
struct TagShowPage: TemplatePage {
    static let template = "inventory/tags/show"

    var layout: LayoutPage
    var record: RecordHead
    var color: String
    /// `12 items`.
    var count: String
    /// The first of its items.
    var items: ListTable
    var hasMoreItems: Bool
    var itemsPath: String
    var newItemPath: String
}
