import Domain
import Persistence

/// The question before the samples are loaded again.
struct BookSamplesPage: TemplatePage {
    static let template = "books/samples"

    var layout: LayoutPage
    /// The records that will be deleted, as sentences.
    var consequences: [String]
    var path: String
    var cancelPath: String
}

extension BookSamplesPage {
    /// The question, with the numbers of records that there are now.
    init(_ contents: BookSamples.Contents, _ site: Site) {
        let counts = [
            (contents.categoryCount, "category", "categories"),
            (contents.bookCount, "book", "books"),
            (contents.pageCount, "page", "pages"),
            (contents.changeCount, "change in histories", "changes in histories"),
        ].filter { $0.0 > 0 }.map { ItemCount.text($0, $1, $2) }
        self.init(
            layout: site.layout(
                title: "Load the samples", section: .books,
                crumbs: [PathLink(label: "Books", path: site.links(.books))]),
            consequences: contents.isEmpty
                ? ["Nothing is deleted: there are no books."]
                : [
                    "Everything that is here now is deleted for good: \(counts.joined(separator: ", "))."
                ],
            path: site.links(.bookSamples), cancelPath: site.links(.bookCategories))
    }
}
