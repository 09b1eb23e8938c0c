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

extension Site {
    /// Says that the first books are samples, until a user keeps or removes them.
    ///
    /// - Throws: errors of the store.
    func sampleNotices(in context: ManagedObjectContext) throws -> [StandingNotice] {
        guard !settings.keepsSamples else { return [] }
        let count = try BookSamples.books(in: context).count
        guard count > 0 else { return [] }
        let text =
            count == 1
            ? "1 book here is a sample, to try things with."
            : "\(count) books here are samples, to try things with."
        return [
            StandingNotice(
                text: text,
                actions: [
                    .init(label: "Keep", path: links(.keepBookSamples)),
                    .init(
                        label: count == 1 ? "Remove" : "Remove all",
                        path: links(.deleteBookSamples)),
                ])
        ]
    }
}
