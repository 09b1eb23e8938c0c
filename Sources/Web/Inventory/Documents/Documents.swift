import Domain
import Persistence

/// The documents of all items: receipts, manuals, warranties, appraisals.
struct Documents: Resource, OrderedResource {
    let inventory: Inventory

    var site: Site { inventory.site }
    let paths = ResourcePaths(.documents)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .documents)
    let messages = ResourceMessages(added: .documentAdded, deleted: .documentDeleted)
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

    func values(
        _ records: [Document], in context: ManagedObjectContext
    ) throws -> [DocumentValues] {
        records.map(DocumentValues.init)
    }

    var members: [RecordMember<DocumentValues>] { DocumentValues.columns }

    var schema: JSONSchema { DocumentValues.schema }

    func json(_ document: DocumentValues) -> JSONValue { document.json(links) }

    func cells(_ document: DocumentValues) -> [ListCell] {
        [
            ListCell(
                document.item?.name ?? "", path: document.item.map { links(.item($0.key)) }),
            ListCell(
                DateText.short(document.addedAt), time: ISO8601Text.utc(document.addedAt), none: ""),
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
        guard let document = try context.existingObject(Document.self, recordNumber: number)
        else { throw SiteError.notFound("There is no such document") }
        guard !document.isTrashed else {
            throw SiteError.inTrash("document")
        }
        return document
    }

    func deletion(
        of record: Document, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        DeletionQuestion(consequences: [
            "The document goes to the trash. After \(Item.daysInTrash) days there it is deleted for good.",
            "Its item stays.",
        ])
    }

    /// Moves the document within the order of its item.
    func move(
        _ record: Document, to position: ListPosition, in context: ManagedObjectContext
    ) throws {
        record.item?.moveDocument(record, to: position)
    }

    func list(afterMoving document: DocumentValues) -> SitePath {
        document.item.map { .itemDocuments($0.key) } ?? .documents
    }

    func crumbs(above values: DocumentValues) -> [PathLink] {
        guard let item = values.item else { return crumbs }
        return [inventory.itemsCrumb, PathLink(label: item.name, path: links(.item(item.key)))]
    }

    func show(
        _ record: Document, notices: [Notice], in context: ManagedObjectContext
    ) throws -> DocumentShowPage {
        let document = try values(record, in: context)
        return DocumentShowPage(
            layout: site.layout(
                title: document.name, section: .inventory, topic: .documents,
                crumbs: crumbs(above: document),
                notices: notices),
            record: head(of: document), summary: document.summary,
            filePath: links(.documentFile(document.recordNumber)),
            thumbnailPath: document.thumbnailPath(links), item: document.item?.name ?? "",
            itemPath: document.item.map { links(.item($0.key)) } ?? "",
            added: DateText.long(document.addedAt), addedISO: ISO8601Text.utc(document.addedAt),
            sha256: document.sha256)
    }
}

/// One document with its item and its file.
struct DocumentShowPage: TemplatePage {
    static let template = "inventory/documents/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `Receipt · PDF, 120 kB`.
    var summary: String
    /// The file as it was uploaded.
    var filePath: String
    var thumbnailPath: String
    var item: String
    var itemPath: String
    /// `May 1, 2026`.
    var added: String
    var addedISO: String
    var sha256: String
}
