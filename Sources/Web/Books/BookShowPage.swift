import Domain
import Foundation
import Persistence

/// One book with its pages in order, and its history.
struct BookShowPage: TemplatePage {
    static let template = "books/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `Ann Author · ISBN 9783161484100 · $9.95`.
    var summary: String
    var category: String
    var categoryPath: String
    var pages: [PageRow]
    var firstPagePath: String
    var history: [BookChangeRow]

    var newPagePath: String
}

/// A page in the list of its book.
struct PageRow: Sendable {
    var anchor: String
    var path: String
    /// `Page 3`.
    var name: String
    /// The beginning of its text.
    var beginning: String
    var positionPath: String
}

/// A change in the history of a book.
struct BookChangeRow: Sendable {
    /// `Price`.
    var label: String
    var old: String
    var new: String
    /// `November 21, 2026, 14:05`.
    var date: String
    var dateISO: String
}

extension Books {
    func show(
        _ record: Book, notices: [Notice], in context: ManagedObjectContext
    ) throws -> BookShowPage {
        let book = try values(record, in: context)
        let rows = record.pages.enumerated().map { PageRow($1, at: $0, links) }
        let history = try record.history().map { BookChangeRow($0, in: site.currency) }
        return BookShowPage(
            layout: layout(book.title, notices: notices), record: head(of: book),
            summary: [
                book.author, book.isbn.map { "ISBN \($0)" }, site.currency.text(book.price ?? 0),
            ]
            .compactMap(\.self).joined(separator: " · "),
            category: book.category?.name ?? "",
            categoryPath: book.category.map {
                links(ResourcePaths(.bookCategories).record($0.savedNumber))
            } ?? "",
            pages: rows,
            firstPagePath: rows.first?.path ?? "", history: history,
            newPagePath: links(ResourcePaths(.bookPages(book.recordNumber)).new))
    }
}

extension PageRow {
    fileprivate init(_ page: Page, at index: Int, _ links: SiteLinks) {
        let number = page.savedNumber
        self.init(
            anchor: "page-\(number)", path: links(.page(number)), name: "Page \(index + 1)",
            beginning: page.beginning, positionPath: links(ResourcePaths(.pages).position(number)))
    }
}

extension BookChangeRow {
    fileprivate init(_ change: BookChange, in currency: Currency) {
        let date = change.date ?? .distantPast
        self.init(
            label: FormText.label(of: change.key ?? ""),
            old: Self.text(change.oldValue, of: change, in: currency),
            new: Self.text(change.newValue, of: change, in: currency), date: DateText.moment(date),
            dateISO: ISO8601Text.utc(date))
    }

    private static func text(
        _ value: String?, of change: BookChange, in currency: Currency
    ) -> String {
        guard let value else { return "none" }
        guard change.key == "price", let amount = Decimal(string: value) else { return value }
        return currency.text(amount)
    }
}
