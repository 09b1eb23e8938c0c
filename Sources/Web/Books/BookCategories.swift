import Domain
import Persistence

/// The categories of books.
struct BookCategories: Resource {
    typealias Record = BookCategory

    let site: Site

    let paths = ResourcePaths(.bookCategories)
    let entities: Set<EntityName>? = EntityName.library
    let place = ResourcePlace(section: .books, subsection: .bookCategories)
    let counted: CountedMembers? = CountedMembers(
        name: "books", entity: .book, relationship: "category")
    let words = ResourceWords(
        BookCategory.description, icon: "i-book", emptyHeading: "Shelves for your books",
        emptyText:
            "A book is in one category. The page of a category shows its books, and which of "
            + "them are bargains.")

    let list = ListDescription(
        example: "books.@count == 0",
        orders: .byName(),
        columns: [
            ListColumn(label: "Category", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Books", kind: .value),
        ])
}

// MARK: - The list

extension BookCategories {
    func standingNotices(in context: ManagedObjectContext) throws -> [StandingNotice] {
        try site.sampleNotices(in: context)
    }

    func cells(_ category: DescribedValues<BookCategory>) -> [ListCell] {
        [ListCell(ItemCount.text(category.count, "book", "books"))]
    }
}

// MARK: - One category

extension BookCategories {
    /// A category with the name of another would be taken for it.
    func check(
        _ category: BookCategory, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        try checkName(of: category, &decoder, in: context)
    }

    private static let booksField = RouteParameter(
        "books", "What happens to the books",
        .choice([BookCategory.BooksFate.keep.rawValue, BookCategory.BooksFate.delete.rawValue]))

    var deletionField: RouteParameter? { Self.booksField }

    /// The model's rule keeps the books; the user may choose otherwise.
    func deletion(
        of record: BookCategory, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let category = try values(record, in: context)
        guard category.count > 0 else {
            return DeletionQuestion(consequences: ["No book is in it."])
        }
        let books = ItemCount.text(category.count, "book", "books")
        return DeletionQuestion(
            consequences: [
                "\(books) \(category.count == 1 ? "is" : "are") in it. "
                    + "By the delete rule Nullify, books stay, without a category."
            ],
            choice: DeletionChoice(
                field: Self.booksField.name, label: Self.booksField.label,
                options: [
                    SelectOption(
                        value: BookCategory.BooksFate.keep.rawValue,
                        label: "They stay, without a category", isSelected: true),
                    SelectOption(
                        value: BookCategory.BooksFate.delete.rawValue,
                        label: "They are deleted too, with their pages (Cascade)"),
                ]))
    }

    func delete(
        _ record: BookCategory, choosing choice: String?, in context: ManagedObjectContext
    ) throws {
        let fate = choice.flatMap(BookCategory.BooksFate.init) ?? .keep
        try record.delete(fate, in: context)
    }
}

extension BookCategories {
    /// The number of books shown.
    private static let shownBooks = 100

    func show(
        _ record: BookCategory, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let category = try values(record, in: context)
        let books = Books(site: site)
        // The fetched property of the model selects them.
        let bargains = record.bargainBooks
        let count = ItemCount.text(category.count, "book", "books")
        let filter = String(category.recordNumber)
        let new = links(ResourcePaths(.books).new.query([("category", filter)]))
        var page = try showPage(record, category, notices: notices, facts: [])
        page.record.editLabel = "Rename"
        page.plainSummary = "\(count), \(ItemCount.text(bargains.count, "bargain", "bargains"))"
        page.further = [.adding("Add book", at: new)]
        if !bargains.isEmpty {
            page.parts = [
                part(
                    "bargains", "Bargains, below 12",
                    try books.table(
                        bargains, "Bargains in this category", anchors: "bargain", in: context))
            ]
        }
        guard category.count > 0 else {
            let first = RecordAction("Add a book", at: new, .primary)
            page.parts.append(RecordPart(words.icon, "No book in it yet", first))
            return page
        }
        var all = part(
            "books", "All books",
            try books.table(
                firstBooks(of: record, in: context), "Books in this category", in: context))
        if category.count > Self.shownBooks {
            let list = ListQuery().filtered("category", by: filter).address(of: .books)
            all.more = [RecordAction("Show all \(count)", at: links(list))]
        }
        page.parts.append(all)
        return page
    }

    private func part(_ id: String, _ heading: String, _ books: ListTable) -> RecordPart {
        RecordPart(id: id, heading: heading, isOfOneCategory: true, table: books)
    }

    private func firstBooks(
        of category: BookCategory, in context: ManagedObjectContext
    ) throws -> [Book] {
        var query = BookQuery()
        query.category = category.objectID.recordNumber.map { .category($0) }
        var request = try query.fetchRequest(context.coordinator)
        request.fetchLimit = Self.shownBooks
        return try context.fetch(request)
    }
}
