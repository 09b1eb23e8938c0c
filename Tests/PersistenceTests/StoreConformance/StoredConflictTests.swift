import Foundation
import Persistence
import Testing

@Suite("Relationships in conflicts, on every store")
struct StoredConflictTests {
    @Test(
        "A destination chosen by the store’s policy includes the object in its inverse",
        arguments: StoreKind.allCases, [MergePolicy.mergeByPropertyStoreTrump, .rollback])
    func inverse(kind: StoreKind, policy: MergePolicy) throws {
        let shared = try SharedLibrary(kind, policy: policy)
        let mine = Author(context: shared.second)
        mine.name = "Mine"
        try shared.second.save()
        let book = try shared.book(shared.second)
        let other = try shared.otherAuthor(shared.second)
        #expect(other.books.isEmpty && mine.books.isEmpty)
        book.author = mine
        try shared.book(shared.first).author = try shared.otherAuthor(shared.first)
        try shared.first.save()

        try shared.second.save()

        #expect(book.author === other)
        #expect(other.books == [book])
        #expect(mine.books.isEmpty)
        #expect(try shared.book(shared.third).author?.name == "Bob")
    }

    @Test("Rollback also discards added members", arguments: StoreKind.allCases)
    func members(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind, policy: .rollback)
        let book = try shared.book(shared.second)
        let tag = try shared.tag(shared.second)
        book.stock = 20
        book.tags = [tag]
        try shared.book(shared.first).stock = 10
        try shared.first.save()

        try shared.second.save()

        #expect(book.tags.isEmpty && tag.books.isEmpty)
        let stored = try shared.book(shared.third)
        #expect(stored.tags.isEmpty)
        #expect(stored.stock == 10)
    }

    @Test("Fetched results follow the decisions of a merge policy")
    func results() throws {
        let shared = try SharedLibrary(.inMemory, policy: .mergeByPropertyStoreTrump)
        try shared.second.existing(shared.ids[2], as: Book.self).stock = 15
        try shared.second.save()
        var request = FetchRequest<Book>()
        request.sortDescriptors = [FetchSortDescriptor("stock")]
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: shared.second)
        try controller.performFetch()
        let book = try shared.book(shared.second)
        book.stock = 20
        shared.second.processPendingChanges()
        #expect(controller.fetchedObjects?.map(\.stock) == [15, 20])
        try shared.book(shared.first).stock = 10
        try shared.first.save()

        try shared.second.save()

        #expect(controller.fetchedObjects?.map(\.stock) == [10, 15])
    }

    @Test("Fetched results include a record that was not registered before its update was merged")
    func resultsOfOthers() throws {
        let shared = try SharedLibrary(.inMemory)
        shared.second.automaticallyMergesChangesFromParent = true
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: "stock > 5")
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: shared.second)
        try controller.performFetch()
        try shared.book(shared.first).stock = 10
        try shared.first.save()

        _ = try shared.second.count(for: FetchRequest<Tag>())

        #expect(controller.fetchedObjects?.map(\.stock) == [10])
    }

    @Test(
        "A record deleted by others is removed under policies that favor the store",
        arguments: StoreKind.allCases, [MergePolicy.mergeByPropertyStoreTrump, .rollback])
    func goneRecord(kind: StoreKind, policy: MergePolicy) throws {
        let shared = try SharedLibrary(kind, policy: policy)
        let book = try shared.book(shared.second)
        let author = try shared.author(shared.second)
        #expect(author.books.count == 2)
        book.title = "Changed"
        author.name = "Ada L."
        shared.first.delete(try shared.book(shared.first))
        try shared.first.save()

        try shared.second.save()

        #expect(!shared.second.hasChanges)
        #expect(author.books.count == 1)
        let other = shared.third
        #expect(try all(Book.self, by: "title", in: other).map(\.title) == ["Two"])
        #expect(try shared.author(other).name == "Ada L.")
    }
}
