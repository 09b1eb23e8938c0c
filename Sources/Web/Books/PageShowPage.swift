import Domain
import Persistence

/// One page of a book, to read and to turn.
struct PageShowPage: TemplatePage {
    static let template = "books/page"

    var layout: LayoutPage
    /// It bears the title of the book.
    var record: RecordHead
    /// `Page 2 of 5`.
    var place: String
    /// The text, a paragraph each.
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
