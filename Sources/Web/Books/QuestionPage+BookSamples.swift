import Domain
import Persistence

extension QuestionPage {
    /// The question before the samples are loaded again, with the numbers of records that there are
    /// now.
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
            question: [Part(text: "Load the sample books again?")],
            lists: [
                List(sentences: [
                    contents.isEmpty
                        ? "Nothing is deleted: there are no books."
                        : "Everything that is here now is deleted for good: "
                            + "\(counts.joined(separator: ", ")).",
                    "Six short books in three categories are loaded instead.",
                ])
            ], label: "Load the samples", path: site.links(.bookSamples),
            cancelLabel: "Keep what is here", cancelPath: site.links(.bookCategories))
    }
}
