import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Dictionary fetches in batches, on every store")
struct DictionaryBatchTests {
    /// Seven books of two authors, with titles in another order than the primary keys.
    private func fill(_ library: TestLibrary) throws {
        try library.save(author: "Ada", titles: ["C", "A", "E", "G"])
        try library.save(author: "Bob", titles: ["B", "F", "D"])
    }

    private func request() throws -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "Book")
        request.columns = [
            ("title", .keyPath(["title"])), ("author", .keyPath(["author", "name"])),
            ("double", try FetchExpression(format: "stock + stock")), ("id", .evaluatedObject),
        ]
        request.sortDescriptors = [FetchSortDescriptor("title", ascending: false)]
        request.fetchBatchSize = 3
        return request
    }

    private func expectSame(
        _ request: DictionaryFetchRequest, _ context: ManagedObjectContext, count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let all = try context.fetchDictionaries(request)
        let batches = try context.fetchDictionariesInBatches(request)

        #expect(all.count == count, sourceLocation: sourceLocation)
        #expect(batches.count == count, sourceLocation: sourceLocation)
        #expect(Array(batches) == all, sourceLocation: sourceLocation)
        #expect(Array(batches.reversed()) == all.reversed(), sourceLocation: sourceLocation)
    }

    @Test("Batches equal the results fetched at once", arguments: StoreKind.allCases)
    func same(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        var request = try request()

        try expectSame(request, context, count: 7)
        request.fetchOffset = 1
        request.fetchLimit = 5
        try expectSame(request, context, count: 5)
        request.fetchBatchSize = 100
        try expectSame(request, context, count: 5)
        request.predicate = try FetchPredicate(format: "ANY author.books.title == 'B'")
        request.fetchBatchSize = 1
        try expectSame(request, context, count: 2)
        request.predicate = try FetchPredicate(format: "title == 'none'")
        try expectSame(request, context, count: 0)
    }

    @Test(
        "Batches of groups, aggregates and distinct results equal those fetched at once",
        arguments: StoreKind.allCases)
    func groups(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        var request = DictionaryFetchRequest(
            entityName: "Book", columns: [("count", .function("count:", [.keyPath(["title"])]))])
        request.fetchBatchSize = 1

        try expectSame(request, context, count: 1)
        request.columns.append(("author", .keyPath(["author", "name"])))
        request.propertiesToGroupBy = [.keyPath(["author", "name"])]
        request.sortDescriptors = [FetchSortDescriptor("author.name")]
        try expectSame(request, context, count: 2)
        request.havingPredicate = try FetchPredicate(format: "count > 3")
        try expectSame(request, context, count: 1)
        request = DictionaryFetchRequest(
            entityName: "Book", columns: [("author", .keyPath(["author", "name"]))])
        request.fetchBatchSize = 1
        request.returnsDistinctResults = true
        request.sortDescriptors = [FetchSortDescriptor("author.name")]
        try expectSame(request, context, count: 2)
    }

    @Test("Without a batch size, everything is fetched at once", arguments: StoreKind.allCases)
    func withoutSize(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        var request = try request()
        request.fetchBatchSize = 0
        let found = try context.fetchDictionariesInBatches(request)

        for book in try context.fetch(FetchRequest<Book>()) { context.delete(book) }
        try context.save()

        #expect(found.map { $0["title"] } == "GFEDCBA".map { .string(String($0)) })
    }

    @Test("Unsaved changes are ignored", arguments: StoreKind.allCases)
    func unsavedChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        for book in try context.fetch(FetchRequest<Book>()) { book.title = "new" }
        Book(context: context).title = "H"

        try expectSame(try request(), context, count: 7)
        let first = try context.fetchDictionariesInBatches(try request()).first
        #expect(first?["title"] == .string("G"))
    }

    @Test(
        "A batch read later has the current values, and null for deleted records",
        arguments: StoreKind.allCases)
    func laterChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let context = library.context()
        let found = try context.fetchDictionariesInBatches(try request())
        #expect(found[0]["title"] == .string("G"))
        let other = library.context()
        for book in try all(Book.self, by: "title", in: other) {
            if book.title == "A" {
                book.title = "Z"
            } else if book.title == "B" {
                other.delete(book)
            }
        }
        try other.save()

        #expect(found.count == 7)
        #expect(
            found.map { $0["title"] }
                == ["G", "F", "E", "D", "C", nil, "Z"].map {
                    $0.map(AttributeValue.string) ?? .null
                }
        )
        #expect(found[5].keys == ["title", "author", "double", "id"])
    }

    @Test("All batches within a closure are from one snapshot", arguments: StoreKind.allCases)
    func oneState(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)

        let titles = try library.container.read { context in
            let found = try context.fetchDictionariesInBatches(try request())
            let other = library.context()
            for book in try other.fetch(FetchRequest<Book>()) { other.delete(book) }
            try other.save()
            return found.map { $0["title"] }
        }

        #expect(titles == "GFEDCBA".map { .string(String($0)) })
        #expect(try library.context().count(for: FetchRequest<Book>()) == 0)
    }

    @Test("A child context includes its parent’s unsaved changes", arguments: StoreKind.allCases)
    func child(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try fill(library)
        let parent = library.context()
        let child = ManagedObjectContext(parent: parent)
        try expectSame(try request(), child, count: 7)
        Book(context: parent).title = "Z"

        try expectSame(try request(), child, count: 8)
        let first = try child.fetchDictionariesInBatches(try request()).first
        #expect(first?["title"] == .string("Z"))
    }

    @Test("An error while reading a batch is thrown by the context’s next call")
    func failure() throws {
        let library = try TestLibrary(.usual)
        try fill(library)
        let context = library.context()
        let found = try context.fetchDictionariesInBatches(try request())

        try library.container.close()

        #expect(found[0]["title"] == .null)
        #expect(throws: PersistenceError.self) { try context.throwRememberedError() }
    }
}
