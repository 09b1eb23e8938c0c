import Domain
import Hummingbird
import Persistence

/// The pages of a book, or any page by its number.
struct BookPages: Resource, OrderedResource {
    let site: Site
    /// The number of the book whose pages are listed; nil where a page is named by its number.
    let book: Int64?
    private let bookTitle: String?

    let paths: ResourcePaths
    let entities: Set<EntityName>? = EntityName.library
    let place = ResourcePlace(section: .books, subsection: .books)
    let messages = ResourceMessages(deleted: .pageDeleted)
    let consequences = ["The book stays (Nullify), and the later pages move up by one."]
    let words = ResourceWords(
        Page.description, icon: "i-book", searched: "its text",
        emptyHeading: "No pages yet", emptyText: "Write the first page of this book.")

    let list = ListDescription(
        parameters: ListParameters(sortKeys: ["text"], filters: []),
        example: "text CONTAINS[cd] \"bread\"", orders: [("Order of the book", SortOrder("index"))],
        columns: [
            ListColumn(label: "Page", kind: .name), ListColumn(label: "Text", kind: .detail),
        ])

    /// - Parameters:
    ///   - book: the number of the book; nil for pages by their numbers.
    ///   - title: the title of the book.
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

    func crumbs(above page: DescribedValues<Page>) -> [PathLink] {
        [
            PathLink(label: "Books", path: links(.books)),
            crumb(page.book?.savedNumber ?? 0, page.book?.title ?? ""),
        ]
    }

    private func crumb(_ book: Int64, _ title: String) -> PathLink {
        PathLink(label: title, path: links(ResourcePaths(.books).record(book)))
    }
}

// MARK: - The routes

extension BookPages {
    /// A page has an address of its own; the list and the form of a new page are below the book.
    func addRoutes(to routes: inout SiteRoutes) {
        ResourceActions(self).addRecordRoutes(to: &routes)
        routes.addList(at: paths.list, by: .readers(of: .books), of: self) {
            try await pages(of: $0)
        }
        routes.get(paths.new, by: .editors(of: .books), as: .new(self)) {
            try await ResourceActions(pages(of: $1)).new($0, $1)
        }
        routes.post(paths.list, by: .editors(of: .books), as: .adding(to: self)) {
            try await ResourceActions(pages(of: $1)).create($0, $1)
        }
    }

    /// The pages of the book in an address.
    ///
    /// - Throws: a 404 if there is no such book.
    private func pages(of context: SiteContext) async throws -> BookPages {
        let number = try context.recordNumber
        let books = Books(site: site)
        let title = try await site.household.container.read { records in
            try books.existing(number, in: records).title
        }
        return BookPages(site: site, book: number, title: title)
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

    /// The order of the pages in the book, which is not an attribute.
    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        let owner = try owner(in: context)
        guard list.query.sort == nil else { return nil }
        let selected = Set(try context.fetchObjectIDs(request(list)))
        return owner.pages.map(\.objectID).filter(selected.contains)
    }

    /// The position of a page is computed: the number of pages before it.
    var members: [RecordMember<DescribedValues<Page>>] {
        [
            .count("index", isIn: .tables) { $0.count },
            .text("text") { $0.text },
            .count("index", isIn: .documents) { $0.count },
            .record("book") { $0.book.map { ($0.savedNumber, $0.title ?? "") } },
        ]
    }

    func values(
        _ records: [Page], in context: ManagedObjectContext
    ) throws -> [DescribedValues<Page>] {
        var places: [ManagedObjectID: Int] = [:]
        for book in Set(records.compactMap(\.book)) {
            for (index, page) in book.pages.enumerated() { places[page.objectID] = index }
        }
        return records.map { page in
            let index = places[page.objectID] ?? 0
            return DescribedValues(record: page, title: "Page \(index + 1)", count: index)
        }
    }

    func cells(_ page: DescribedValues<Page>) -> [ListCell] { [ListCell(page.beginning)] }

    /// The book whose pages are listed.
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
    func make(in context: ManagedObjectContext) throws -> Page {
        try owner(in: context).addPage(nil, in: context)
    }

    /// The book follows the deletion of one of its pages.
    func list(after page: DescribedValues<Page>) -> SitePath {
        ResourcePaths(.books).record(page.book?.savedNumber ?? 0)
    }

    func move(
        _ record: Page, to position: ListPosition, in context: ManagedObjectContext
    ) throws {
        guard let book = record.book else { throw SiteError.notFound("There is no such book") }
        book.move(record, to: position)
    }

    func list(afterMoving page: DescribedValues<Page>) -> SitePath {
        list(after: page).at(anchor(of: page))
    }
}

extension Page {
    /// The beginning of the text.
    var beginning: String {
        let line = (text ?? "").split(separator: "\n").first.map(String.init) ?? ""
        return line.count > 90 ? line.prefix(90) + "…" : line
    }
}

/// One page of a book, with links to the next and the previous one.
struct PageShowPage: TemplatePage {
    static let template = "books/page"

    var layout: LayoutPage
    /// The title is that of the book.
    var record: RecordHead
    /// `Page 2 of 5`.
    var place: String
    /// The text by paragraphs.
    var paragraphs: [String]
    var previousPath: String
    var nextPath: String
}

extension BookPages {
    func show(
        _ record: Page, notices: [Notice], in context: ManagedObjectContext
    ) throws -> PageShowPage {
        let page = try values(record, in: context)
        let (place, bookTitle) = (record.place, record.book?.title ?? "")
        return PageShowPage(
            layout: site.layout(
                title: "\(page.title) · \(bookTitle)", section: .books,
                crumbs: crumbs(above: page), notices: notices),
            record: head(of: page, title: bookTitle),
            place: "\(page.title) of \(place?.count ?? 1)",
            paragraphs: (page.text ?? "").split(separator: "\n").map(String.init),
            previousPath: place?.previous.map { links(.page($0)) } ?? "",
            nextPath: place?.next.map { links(.page($0)) } ?? "")
    }
}
