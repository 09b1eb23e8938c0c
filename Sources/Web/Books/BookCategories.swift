import Domain
import Persistence

/// The categories of books.
struct BookCategories: Resource {
    let site: Site

    let paths = ResourcePaths(.bookCategories)
    let entities: Set<EntityName>? = EntityName.library
    let place = ResourcePlace(section: .books, subsection: .bookCategories)
    let words = ResourceWords(
        BookCategory.description, icon: "i-book", emptyHeading: "Shelves for your books",
        emptyText:
            "A book is in one category. The page of a category shows its books, and which of "
            + "them are bargains.")

    let list = ListDescription(
        example: "books.@count == 0",
        orders: [
            ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
        ],
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

    func request(_ list: ListRequest) -> FetchRequest<BookCategory> {
        var categories = BookCategoryQuery()
        categories.search = list.query.search
        categories.predicate = list.predicate
        categories.sortDescriptors = sortDescriptors(of: list)
        return categories.fetchRequest
    }

    var members: [RecordMember<DescribedValues<BookCategory>>] {
        BookCategory.description.members() + [.count("books")]
    }

    func values(
        _ records: [BookCategory], in context: ManagedObjectContext
    ) throws -> [DescribedValues<BookCategory>] {
        try values(
            records, MemberCounts("Book", by: "category", of: records.map(\.objectID), context))
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
