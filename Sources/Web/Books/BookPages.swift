import Domain
import Persistence

/// The pages of a book; of any, where one of them is meant.
struct BookPages: Resource {
    let site: Site
    /// The number of the book whose pages the list has; nil where a page is named by its own number.
    let book: Int64?
    private let bookTitle: String?

    let paths: ResourcePaths
    let entities: Set<EntityName>? = EntityName.library
    let place = ResourcePlace(section: .books, subsection: .books)
    let announcements = ResourceAnnouncements(deleted: .pageDeleted)
    let words = ResourceWords(
        one: "page", many: "pages", icon: "i-book", searched: "its text",
        emptyHeading: "No pages yet", emptyText: "Write the first page of this book.")

    let fields = [FieldDescription("text", "Text", .text(limit: 100_000), isRequired: true)]

    let list = ListDescription(
        parameters: ListParameters(sortKeys: ["text"], filters: []),
        example: "text CONTAINS[cd] \"bread\"", orders: [("Order of the book", SortOrder("index"))],
        columns: [
            ListColumn(label: "Page", kind: .name), ListColumn(label: "Text", kind: .detail),
        ])

    /// - Parameters:
    ///   - book: the number of the book; nil for pages by their own numbers.
    ///   - title: what the book is called.
    init(site: Site, book: Int64? = nil, title: String? = nil) {
        self.site = site
        self.book = book
        bookTitle = title
        paths = ResourcePaths(.bookPages(book.map { "\($0)" } ?? "{id}"), records: .pages)
    }

    var crumbs: [PathLink] {
        let books = PathLink(label: "Books", path: links(.books))
        guard let book, let bookTitle else { return [books] }
        return [books, crumb(book, bookTitle)]
    }

    func crumbs(above page: PageValues) -> [PathLink] {
        [PathLink(label: "Books", path: links(.books)), crumb(page.bookNumber, page.bookTitle)]
    }

    private func crumb(_ book: Int64, _ title: String) -> PathLink {
        PathLink(label: title, path: links(ResourcePaths(.books).record(book)))
    }
}

// MARK: - The list

extension BookPages {
    func request(_ list: ListRequest) throws -> FetchRequest<Page> {
        var conditions = FetchPredicate.searching(list.query.search)
        if let book {
            let id = try site.household.container.coordinator.objectID(
                entityName: "Book", recordNumber: book)
            conditions.append(.key("book") == id)
        }
        return request(list, where: conditions)
    }

    /// The order of the book, which is no attribute.
    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        let owner = try owner(in: context)
        guard list.query.sort == nil else { return nil }
        let selected = Set(try context.fetchObjectIDs(request(list)))
        return owner.pages.map(\.objectID).filter(selected.contains)
    }

    func values(_ records: [Page], in context: ManagedObjectContext) throws -> [PageValues] {
        var places: [ManagedObjectID: Int] = [:]
        for book in Set(records.compactMap(\.book)) {
            for (index, page) in book.pages.enumerated() { places[page.objectID] = index }
        }
        return records.map { PageValues($0, index: places[$0.objectID] ?? 0) }
    }

    func row(_ page: PageValues) -> ListRow {
        ListRow(
            anchor: page.anchor, path: links(path(of: page)), name: page.title,
            [ListCell(page.beginning)])
    }

    /// The book that the list is about.
    ///
    /// - Throws: a 404 if there is none.
    private func owner(in context: ManagedObjectContext) throws -> Book {
        guard let book = try book.flatMap({ try Book.find($0, in: context) }) else {
            throw SiteError.notFound("There is no such book")
        }
        return book
    }
}

// MARK: - One page

extension BookPages {
    func json(_ page: PageValues) -> JSONValue { page.json }

    func make(in context: ManagedObjectContext) throws -> Page {
        try owner(in: context).addPage(nil, in: context)
    }

    /// After a deletion, the book is there to go on with.
    func list(after page: PageValues) -> SitePath { ResourcePaths(.books).record(page.bookNumber) }

    func deletion(of record: Page, in context: ManagedObjectContext) throws -> DeletionQuestion {
        DeletionQuestion(
            consequences: ["The book stays, and the pages behind it move up by one (Nullify)."])
    }
}
