import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Number of statements of SQLite stores")
struct StatementCountTests {
    /// A library in an SQLite store with a trace.
    private final class TracedLibrary {
        let coordinator: PersistentStoreCoordinator
        private let trace = SQLTrace()
        private let directory: String
        private let store: SQLiteStore

        init() throws {
            directory = NSTemporaryDirectory() + "traced-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            let layout = try ModelLayout(Library.model, classes: Library.classes)
            var options = StoreDescription.sqlite(path: directory + "/Library.sqlite")
            options.trace = trace
            store = try SQLiteStore(options, layout: layout)
            coordinator = PersistentStoreCoordinator(layout: layout, stores: [store])
            try fill()
        }

        deinit {
            do {
                try store.close()
                try FileManager.default.removeItem(atPath: directory)
            } catch {
                Issue.record("The store cannot be taken down: \(error)")
            }
        }

        /// A hundred books, each with its own author, page and tag.
        private func fill() throws {
            let context = ManagedObjectContext(coordinator)
            for number in 0..<100 {
                let author = Author(context: context)
                author.name = "Author \(number)"
                let book = Book(context: context)
                book.title = "Book \(number)"
                book.author = author
                let page = Page(context: context)
                page.book = book
                let tag = Tag(context: context)
                tag.label = "Tag \(number)"
                book.tags = [tag]
            }
            try context.save()
        }

        /// The first words of the statements that a closure executes.
        func statements(_ body: (ManagedObjectContext) throws -> Void) throws -> [String] {
            let context = ManagedObjectContext(coordinator)
            trace.removeAll()
            try body(context)
            return trace.sql.compactMap { $0.split(separator: " ").first.map(String.init) }
        }

        /// The number of SELECT statements that a closure executes.
        func selects(_ body: (ManagedObjectContext) throws -> Void) throws -> Int {
            try statements(body).filter { $0 == "SELECT" }.count
        }
    }

    @Test("A fetch of a hundred records with their values is one statement")
    func fetch() throws {
        let library = try TracedLibrary()

        let count = try library.selects { context in
            let books = try context.fetch(FetchRequest<Book>())
            #expect(books.count == 100)
            #expect(books.allSatisfy { $0.title != nil })
        }

        #expect(count == 1)
    }

    @Test("Dictionaries in batches take a statement for their keys, and one for each batch")
    func dictionaryBatches() throws {
        let library = try TracedLibrary()
        var request = DictionaryFetchRequest(
            entityName: "Book", columns: [("title", .keyPath(["title"]))])
        request.fetchBatchSize = 10

        /// The number of SELECT statements for some of the dictionaries, in this order.
        func selects(_ places: some Sequence<Int>) throws -> Int {
            try library.selects { context in
                let books = try context.fetchDictionariesInBatches(request)
                #expect(books.count == 100)
                for place in places {
                    #expect(books[place]["title"] == .string("Book \(place)"))
                }
            }
        }

        #expect(try selects([]) == 1)
        #expect(try selects([0]) == 2)
        #expect(try selects(0..<100) == 11)
        // A single batch is cached.
        #expect(try selects([0, 9, 50, 59, 0]) == 4)
    }

    @Test("Destinations are fetched one by one unless they are prefetched")
    func toOnePrefetching() throws {
        let library = try TracedLibrary()
        func names(_ context: ManagedObjectContext, prefetching keyPaths: [String]) throws {
            var request = FetchRequest<Book>()
            request.relationshipKeyPathsForPrefetching = keyPaths
            let names = try context.fetch(request).compactMap(\.author?.name)
            #expect(names.count == 100)
        }

        #expect(try library.selects { try names($0, prefetching: []) } == 101)
        #expect(try library.selects { try names($0, prefetching: ["author"]) } == 2)
    }

    @Test("Each step of a to-many key path is prefetched with its destinations")
    func toManyPrefetching() throws {
        let library = try TracedLibrary()

        let count = try library.selects { context in
            var request = FetchRequest<Author>()
            request.relationshipKeyPathsForPrefetching = ["books.tags", "books.pages"]
            let authors = try context.fetch(request)
            #expect(authors.allSatisfy { $0.books.first?.tags.first?.label != nil })
            #expect(authors.allSatisfy { $0.books.first?.pages.first?.book != nil })
        }

        // The authors, their books and their pages; tags as references and as records.
        #expect(count == 5)
    }

    @Test("A batch size fetches keys first, then a batch at a time")
    func batches() throws {
        let library = try TracedLibrary()

        let count = try library.selects { context in
            var request = FetchRequest<Book>()
            request.fetchBatchSize = 20
            let books = try context.fetch(request)
            #expect(books[..<40].allSatisfy { $0.title != nil })
        }

        #expect(count == 3)
    }

    @Test("A count and a list of IDs are one statement each")
    func counts() throws {
        let library = try TracedLibrary()

        let count = try library.selects { context in
            _ = try context.count(for: FetchRequest<Book>())
            _ = try context.fetchObjectIDs(FetchRequest<Book>())
        }

        #expect(count == 2)
    }

    @Test("Looking up a registered object takes no statement")
    func lookUps() throws {
        let library = try TracedLibrary()
        let id = try library.coordinator.objectID(entityName: "Book", recordNumber: 1)

        let count = try library.selects { context in
            let book = try context.existing(id, as: Book.self)
            #expect(try context.existing(id, as: Book.self) === book)
            _ = book.title
            #expect(book.author?.objectID != nil)
        }

        #expect(count == 1)
    }

    @Test("A save of one change is BEGIN, UPDATE, COMMIT, with a schema check")
    func saves() throws {
        let library = try TracedLibrary()
        let id = try library.coordinator.objectID(entityName: "Book", recordNumber: 1)
        let context = ManagedObjectContext(library.coordinator)
        let book = try context.existing(id, as: Book.self)
        book.title = "Changed"

        let statements = try library.statements { _ in try context.save() }
        let none = try library.statements { _ in try context.save() }

        #expect(statements == ["BEGIN", "PRAGMA", "UPDATE", "COMMIT"])
        #expect(none.isEmpty)
    }

    @Test("An insertion reserves keys once and prepares one statement")
    func inserts() throws {
        let library = try TracedLibrary()
        let context = ManagedObjectContext(library.coordinator)
        for label in ["a", "b"] { Tag(context: context).label = label }

        let statements = try library.statements { _ in try context.save() }

        #expect(statements == ["BEGIN", "PRAGMA", "UPDATE", "INSERT", "COMMIT"])
    }

    @Test("Adding to a to-many relationship does not fetch it, and fetches the owner once")
    func additions() throws {
        let library = try TracedLibrary()
        let id = try library.coordinator.objectID(entityName: "Author", recordNumber: 1)

        let count = try library.selects { context in
            let author = try #require(context.object(with: id) as? Author)
            let book = Book(context: context)
            book.title = "New"
            book.author = author
            try context.save()
        }

        #expect(count == 1)
    }
}
