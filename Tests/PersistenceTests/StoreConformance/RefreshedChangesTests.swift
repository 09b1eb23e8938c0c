import Foundation
import Persistence
import Testing

@Suite("Unsaved changes merged with changes by others, on every store")
struct RefreshedChangesTests {
    @Test(
        "An object with only changed relationships gets the store’s values",
        arguments: StoreKind.allCases)
    func relationships(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let author = try shared.author(shared.second)
        #expect(author.books.count == 2)
        let new = Book(context: shared.second)
        new.title = "New"
        author.addToBooks(new)
        let theirs = try shared.author(shared.first)
        theirs.name = "Eve"
        try shared.book(shared.first).author = nil
        try shared.first.save()

        try shared.second.refresh(author, mergeChanges: true)

        #expect(author.name == "Eve")
        #expect(Set(author.books.map(\.title)) == ["Two", "New"])
        author.name = "Zoe"
        try shared.second.save()
        #expect(try shared.author(shared.third).name == "Zoe")
    }

    @Test("A deletion can be repeated after a refresh", arguments: StoreKind.allCases)
    func deletion(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let book = try shared.book(shared.second)
        #expect(book.title == "One")
        shared.second.delete(book)
        try shared.book(shared.first).title = "Changed"
        try shared.first.save()
        #expect(try shared.conflicts().count == 1)

        try shared.second.refresh(book, mergeChanges: true)

        #expect(book.isDeleted)
        try shared.second.save()
        #expect(try all(Book.self, by: "title", in: shared.third).count == 1)
    }

    @Test(
        "A kept destination is removed from the store’s destination", arguments: StoreKind.allCases)
    func destination(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let new = Author(context: shared.second)
        new.name = "New"
        let book = try shared.book(shared.second)
        let (old, other) = (try shared.author(shared.second), try shared.otherAuthor(shared.second))
        #expect(old.books.count == 2 && other.books.isEmpty)
        book.author = new
        try shared.book(shared.first).author = try shared.otherAuthor(shared.first)
        try shared.first.save()

        try shared.second.refresh(book, mergeChanges: true)

        #expect(book.author === new)
        #expect(new.books == [book])
        #expect(other.books.isEmpty)
        #expect(old.books.count == 1)
        try shared.second.save()
        #expect(try shared.book(shared.third).author?.name == "New")
        #expect(other.books.isEmpty)
    }

    @Test("A refresh updates a transformed value", arguments: StoreKind.allCases)
    func transformed(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let theirs = try shared.book(shared.first)
        theirs.cover = "A"
        try shared.first.save()
        let book = try shared.book(shared.second)
        #expect(book.cover == "A")
        book.stock = 5
        theirs.cover = "B"
        try shared.first.save()

        try shared.second.refresh(book, mergeChanges: true)

        #expect(book.cover == "B")
        #expect(book.stock == 5)
    }

    @Test(
        "A transformed value is the one that the merge policy chose", arguments: StoreKind.allCases)
    func transformedByPolicy(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind, policy: .mergeByPropertyStoreTrump)
        let book = try shared.book(shared.second)
        book.cover = "Mine"
        try shared.book(shared.first).cover = "Theirs"
        try shared.first.save()

        try shared.second.save()

        #expect(book.cover == "Theirs")
        #expect(try shared.book(shared.third).cover == "Theirs")
    }

    @Test(
        "A transformed value has the same type by key before and after a save",
        arguments: StoreKind.allCases)
    func transformedByKey(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let book = try shared.book(shared.second)
        book.cover = "A"

        #expect(try book.value(forKey: "cover") as? String == "A")
        try shared.second.save()
        #expect(try book.value(forKey: "cover") as? String == "A")
    }

    @Test(
        "A refreshing fetch keeps unsaved changes, with batches too",
        arguments: StoreKind.allCases, [0, 1])
    func refetch(kind: StoreKind, batchSize: Int) throws {
        let shared = try SharedLibrary(kind)
        let book = try shared.book(shared.second)
        #expect(book.title == "One")
        let other = try shared.second.existing(shared.ids[2], as: Book.self)
        if batchSize == 0 { other.stock = 7 }
        try shared.book(shared.first).title = "Changed"
        try shared.first.save()
        var request = FetchRequest<Book>()
        request.fetchBatchSize = batchSize
        request.shouldRefreshRefetchedObjects = true

        let titles = try shared.second.fetch(request).map(\.title)

        #expect(Set(titles) == ["Changed", "Two"])
        #expect(book.title == "Changed")
        #expect(other.stock == (batchSize == 0 ? 7 : 1))
    }

    @Test("awakeFromFetch is not called if the record was deleted", arguments: StoreKind.allCases)
    func goneObject(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let before = Author.awakenings.count(of: "")
        shared.second.automaticallyMergesChangesFromParent = true
        let author = shared.second.object(with: shared.otherAuthorID) as? Author
        shared.first.delete(try shared.otherAuthor(shared.first))
        try shared.first.save()
        _ = try shared.second.count(for: FetchRequest<Book>())

        #expect(author?.name == nil)
        #expect(author?.isFault == false)
        #expect(Author.awakenings.count(of: "") == before)
    }

    @Test(
        "Changes to a to-many relationship have added and removed members",
        arguments: StoreKind.allCases)
    func changedRelationships(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let author = try shared.author(shared.second)
        let book = try shared.book(shared.second)
        let new = Book(context: shared.second)
        new.title = "New"

        #expect(author.changedRelationships.isEmpty)
        author.removeFromBooks(book)
        author.addToBooks(new)

        let change = try #require(author.changedRelationships["books"])
        #expect(author.changedRelationships.count == 1)
        #expect(change.added == [new.objectID])
        #expect(change.removed == [book.objectID])
        #expect(!change.isReordered)
        #expect(
            try Set(author.committedDestinations(forKey: "books")) == Set(shared.ids.dropFirst()))
        #expect(throws: PersistenceError.self) {
            _ = try author.committedDestinations(forKey: "name")
        }
        try shared.second.save()
        #expect(author.changedRelationships.isEmpty)
    }

    @Test("A required destination known to be deleted is missing", arguments: StoreKind.allCases)
    func knownToBeGone(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let book = try #require(shared.second.object(with: shared.ids[1]) as? Book)
        shared.first.delete(try shared.book(shared.first))
        try shared.first.save()
        #expect(book.title == nil)
        let page = Page(context: shared.second)
        page.book = book

        #expect(faults { try shared.second.save() }.map(\.code) == [.missingMandatoryProperty])
    }
}
