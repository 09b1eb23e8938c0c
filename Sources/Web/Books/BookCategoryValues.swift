import Domain
import Persistence

/// What a category of books is, apart from any context.
struct BookCategoryValues: RecordValues {
    let recordNumber: Int64
    let name: String
    let bookCount: Int
    let rowVersion: Int64

    init(_ category: BookCategory, bookCount: Int) {
        recordNumber = category.objectID.recordNumber ?? 0
        name = category.name ?? ""
        self.bookCount = bookCount
        rowVersion = category.rowVersion
    }

    var title: String { name }

    /// The element of the list that is this category's row.
    var anchor: String { "category-\(recordNumber)" }

    /// The category for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("name", .string(name)), ("books", .int(bookCount)),
            ("version", .int(Int(rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = ["id", "name", "books"]

    /// The cells of the category, under these columns.
    var csvCells: [CSVDocument.Cell] { [.int(recordNumber), .text(name), .int(bookCount)] }
}
