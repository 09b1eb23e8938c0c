import Foundation
import Persistence
import Testing

@Suite("Fetch progress")
struct FetchProgressTests {
    private static let stores = StoreKind.allCases

    private struct Enough: Error {}

    private func library(_ kind: StoreKind, books: Int) throws -> TestLibrary {
        let library = try TestLibrary(kind)
        try library.save(author: "One", titles: (0..<books).map { "b\($0)" })
        return library
    }

    @Test("A fetch that counts first reports its total from the start", arguments: stores)
    func counted(kind: StoreKind) throws {
        let library = try library(kind, books: 1_000)
        var request = FetchRequest<Book>()
        request.fetchLimit = 700
        request.sortDescriptors = [FetchSortDescriptor("title")]
        var reports: [FetchProgress] = []

        let books = try library.context().fetch(request, countsFirst: true) { reports.append($0) }

        #expect(books.count == 700)
        #expect(reports.map(\.completedUnitCount) == [0, 256, 512, 700])
        #expect(reports.map(\.totalUnitCount) == [700, 700, 700, 700])
        #expect(reports.map(\.isFinished) == [false, false, false, true])
        #expect(reports[1].fractionCompleted == 256.0 / 700)
        #expect(reports[3].fractionCompleted == 1)
    }

    @Test("A fetch that does not count reports its total at the end", arguments: stores)
    func uncounted(kind: StoreKind) throws {
        let library = try library(kind, books: 300)
        var reports: [FetchProgress] = []

        let ids = try library.context().fetchObjectIDs(FetchRequest<Book>()) { reports.append($0) }

        #expect(ids.count == 300)
        #expect(reports.map(\.completedUnitCount) == [0, 256, 300])
        #expect(reports.map(\.totalUnitCount) == [nil, nil, 300])
        #expect(reports.map(\.fractionCompleted) == [nil, nil, 1])
    }

    @Test(
        "A reset during a fetch with prefetching detaches only the objects fetched before it",
        arguments: stores)
    func resetHalfway(kind: StoreKind) throws {
        let library = try library(kind, books: 600)
        let writer = library.context()
        let tag = Tag(context: writer)
        tag.label = "red"
        tag.books = Set(try writer.fetch(FetchRequest<Book>()))
        try writer.save()
        let context = library.context()
        var request = FetchRequest<Book>()
        request.relationshipKeyPathsForPrefetching = ["author", "tags"]

        let books = try context.fetch(request) { progress in
            if progress.completedUnitCount == 256 { context.reset() }
        }

        #expect(books.count == 600)
        let (before, after) = (books.prefix(256), books.dropFirst(256))
        #expect(before.allSatisfy { $0.managedObjectContext == nil && $0.tags.isEmpty })
        #expect(after.allSatisfy { context.registeredObject(for: $0.objectID) === $0 })
        #expect(books.last?.author?.name == "One" && books.last?.tags.count == 1)
    }

    @Test("A progress handler can reset the context", arguments: stores)
    func reset(kind: StoreKind) throws {
        let library = try library(kind, books: 600)
        let context = library.context()

        let books = try context.fetch(FetchRequest<Book>()) { _ in context.reset() }

        #expect(books.count == 600)
        #expect(books.allSatisfy { $0.managedObjectContext == nil })
        #expect(try context.fetch(FetchRequest<Book>()).first?.title == "b0")
    }

    @Test("A progress handler can run the same fetch and save", arguments: stores)
    func nested(kind: StoreKind) throws {
        let library = try library(kind, books: 600)
        let context = library.context()
        var inner: [Book] = []

        let books = try context.fetch(FetchRequest<Book>()) { progress in
            inner = try context.fetch(FetchRequest<Book>())
            inner[0].title = "b0 at \(progress.completedUnitCount)"
            try context.save()
        }

        #expect(books == inner)
        #expect(books.first?.title == "b0 at 600")
        #expect(try library.context().fetch(FetchRequest<Book>()).first?.title == "b0 at 600")
    }

    @Test("Fetches in batches and with pending changes report progress too", arguments: stores)
    func otherWays(kind: StoreKind) throws {
        let library = try library(kind, books: 300)
        var request = FetchRequest<Book>()
        request.fetchBatchSize = 20
        let context = library.context()
        var ends: [FetchProgress] = []

        let inBatches = try context.fetch(request, countsFirst: true) { ends.append($0) }
        let new = Book(context: context)
        new.title = "new"
        let withChanges = try context.fetch(request, countsFirst: true) { ends.append($0) }
        let ofChild = try ManagedObjectContext(parent: context).fetch(request, countsFirst: true) {
            ends.append($0)
        }

        #expect(inBatches.count == 300 && withChanges.count == 301 && ofChild.count == 301)
        let finished = ends.filter(\.isFinished).map(\.completedUnitCount)
        #expect(finished == [300, 300, 301])
        #expect(ends.count == 9)
    }

    @Test("Dictionary fetches report progress", arguments: stores)
    func dictionaries(kind: StoreKind) throws {
        let library = try library(kind, books: 300)
        let request = DictionaryFetchRequest(
            entityName: "Book", columns: [("title", .keyPath(["title"]))])
        var reports: [FetchProgress] = []

        let rows = try library.context().fetchDictionaries(request) { reports.append($0) }

        #expect(rows.count == 300)
        #expect(reports.first?.completedUnitCount == 0 && reports.first?.isFinished == false)
        #expect(reports.last?.completedUnitCount == 300 && reports.last?.isFinished == true)
        if kind == .sqlite { #expect(reports.map(\.completedUnitCount) == [0, 256, 300]) }
    }

    @Test("An error in the progress handler ends the fetch", arguments: stores)
    func ending(kind: StoreKind) throws {
        let library = try library(kind, books: 600)
        let context = library.context()
        var reports = 0

        #expect(throws: Enough.self) {
            try context.fetch(FetchRequest<Book>()) { progress in
                reports += 1
                if progress.completedUnitCount > 0 { throw Enough() }
            }
        }

        #expect(reports == 2)
        #expect(try context.count(for: FetchRequest<Book>()) == 600)
    }
}
