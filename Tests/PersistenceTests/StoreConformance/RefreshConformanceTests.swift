import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Faults and refreshing, on every store")
struct RefreshConformanceTests {
    @Test("A refresh discards or merges unsaved changes", arguments: StoreKind.allCases)
    func refresh(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try second.existing(id, as: Book.self)
        book.stock = 5
        let theirs = try first.existing(id, as: Book.self)
        theirs.title = "Two"
        theirs.stock = 8
        try first.save()

        try second.refresh(book, mergeChanges: true)
        #expect(book.title == "Two")
        #expect(book.stock == 5)
        #expect(book.isUpdated)
        #expect(book.committedValues(forKeys: ["stock"]) == ["stock": .integer(8)])

        try second.refresh(book, mergeChanges: false)
        #expect(book.isFault)
        #expect(!second.hasChanges)
        #expect(book.stock == 8)
        #expect(!book.isFault)
    }

    @Test("An object is notified before and after it is refreshed", arguments: StoreKind.allCases)
    func hooks(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let context = library.context()
        let book = try context.existing(id, as: Book.self)
        let log = HookLog()
        book.log = log
        #expect(book.title == "One")

        try context.refresh(book, mergeChanges: false)
        try context.refresh(book, mergeChanges: false)

        #expect(log.calls == ["willTurnIntoFault", "didTurnIntoFault"])
    }

    @Test(
        "A refresh that discards changes also discards them in inverses",
        arguments: StoreKind.allCases)
    func refreshRelationships(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let author = try context.existing(ids[0], as: Author.self)
        let book = try context.existing(ids[1], as: Book.self)
        #expect(author.books.count == 2)

        try context.refresh(author, mergeChanges: false)
        #expect(author.books.count == 2)
        book.title = "Changed"
        try context.refreshAllObjects()

        #expect(book.title == "Changed")
        #expect(author.books.count == 2)
    }

    @Test("A new object keeps its changes when it is refreshed", arguments: StoreKind.allCases)
    func refreshNew(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"

        try context.refresh(book, mergeChanges: true)

        #expect(book.title == "One")
        #expect(book.isInserted)
    }

    @Test("A fetched object is a fault that fires without a fetch", arguments: StoreKind.allCases)
    func faults(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        try library.save(author: "Ada", titles: ["One"])
        let context = library.context()

        let book = try #require(try all(Book.self, by: "title", in: context).first)
        #expect(book.isFault)
        #expect(book.title == "One")
        #expect(!book.isFault)

        var request = FetchRequest<Author>()
        request.returnsObjectsAsFaults = false
        #expect(try context.fetch(request).map(\.isFault) == [false])
    }

    @Test(
        "awakeFromFetch is called each time a fault fires, and only then",
        arguments: StoreKind.allCases)
    func awakeFromFetch(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let name = "Ada \(UUID().uuidString.prefix(8))"
        let id = try library.save(author: name, titles: [])[0]
        let context = library.context()
        func awakenings() -> Int { Author.awakenings.count(of: name) }
        let before = awakenings()

        let author = try #require(context.object(with: id) as? Author)
        #expect(awakenings() == before)
        _ = author.name
        #expect(awakenings() == before + 1)
        _ = try all(Author.self, by: "name", in: context)
        _ = author.name
        #expect(awakenings() == before + 1)
        author.name = "Ada again"
        author.name = name
        try context.save()
        #expect(awakenings() == before + 1)
        try context.refresh(author, mergeChanges: false)
        _ = author.name
        #expect(awakenings() == before + 2)
    }

    @Test("Changes in awakeFromFetch are not recorded", arguments: StoreKind.allCases)
    func changesInAwakeFromFetch(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let setup = library.context()
        let book = Book(context: setup)
        book.title = "asleep"
        try setup.save()

        let context = library.context()
        let found = try context.existing(book.objectID, as: Book.self)
        #expect(found.title == "awake")
        #expect(!context.hasChanges)
        #expect(!found.hasChanges)
        #expect(found.changedValues.isEmpty)
        try context.save()

        found.stock = 2
        try context.save()
        let other = library.context()
        var request = FetchRequest<Book>()
        request.predicate = .comparison(
            FetchComparison(.keyPath(["title"]), .equal, .constant(.string("asleep"))))
        #expect(try other.count(for: request) == 1)
    }

    @Test(
        "A fault whose record was deleted is an error of the next operation",
        arguments: StoreKind.allCases)
    func inaccessible(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try #require(second.object(with: id) as? Book)
        first.delete(first.object(with: id))
        try first.save()

        #expect(book.title == nil)
        #expect(throws: PersistenceError.self) { _ = try second.existingObject(with: id) }
        book.title = "Two"
        #expect(throws: PersistenceError.self) { try second.save() }
    }

    @Test("Reset releases all objects", arguments: StoreKind.allCases)
    func reset(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let context = library.context()
        let book = try context.existing(id, as: Book.self)
        book.title = "Two"
        _ = Tag(context: context)

        context.reset()

        #expect(!context.hasChanges)
        #expect(book.managedObjectContext == nil)
        #expect(book.isFault && book.title == nil)
        #expect(context.registeredObject(for: id) == nil)
        let again = try context.existing(id, as: Book.self)
        #expect(again !== book)
        #expect(again.title == "One")
    }

    @Test(
        "Objects that refer to each other are deallocated with their context",
        arguments: StoreKind.allCases)
    func cycles(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        weak var book: Book?
        do {
            let context = library.context()
            let new = Book(context: context)
            new.title = "One"
            let tag = Tag(context: context)
            tag.label = "red"
            new.tags = [tag]
            new.author = Author(context: context)
            new.author?.name = "Ada"
            try context.save()
            var request = FetchRequest<Book>()
            request.relationshipKeyPathsForPrefetching = ["author.books", "tags.books"]
            #expect(try context.fetch(request).first?.tags.first?.books == [new])
            book = new
        }

        #expect(book == nil)
    }

    @Test("Objects can outlive their context", arguments: StoreKind.allCases)
    func orphans(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        var context: ManagedObjectContext? = library.context()
        let book = try #require(try context?.existing(ids[1], as: Book.self))
        let author = try #require(context?.object(with: ids[0]) as? Author)
        #expect(book.title == "One")

        context = nil

        #expect(book.managedObjectContext == nil)
        #expect(book.title == "One")
        #expect(book.author == nil)
        #expect(author.name == nil)
        book.title = "Two"
        book.author = author
    }

    @Test(
        "Rollback undoes changes to a to-many relationship on both sides",
        arguments: StoreKind.allCases)
    func rollbackOfRelationships(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let author = try context.existing(ids[0], as: Author.self)
        let one = try context.existing(ids[1], as: Book.self)
        let tag = Tag(context: context)
        tag.label = "red"
        try context.save()
        one.tags = [tag]
        one.pages = [Page(context: context)]
        author.books = []

        context.rollback()

        #expect(author.books.count == 2)
        #expect(one.author === author)
        #expect(one.tags.isEmpty)
        #expect(tag.books.isEmpty)
        #expect(one.pages.isEmpty)
        try context.save()
        let other = library.context()
        #expect(try other.existing(ids[0], as: Author.self).books.count == 2)
    }
}
