import Domain
import Persistence

/// What a page of a book is, apart from any context.
struct PageValues: RecordValues {
    let recordNumber: Int64
    let text: String
    /// Where it stands in its book, from 0 on.
    let index: Int
    let bookNumber: Int64
    let bookTitle: String
    let rowVersion: Int64

    init(_ page: Page, index: Int) {
        recordNumber = page.objectID.recordNumber ?? 0
        text = page.text ?? ""
        self.index = index
        bookNumber = page.book?.objectID.recordNumber ?? 0
        bookTitle = page.book?.title ?? ""
        rowVersion = page.rowVersion
    }

    var title: String { "Page \(index + 1)" }

    /// How the text begins.
    var beginning: String {
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        return line.count > 90 ? line.prefix(90) + "…" : line
    }

    /// The element of the list that is this page's row.
    var anchor: String { "page-\(recordNumber)" }

    /// The page for programs.
    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("text", .string(text)), ("index", .int(index)),
            ("book", .object([("id", .int(Int(bookNumber))), ("label", .string(bookTitle))])),
            ("version", .int(Int(rowVersion))),
        ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = ["id", "index", "text", "book"]

    /// The cells of the page, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [.int(recordNumber), .int(index), .text(text), .text(bookTitle)]
    }
}
