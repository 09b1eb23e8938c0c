import Domain
import Foundation
import Persistence

/// What a book is, apart from any context.
struct BookValues: RecordValues {
    let recordNumber: Int64
    let title: String
    let author: String?
    let isbn: String?
    let price: Decimal
    let categoryNumber: Int64?
    let categoryName: String?
    let pageCount: Int
    let rowVersion: Int64

    init(_ book: Book, pageCount: Int) {
        recordNumber = book.objectID.recordNumber ?? 0
        title = book.title ?? ""
        author = book.author
        isbn = book.isbn
        price = book.price ?? 0
        categoryNumber = book.category?.objectID.recordNumber
        categoryName = book.category.map { $0.name ?? "" }
        self.pageCount = pageCount
        rowVersion = book.rowVersion
    }

    /// The element of the list that is this book's row.
    var anchor: String { "book-\(recordNumber)" }

    /// The book for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("title", .string(title)),
            ("author", .string(author)), ("isbn", .string(isbn)),
            ("price", .string(Money.plainText(price))), ("category", category),
            ("pages", .int(pageCount)), ("version", .int(Int(rowVersion))),
        ])
    }

    private var category: JSONValue {
        guard let categoryNumber else { return .null }
        return .object([("id", .int(Int(categoryNumber))), ("label", .string(categoryName))])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = ["id", "title", "author", "isbn", "price", "category", "pages"]

    /// The cells of the book, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(title), .text(author), .text(isbn),
            .plain(Money.plainText(price)), .text(categoryName), .int(pageCount),
        ]
    }
}
