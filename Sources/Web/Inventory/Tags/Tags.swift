import Domain
import Persistence

/// The tags: words that items are marked with.
struct Tags: Resource {
    let inventory: Inventory

    var site: Site { inventory.site }
    let paths = ResourcePaths(.tags)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .tags)
    let announcements = ResourceAnnouncements(deleted: .tagDeleted)
    let words = ResourceWords(
        one: "tag", many: "tags", icon: "i-tag", emptyHeading: "Words to mark things with",
        emptyText:
            "Fragile, inherited, to sell: an item may have several tags, and lists can be filtered "
            + "by them.")

    let fields = [
        FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
        FieldDescription(
            "color", "Color", .choice(Tag.colors.map { FieldChoice(value: $0, label: $0) }),
            hint: "Shown beside the name"),
    ]

    let list = ListDescription(
        parameters: ListParameters(
            sortKeys: ["name"],
            filters: [.init(name: "color", label: "Color", kind: .choice(Tag.colors))]),
        example: "color == \"red\" OR items.@count == 0",
        orders: [
            ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
        ],
        columns: [
            ListColumn(label: "Tag", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Color", kind: .detail), ListColumn(label: "Items", kind: .value),
        ])

    init(_ inventory: Inventory) {
        self.inventory = inventory
    }
}

// MARK: - The list

extension Tags {
    func request(_ list: ListRequest) -> FetchRequest<Tag> {
        var conditions = FetchPredicate.searching(list.query.search)
        if let color = list.query.filter("color") {
            conditions.append(.key("color") == color)
        }
        return request(list, where: conditions, else: SortOrder("name"))
    }

    /// The items of all tags on a page are counted in one statement.
    func values(_ records: [Tag], in context: ManagedObjectContext) throws -> [TagValues] {
        let counts = try Tag.itemCounts(of: records, in: context)
        return records.map { tag in
            let label = TagLabel(tag)
            return TagValues(
                label: label, itemCount: counts[label.number] ?? 0, rowVersion: tag.rowVersion)
        }
    }

    func row(_ tag: TagValues) -> ListRow {
        ListRow(
            anchor: "tag-\(tag.recordNumber)", path: links(path(of: tag)), name: tag.title,
            [
                ListCell(tag.label.color),
                ListCell(
                    ItemCount.text(tag.itemCount), path: links(.items(tagged: tag.recordNumber))),
            ])
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
    func json(_ tag: TagValues) -> JSONValue { tag.json }

    /// Tags are written with commas between them, and known by their names.
    func check(_ tag: Tag, _ decoder: inout FormDecoder, in context: ManagedObjectContext) throws {
        guard let name = tag.name, decoder.message(for: "name") == nil else { return }
        if name.contains(",") {
            decoder.fail("name", "Name", "a tag cannot have a comma")
        } else if name.contains(where: { Tag.separators.contains($0) }) {
            decoder.fail("name", "Name", "a tag cannot have a semicolon")
        } else if let other = try Tag.named(name, otherThan: tag, in: context) {
            decoder.fail("name", "Name", "there is a tag “\(other.name ?? name)” already")
        }
    }

    func deletion(of record: Tag, in context: ManagedObjectContext) throws -> DeletionQuestion {
        let count = try values(record, in: context).itemCount
        return DeletionQuestion(
            consequences: [
                count == 0
                    ? "No item has it."
                    : "\(ItemCount.text(count)) \(count == 1 ? "stays" : "stay"), without it."
            ])
    }

    /// Items that are shown with the tag.
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
            color: tag.label.color, count: ItemCount.text(tag.itemCount),
            rowsHTML: try inventory.rowsHTML(items, inventory.names(in: context)),
            hasMoreItems: tag.itemCount > items.count,
            itemsPath: links(.items(tagged: tag.recordNumber)),
            newItemPath: links(SitePath.newItem.query([("tags", tag.title)])))
    }
}

/// One tag, with the items that have it.
struct TagShowPage: TemplatePage {
    static let template = "inventory/tags/show"

    var layout: LayoutPage
    var record: RecordHead
    var color: String
    /// `12 items`.
    var count: String
    /// The first of its items, rendered from `inventory/_item`.
    var rowsHTML: String
    var hasMoreItems: Bool
    var itemsPath: String
    var newItemPath: String
}

/// What a tag is, apart from any context.
struct TagValues: RecordValues {
    let label: TagLabel
    let itemCount: Int
    let rowVersion: Int64

    var recordNumber: Int64 { label.number }
    var title: String { label.name }

    /// The tag for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("name", .string(title)),
            ("color", .string(label.color)), ("items", .int(itemCount)),
            ("version", .int(Int(rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = ["id", "name", "color", "items"]

    /// The cells of the tag, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [.int(recordNumber), .text(title), .plain(label.color), .int(itemCount)]
    }
}
