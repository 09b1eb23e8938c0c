import Foundation
public import Persistence

/// The sample categories and books, and the warning before they are loaded again.
public enum BookSamples {
    /// The records that are deleted when the samples are loaded again.
    public struct Contents: Sendable, Hashable {
        public let categoryCount: Int
        public let bookCount: Int
        public let pageCount: Int
        /// The number of changes in the books' histories.
        public let changeCount: Int

        /// Whether there is nothing to delete.
        public var isEmpty: Bool { categoryCount + bookCount + pageCount + changeCount == 0 }
    }

    /// Counts the records that are deleted when the samples are loaded again.
    ///
    /// - Throws: errors of the store.
    public static func contents(in context: ManagedObjectContext) throws -> Contents {
        Contents(
            categoryCount: try context.count(for: FetchRequest<BookCategory>()),
            bookCount: try context.count(for: FetchRequest<Book>()),
            pageCount: try context.count(for: FetchRequest<Page>()),
            changeCount: try context.count(for: FetchRequest<BookChange>()))
    }

    /// Deletes all categories and books, and loads the samples. The caller saves.
    ///
    /// - Throws: errors of the store.
    public static func reload(in context: ManagedObjectContext) throws {
        for book in try context.fetch(FetchRequest<Book>()) { context.delete(book) }
        for category in try context.fetch(FetchRequest<BookCategory>()) {
            context.delete(category)
        }
        context.processPendingChanges()
        try load(in: context)
    }

    /// Loads the samples into a household that never had them. Deleted samples do not come back.
    static func addOnce(to context: ManagedObjectContext) throws {
        guard try context.count(for: FetchRequest<BookSampleLoading>()) == 0 else { return }
        try load(in: context)
        BookSampleLoading(context: context).date = Date()
    }

    /// The sample books whose titles, prices and pages are unchanged.
    ///
    /// - Throws: errors of the store.
    public static func books(in context: ManagedObjectContext) throws -> [Book] {
        let known = Dictionary(
            samples.flatMap(\.books).map { ($0.title, $0) }, uniquingKeysWith: { $1 })
        let request = FetchRequest<Book>(FetchExpression.key("title").isIn(known.keys.sorted()))
        return try context.fetch(request).filter { book in
            guard let sample = book.title.flatMap({ known[$0] }) else { return false }
            return book.price == Decimal(sample.cents) / 100
                && book.pages.map(\.text) == sample.pages
        }
    }

    /// Deletes unchanged sample books, and sample categories without other books. The caller saves.
    ///
    /// - Returns: the number of deleted books.
    /// - Throws: errors of the store.
    @discardableResult
    public static func remove(in context: ManagedObjectContext) throws -> Int {
        let books = try books(in: context)
        for book in books { context.delete(book) }
        context.processPendingChanges()
        let names = Set(samples.map(\.category))
        for category in try context.fetch(FetchRequest<BookCategory>())
        where category.books.isEmpty && category.name.map(names.contains) == true {
            context.delete(category)
        }
        return books.count
    }

    private static func load(in context: ManagedObjectContext) throws {
        for (name, books) in samples {
            let category = BookCategory(context: context)
            category.name = name
            for sample in books {
                let book = try Book.add(
                    title: sample.title, price: Decimal(sample.cents) / 100, category: category,
                    in: context)
                for text in sample.pages { book.addPage(text, in: context) }
            }
        }
    }

    private struct Sample {
        var title: String
        var cents: Int
        var pages: [String]
    }

    private static let samples: [(category: String, books: [Sample])] = [
        (
            "Cooking",
            [
                Sample(
                    title: "Soups for Cold Evenings", cents: 995,
                    pages: [
                        "A soup forgives. Begin with an onion, and take your time over it.",
                        "Leeks and potatoes: half an hour, and salt only at the end.",
                        "What is left over is better on the second day.",
                    ]),
                Sample(
                    title: "Bread without Haste", cents: 2_450,
                    pages: [
                        "Flour, water, salt. The fourth thing is the night in between.",
                        "Fold the dough four times, and let it rest each time.",
                    ]),
            ]
        ),
        (
            "Gardening",
            [
                Sample(
                    title: "A Balcony in Four Seasons", cents: 1_150,
                    pages: [
                        "Spring: peas do not mind the frost, beans do.",
                        "Summer: water in the morning, and at the root.",
                        "Autumn: sow what shall bloom in May.",
                        "Winter: read this book.",
                    ]),
                Sample(
                    title: "Old Apple Trees", cents: 1_900,
                    pages: [
                        "A tree that nobody planted on purpose often bears the best.",
                        "Cut little, and in winter.",
                    ]),
            ]
        ),
        (
            "Travel",
            [
                Sample(
                    title: "By Slow Train to the Sea", cents: 1_200,
                    pages: [
                        "The line has one track, and the train waits for the other one.",
                        "From the third tunnel on, sit on the left.",
                    ]),
                Sample(
                    title: "Walks of an Hour", cents: 650,
                    pages: [
                        "Each walk begins at a bus stop and ends at another one.",
                        "The river, upstream: two bridges and a heron.",
                    ]),
            ]
        ),
    ]
}

/// Marks that the sample books were loaded, so that this happens only once.
public final class BookSampleLoading: ManagedObject {}
