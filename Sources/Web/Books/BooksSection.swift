import Domain
import Persistence

extension Section {
    static let books = Section(
        "books", "Books", icon: "i-book", root: .bookCategories,
        subsections: [.bookCategories, .books], topic: .books)
}

extension Subsection {
    static let bookCategories = Subsection("Categories", .bookCategories)
    static let books = Subsection("Books", .books)
}

extension SectionDescription {
    static let books = SectionDescription(
        section: .books,
        parts: [
            SectionPart(
                .books, below: .bookCategories, search: "Book categories", isShared: true
            ) { BookCategories(site: $0.site) },
            SectionPart(
                .books, below: .books, search: "Books", detail: \.category?.name, isShared: true
            ) { Books(site: $0.site) },
            pages,
            SectionPart { BookSamplesController(site: $0.site) },
        ],
        unseen: [.bookChange, "BookSampleLoading"],
        imports: [
            .books: ImportKindPages(
                list: .books,
                hint: "Adds and changes books, matched by title. New categories are added.",
                further: [("Categories", .bookCategories)], fills: [.bookCategories])
        ], overview: { try overview($0.links, $1) })

    private static let pages = SectionPart(
        provider: { BookPages(site: $0.site) },
        activity: [
            .page: ActivitySource(.books, "page", partOf: [.book]) { (page: Page) in
                (page.book?.title ?? "", .page(page.savedNumber))
            }
        ],
        search: [
            SearchSource("Page", section: .books, "Pages of books", list: nil) { (page: Page) in
                SearchHit(
                    label: page.beginning, detail: page.book?.title ?? "",
                    path: .page(page.savedNumber))
            }
        ])

    private static func overview(
        _ links: SiteLinks, _ context: ManagedObjectContext
    ) throws -> OverviewPart {
        func count(_ query: BookQuery) throws -> Int {
            try context.count(for: query.fetchRequest(context.coordinator))
        }
        var bargains = BookQuery()
        bargains.isBargain = true
        let (books, bargainCount) = (try count(BookQuery()), try count(bargains))
        let categories = try context.count(for: FetchRequest<BookCategory>())
        return OverviewPart(
            title: "Books", path: links(.bookCategories), hasRecords: books + categories > 0,
            figures: [
                Figure(books, "book", "books", at: links(.books)),
                Figure(categories, "category", "categories", at: links(.bookCategories)),
                Figure(
                    bargainCount, "bargain", "bargains",
                    at: links(ListQuery().filtered("bargain", by: "yes").address(of: .books))),
            ],
            links: [], hint: "Books by category, with their pages to turn.",
            startPath: links(ResourcePaths(.bookCategories).new), startLabel: "Add a category")
    }
}

extension EntityName {
    /// The entities that the pages of books depend on: a predicate can lead from each of them to
    /// all others.
    static let library: Set<EntityName> = [.book, .bookCategory, .bookChange, .page]
}
