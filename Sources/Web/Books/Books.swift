import Domain
import Foundation
import Persistence

/// The books.
struct Books: Resource {
    typealias Record = Book

    let site: Site

    let paths = ResourcePaths(.books)
    let entities: Set<EntityName>? = EntityName.library
    let place = ResourcePlace(section: .books, subsection: .books)
    let messages = ResourceMessages(deleted: .bookDeleted)
    let counted: CountedMembers? = CountedMembers(
        name: "pages", entity: .page, relationship: "book")
    let words = ResourceWords(
        Book.description, icon: "i-book", searched: "its title, author, ISBN or category",
        emptyHeading: "No books yet",
        emptyText: "A book has a title, a price, a category, and pages to write and turn.")

    let list = ListDescription(
        filters: [
            .init(
                name: "category", label: "Category", kind: .idOrNone,
                namedEntity: .bookCategory),
            .init(name: "bargain", label: "Bargains", kind: .choice(["yes", "no"])),
        ],
        example: "price < 12 AND pages.@count > 2",
        orders: [
            ("Title", SortOrder("title")), ("Title, from Z", SortOrder("title", ascending: false)),
            ("Author", SortOrder("author")), ("Cheapest first", SortOrder("price")),
            ("Most expensive first", SortOrder("price", ascending: false)),
            ("Category", SortOrder("category")),
        ],
        columns: [
            ListColumn(label: "Book", kind: .name, sort: "title", isDefault: true),
            ListColumn(label: "Author and category", kind: .detail, sort: "author"),
            ListColumn(label: "Pages", kind: .count),
            ListColumn(label: "Price", kind: .value, sort: "price"),
        ],
        chips: [
            .init("Bargains", "bargain", "yes"),
            .init("Without a category", "category", "none", isShownIfEmpty: false),
        ])

    let prefetching = ["category"]
}

// MARK: - The list

extension Books {
    func request(_ list: ListRequest) throws -> FetchRequest<Book> {
        var books = BookQuery()
        books.search = list.query.search
        books.category = list.query.reference("category").map { filter in
            switch filter {
            case .id(let number): .category(Int64(number))
            case .none: .none
            }
        }
        books.isBargain = list.query.flag("bargain")
        books.predicate = list.predicate
        books.sortDescriptors = sortDescriptors(of: list)
        return try books.fetchRequest(site.household.container.coordinator)
    }

    func cells(_ book: DescribedValues<Book>) -> [ListCell] {
        let category = book.category.map { $0.name ?? "" }
        return [
            ListCell(
                [book.author, category ?? "No category"].compactMap(\.self)
                    .joined(separator: " · "), isNone: book.author == nil && category == nil),
            ListCell(
                "\(book.count, grouped: true)", unit: book.count == 1 ? " page" : " pages"),
            ListCell(site.currency.text(book.price ?? 0)),
        ]
    }

    func standingNotices(in context: ManagedObjectContext) throws -> [StandingNotice] {
        try site.sampleNotices(in: context)
    }

    /// Books as a table on another page.
    ///
    /// - Parameter anchors: the prefix of the rows' names, where a book is in two tables.
    /// - Throws: errors of the store.
    func table(
        _ books: [Book], _ caption: String, anchors: String = "book",
        in context: ManagedObjectContext
    ) throws -> ListTable {
        var table = ListTable(caption, list.columns)
        table.fill(
            try values(books, in: context).map { book in
                var row = try row(book)
                row.anchor = "\(anchors)-\(book.recordNumber)"
                return row
            })
        return table
    }
}

// MARK: - One book

extension Books {
    /// A new book needs a category. A book loses its category only when the category is deleted.
    func check(
        _ book: Book, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        guard book.category == nil, decoder.message(for: "category") == nil else { return }
        let former = book.committedValues(forKeys: ["category"])["category"] ?? .null
        if book.isInserted || former != .null {
            decoder.fail("category", "Category", "enter a value")
        }
    }

    func deletion(of record: Book, in context: ManagedObjectContext) throws -> DeletionQuestion {
        let book = try values(record, in: context)
        let changes = try record.history().count
        var consequences: [String] = []
        if book.count > 0 {
            consequences.append(
                "Its \(ItemCount.text(book.count, "page is", "pages are")) deleted too (Cascade).")
        }
        if changes > 0 {
            consequences.append(
                "Its history of \(ItemCount.text(changes, "change", "changes")) is deleted too (Cascade)."
            )
        }
        if let name = book.category?.name {
            consequences.append("The category “\(name)” stays (Nullify).")
        }
        return DeletionQuestion(
            consequences: consequences.isEmpty ? ["Nothing else is deleted."] : consequences)
    }
}
