import Domain
import Persistence

/// One category with its books and, among them, the bargains.
struct BookCategoryShowPage: TemplatePage {
    static let template = "books/category"

    var layout: LayoutPage
    var record: RecordHead
    /// `12 books, 3 bargains`.
    var summary: String
    var hasBargains: Bool
    var bargains: ListTable
    var hasBooks: Bool
    var books: ListTable
    /// `Show all 120 books`.
    var moreBooks: String

    var newBookPath: String
    var booksPath: String
}

extension BookCategories {
    /// The number of books shown.
    private static let shownBooks = 100

    func show(
        _ record: BookCategory, notices: [Notice], in context: ManagedObjectContext
    ) throws -> BookCategoryShowPage {
        let category = try values(record, in: context)
        let books = Books(site: site)
        // The fetched property of the model selects them.
        let bargains = record.bargainBooks
        let all = links(
            ListQuery().filtered("category", by: String(category.recordNumber))
                .address(of: .books))
        let new = ResourcePaths(.books).new.query([("category", String(category.recordNumber))])
        return BookCategoryShowPage(
            layout: layout(category.title, notices: notices),
            record: head(of: category, editLabel: "Rename"),
            summary: ItemCount.text(category.count, "book", "books") + ", "
                + ItemCount.text(bargains.count, "bargain", "bargains"),
            hasBargains: !bargains.isEmpty,
            bargains: try books.table(
                bargains, "Bargains in this category", anchors: "bargain", in: context),
            hasBooks: category.count > 0,
            books: try books.table(
                firstBooks(of: record, in: context), "Books in this category", in: context),
            moreBooks: category.count > Self.shownBooks
                ? "Show all \(ItemCount.text(category.count, "book", "books"))" : "",
            newBookPath: links(new), booksPath: all)
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
