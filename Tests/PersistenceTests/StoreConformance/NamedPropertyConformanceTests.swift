import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Key-value coding, on every store")
struct NamedPropertyConformanceTests {
    /// Ada with two books, the first of which has two pages.
    private func library(_ kind: StoreKind) throws -> (TestLibrary, ManagedObjectContext, Author) {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let book = try context.existing(ids[1], as: Book.self)
        book.price = 3
        book.pages = ["b", "a"].map { text in
            let page = Page(context: context)
            page.text = text
            return page
        }
        try context.existing(ids[2], as: Book.self).price = 4
        try context.save()
        let other = library.context()
        return (library, other, try other.existing(ids[0], as: Author.self))
    }

    // MARK: - Key paths

    @Test("A key path follows relationships", arguments: StoreKind.allCases)
    func keyPaths(kind: StoreKind) throws {
        let (library, context, author) = try library(kind)
        defer { withExtendedLifetime(library) {} }
        let book = try #require(try all(Book.self, by: "title", in: context).first)

        #expect(try book.value(forKeyPath: "title") as? String == "One")
        #expect(try book.value(forKeyPath: "author.name") as? String == "Ada")
        #expect(
            try author.value(forKeyPath: "books.title") as? Set<AnyHashable> == ["One", "Two"])
        #expect(try book.value(forKeyPath: "pages.text") as? [AnyHashable] == ["b", "a"])
        #expect(
            try author.value(forKeyPath: "books.pages.text") as? Set<AnyHashable> == ["a", "b"])
        #expect(try author.value(forKeyPath: "books.@count") as? Int64 == 2)
        #expect(try author.value(forKeyPath: "books.@sum.price") as? Decimal == 7)
        #expect(try book.value(forKeyPath: "author.books.@count") as? Int64 == 2)
        #expect(try author.value(forKeyPath: "books") as? Set<ManagedObject> == Set(author.books))
    }

    @Test("A key path through nil is nil, and an invalid one is an error")
    func brokenKeyPaths() throws {
        let library = try TestLibrary(.usual)
        let context = library.context()
        let book = Book(context: context)

        #expect(try book.value(forKeyPath: "author.name") == nil)
        book.author = Author(context: context)
        book.title = "One"
        for path in ["titel", "author.titel", "title.length", "", "pages.@most.text"] {
            #expect(throws: (any Error).self) { try book.value(forKeyPath: path) }
        }
    }

    // MARK: - Several values

    @Test("The values of several keys can be copied between objects")
    func dictionaries() throws {
        let (library, context, author) = try library(.usual)
        defer { withExtendedLifetime(library) {} }
        let book = try #require(try all(Book.self, by: "title", in: context).first)
        book.cover = "red"

        let values = try book.dictionaryWithValues(
            forKeys: ["title", "price", "isbn", "author", "cover", "pages"])
        let copy = Book(context: context)
        try copy.setValuesForKeys(values.filter { $0.key != "pages" })
        let pages = book.pages
        try copy.setValuesForKeys(["pages": values["pages"] ?? nil])

        #expect(values.keys.sorted() == ["author", "cover", "isbn", "pages", "price", "title"])
        #expect(values["author"] as? ManagedObjectID == author.objectID)
        #expect(copy.title == "One")
        #expect(copy.price == 3)
        #expect(copy.isbn == nil)
        #expect(copy.cover == "red")
        #expect(copy.author === author)
        #expect(copy.pages == pages)
        #expect(book.pages.isEmpty)
        try copy.setValuesForKeys(["author": nil, "title": nil])
        #expect(copy.author == nil)
        #expect(copy.title == nil)
        #expect(throws: PersistenceError.self) { try copy.setValuesForKeys(["titel": "x"]) }
        #expect(throws: PersistenceError.self) { try copy.setValuesForKeys(["author": "Ada"]) }
        #expect(throws: PersistenceError.self) {
            try copy.setValuesForKeys(["author": book.objectID])
        }
        #expect(throws: PersistenceError.self) { try copy.dictionaryWithValues(forKeys: ["x"]) }
    }

    // MARK: - Relationships

    @Test("Members of a relationship are changed by key", arguments: StoreKind.allCases)
    func mutableSets(kind: StoreKind) throws {
        let (library, context, author) = try library(kind)
        defer { withExtendedLifetime(library) {} }
        let third = Book(context: context)
        third.title = "Three"

        let books = try author.mutableSetValue(forKey: "books")
        books.add(third)

        #expect(books.count == 3)
        #expect(books.contains(third))
        #expect(third.author === author)
        books.remove(third)
        #expect(third.author == nil)
        #expect(Set(books.map { $0 }) == Set(author.books))
        books.addObjects(from: [third])
        books.removeAllObjects()
        #expect(author.books.isEmpty)
        #expect(throws: PersistenceError.self) { try author.mutableSetValue(forKey: "name") }
        #expect(throws: PersistenceError.self) { try third.mutableSetValue(forKey: "pages") }
        #expect(throws: PersistenceError.self) { try third.mutableSetValue(forKey: "author") }
    }

    @Test("An ordered relationship is changed by key", arguments: StoreKind.allCases)
    func mutableOrderedSets(kind: StoreKind) throws {
        let (library, context, _) = try library(kind)
        defer { withExtendedLifetime(library) {} }
        let book = try #require(try all(Book.self, by: "title", in: context).first)
        let page = Page(context: context)
        page.text = "c"
        func texts() -> [String] { book.pages.compactMap(\.text) }

        let pages = try book.mutableOrderedSetValue(forKey: "pages")
        pages.add(page)
        #expect(texts() == ["b", "a", "c"])
        pages.moveObject(from: 2, to: 0)
        #expect(texts() == ["c", "b", "a"])
        pages.removeObject(at: 1)
        #expect(texts() == ["c", "a"])
        let other = Page(context: context)
        other.text = "d"
        pages.replaceObject(at: 1, with: other)
        #expect(texts() == ["c", "d"])
        pages.insert(other, at: 0)
        #expect(texts() == ["d", "c"])
        pages.remove(page)

        #expect(Array(pages) == [other])
        #expect(pages.firstIndex(of: other) == 0)
        #expect(throws: PersistenceError.self) { try book.mutableOrderedSetValue(forKey: "tags") }
    }

    @Test("An invalid destination is refused")
    func strangers() throws {
        let library = try TestLibrary(.usual)
        let (context, other) = (library.context(), library.context())
        let author = Author(context: context)
        let books = try author.mutableSetValue(forKey: "books")

        for stranger in [Tag(context: context), Book(context: other)] {
            books.add(stranger)
            #expect(books.count == 0)
            #expect(throws: PersistenceError.self) { try context.save() }
        }
    }

    @Test("A relationship’s fault state and object IDs are available without fetching objects")
    func relationshipFaults() throws {
        let (library, context, author) = try library(.usual)
        defer { withExtendedLifetime(library) {} }

        let ids = try author.objectIDs(forRelationshipNamed: "books")

        #expect(ids.count == 2)
        #expect(ids.allSatisfy { context.registeredObject(for: $0) == nil })
        #expect(try author.hasFault(forRelationshipNamed: "books"))
        let books = author.books.sorted { ($0.title ?? "") < ($1.title ?? "") }
        #expect(try !author.hasFault(forRelationshipNamed: "books"))
        #expect(try Set(author.objectIDs(forRelationshipNamed: "books")) == Set(ids))
        #expect(try !books[0].hasFault(forRelationshipNamed: "author"))
        #expect(try books[0].objectIDs(forRelationshipNamed: "author") == [author.objectID])
        let other = library.context()
        let book = try other.existing(books[0].objectID, as: Book.self)
        #expect(try book.hasFault(forRelationshipNamed: "author"))
        #expect(try !Author(context: other).hasFault(forRelationshipNamed: "books"))
        #expect(try !Book(context: other).hasFault(forRelationshipNamed: "author"))
        context.delete(books[1])
        context.processPendingChanges()
        #expect(
            try author.objectIDs(forRelationshipNamed: "books") == [books[0].objectID])
        #expect(throws: PersistenceError.self) {
            try author.hasFault(forRelationshipNamed: "name")
        }
        #expect(throws: PersistenceError.self) {
            try author.objectIDs(forRelationshipNamed: "titles")
        }
    }

    // MARK: - Primitive values

    @Test("A primitive value is set without notification, and saved with other changes")
    func primitiveValues() throws {
        let (library, context, author) = try library(.usual)
        defer { withExtendedLifetime(library) {} }
        var heard = 0
        let observation = try author.observe("name") { _, _ in heard += 1 }

        try author.setPrimitiveValue("Eve", forKey: "name")

        #expect(author.name == "Eve")
        #expect(try author.primitiveValue(forKey: "name") as? String == "Eve")
        #expect(heard == 0)
        #expect(!author.hasChanges)
        #expect(!context.hasChanges)
        author.addToBooks(Book(context: context))
        for book in author.books where book.title == nil { book.title = "New" }
        author.name = "Eva"
        try author.setPrimitiveValue("Ava", forKey: "name")
        try context.save()
        #expect(try all(Author.self, by: "name", in: library.context()).map(\.name) == ["Ava"])
        #expect(throws: PersistenceError.self) {
            try author.setPrimitiveValue(7, forKey: "name")
        }
        #expect(throws: PersistenceError.self) {
            try author.setPrimitiveValue(nil, forKey: "books")
        }
        #expect(throws: PersistenceError.self) { try author.primitiveValue(forKey: "nom") }
        withExtendedLifetime(observation) {}
    }

    @Test("A class provides a fetch request")
    func fetchRequests() throws {
        let (library, context, _) = try library(.usual)
        defer { withExtendedLifetime(library) {} }
        let novel = Novel(context: context)
        novel.title = "Zero"
        var request = Book.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor("title")]

        #expect(try context.fetch(request).map(\.title) == ["One", "Two", "Zero"])
        #expect(try context.fetch(Novel.fetchRequest()) == [novel])
    }
}
