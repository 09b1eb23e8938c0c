import Domain
import Foundation
import ObjectModel
import Persistence

/// The documents of all items: receipts, manuals, warranties, appraisals.
struct Documents: Resource, OrderedResource, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.documents)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .documents)
    let messages = ResourceMessages(added: .documentAdded, deleted: .documentDeleted)
    let consequences = [
        "The document goes to the trash. After \(Item.daysInTrash) days there it is deleted for good.",
        "Its item stays.",
    ]
    let words = ResourceWords(
        Document.description, icon: "i-receipt",
        searched: "its name or its item", emptyHeading: "No documents yet",
        emptyText:
            "Receipts, manuals, warranties and appraisals, as PDF or photo: add them on the page of an "
            + "item.")

    let list = ListDescription(
        filters: [
            .init(
                name: "kind", label: "Kind",
                kind: .choice(DocumentKind.allCases.map(\.rawValue)))
        ],
        example: "kind == \"receipt\" AND item.purchasePrice > 100",
        orders: [
            ("Recently added", SortOrder("addedAt", ascending: false)), ("Name", SortOrder("name")),
            ("Largest", SortOrder("byteCount", ascending: false)),
        ],
        columns: [
            ListColumn(label: "Document", kind: .name, sort: "name"),
            ListColumn(label: "Item", kind: .detail),
            ListColumn(
                label: "Added", kind: .date, sort: "addedAt", isDescendingFirst: true,
                isDefault: true),
            ListColumn(label: "Kind and size", kind: .value, sort: "byteCount"),
        ], searched: [["name"], ["item", "itemName"]])

    let prefetching = ["item"]

    /// Documents are uploaded on the pages of their items.
    let hasForm = false
    let moved: FlashMessage? = .documentMoved
}

// MARK: - The list

extension Documents {
    func request(_ list: ListRequest) throws -> FetchRequest<Document> {
        try request(
            list, where: [Document.isListed] + conditions(of: list),
            else: SortOrder("addedAt", ascending: false))
    }

    var members: [RecordMember<DescribedValues<Document>>] {
        [
            .item("item") { $0.item.map(ItemContainer.init) },
            RecordMember("name", .text, isIn: .documents) { .document(.string($0.title)) },
            .text("name", isIn: .tables) { $0.title },
            .word("kind") { $0.documentKind.rawValue },
            RecordMember("mediaType", .text, isIn: .documents) {
                .document(.string($0.mediaType ?? ""))
            },
            .word("mediaType", isIn: .tables) { $0.mediaType },
            .count("byteCount") { Int($0.byteCount) },
            .word("sha256") { $0.sha256 },
            .instant("addedAt") { $0.added },
            .word("file", isIn: .documents) { [links] in links(.documentFile($0.recordNumber)) },
            .word("thumbnail", isIn: .documents) { [links] in $0.record.thumbnailPath(links) },
        ]
    }

    func cells(_ document: DescribedValues<Document>) -> [ListCell] {
        [
            ListCell(
                document.item?.name ?? "", path: document.item.map { links(.item($0.key)) }),
            ListCell(document.added),
            ListCell(document.summary),
        ]
    }
}

// MARK: - One document

extension Documents {
    /// Never called, because a document cannot exist without a file.
    func make(in context: ManagedObjectContext) throws -> Document {
        throw SiteError.notFound("Documents are added on the page of an item")
    }

    /// A document in the trash, or with its item in the trash, counts as missing.
    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Document {
        try inventory.existing(number, in: context)
    }

    /// Moves the document within the order of its item.
    func move(
        _ record: Document, to position: ListPosition, in context: ManagedObjectContext
    ) throws {
        record.item?.moveDocument(record, to: position)
    }

    func list(afterMoving document: DescribedValues<Document>) -> SitePath {
        document.item.map { .itemDocuments($0.key) } ?? .documents
    }

    func crumbs(above values: DescribedValues<Document>) -> [PathLink] {
        guard let item = values.item else { return crumbs }
        return [inventory.itemsCrumb, PathLink(label: item.name, path: links(.item(item.key)))]
    }

    func show(
        _ record: Document, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let document = try values(record, in: context)
        let file = links(.documentFile(document.recordNumber))
        var page = try showPage(
            record, document, notices: notices,
            actions: [RecordAction("Open", at: file, .primary)],
            facts: [
                RecordFact(
                    plain: "Item", document.item?.name ?? "",
                    path: document.item.map { links(.item($0.key)) }),
                RecordFact(
                    plain: "Added", DateText.long(document.added),
                    time: ISO8601Text.utc(document.added)),
            ])
        page.layout.crumbs = crumbs(above: document)
        (page.plainSummary, page.filePath) = (document.summary, file)
        page.thumbnailPath = record.thumbnailPath(links)
        page.technical = [RecordFact("SHA-256", document.sha256 ?? "")]
        return page
    }
}

extension Document {
    /// The time at which it was added; the beginning of 2001 if another program has left it out.
    var added: Date { addedAt ?? Date(timeIntervalSinceReferenceDate: 0) }

    /// `Receipt · PDF, 120 kB`.
    var summary: String {
        "\(documentKind.label) · \(format), \(ByteCount.text(Int(byteCount)))"
    }

    /// `PDF`, `JPEG`.
    private var format: String {
        switch mediaType {
        case "application/pdf": "PDF"
        case "image/jpeg": "JPEG"
        case "image/png": "PNG"
        case "image/webp": "WebP"
        default: mediaType?.split(separator: "/").last.map { $0.uppercased() } ?? ""
        }
    }

    /// The address of the thumbnail, which changes with its content; empty if there is none.
    func thumbnailPath(_ links: SiteLinks) -> String {
        guard let thumbnailVersion else { return "" }
        return links(SitePath.documentThumbnail(savedNumber).query([("v", thumbnailVersion)]))
    }

    /// The list of an item's documents, in their order.
    static let listOfItem = MemoryList<Document>(
        "Document",
        [
            .init("id", .integer64) { .integer($0.savedNumber) },
            .init("name", .string) { .string($0.recordTitle) },
            .init("kind", .string) { .string($0.documentKind.rawValue) },
            .init("mediaType", .string) { .string($0.mediaType ?? "") },
            .init("byteCount", .integer64) { .integer(Int64($0.byteCount)) },
            .init("sha256", .string) { .text($0.sha256) },
            .init("addedAt", .date) { .date($0.added) },
        ], searching: ["name"])
}
