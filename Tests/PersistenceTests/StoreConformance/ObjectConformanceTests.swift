import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Objects, on every store")
struct ObjectConformanceTests {
    @Test("Saved values are read in another context", arguments: StoreKind.allCases)
    func savedValuesComeBack(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "Ćwiczenia 📚"
        book.isbn = "123-456-789-0"
        book.price = Decimal(string: "12.95")
        book.published = Date(timeIntervalSinceReferenceDate: 500_000.25)
        book.stock = 7
        book.weight = 0.1
        book.key = UUID(uuidString: "E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5")
        book.cover = "blue"
        try context.save()

        let other = library.context()
        let found = try #require(try all(Book.self, by: "title", in: other).first)

        #expect(found.title == "Ćwiczenia 📚")
        #expect(found.isbn == "123-456-789-0")
        #expect(found.price == Decimal(string: "12.95"))
        #expect(found.published == Date(timeIntervalSinceReferenceDate: 500_000.25))
        #expect(found.stock == 7)
        #expect(found.weight == 0.1)
        #expect(found.key == UUID(uuidString: "E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5"))
        #expect(found.cover == "blue")
    }

    @Test("A new object starts with the model's defaults", arguments: StoreKind.allCases)
    func defaults(kind: StoreKind) throws {
        let context = try TestLibrary(kind).context()

        let book = Book(context: context)

        #expect(book.stock == 1)
        #expect(book.weight == 0.5)
        #expect(book.title == nil)
    }

    @Test("A context has a single object for a record", arguments: StoreKind.allCases)
    func uniquing(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()

        let fetched = try #require(try all(Book.self, by: "title", in: context).first)
        let lookedUp = context.object(with: ids[1])
        let throughAuthor = try #require(
            (context.object(with: ids[0]) as? Author)?.books.first)

        #expect(fetched === lookedUp)
        #expect(fetched === throughAuthor)
        #expect(library.context().object(with: ids[1]) !== fetched)
        #expect(library.context().object(with: ids[1]).objectID == fetched.objectID)
    }

    @Test("An ID is temporary until the save, then permanent", arguments: StoreKind.allCases)
    func objectIDs(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = Author(context: context)
        author.name = "Ada"
        let temporary = author.objectID

        try context.save()

        #expect(temporary.isTemporaryID)
        #expect(temporary.uriRepresentation.contains("/Author/t"))
        #expect(!author.objectID.isTemporaryID)
        #expect(author.objectID.uriRepresentation.hasSuffix(kind == .xml ? "/p102" : "/p1"))
        #expect(
            context.coordinator.managedObjectID(
                forURIRepresentation: author.objectID.uriRepresentation) == author.objectID)
        #expect(context.registeredObject(for: author.objectID) === author)
    }

    @Test("An unused object is released, and found again", arguments: StoreKind.allCases)
    func weakRegistration(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()

        do { _ = try context.existingObject(with: ids[1]) }

        #expect(context.registeredObject(for: ids[1]) == nil)
        #expect((try context.existingObject(with: ids[1]) as? Book)?.title == "One")
    }

    @Test("A changed object is retained until it is saved", arguments: StoreKind.allCases)
    func changedObjectsAreKept(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()

        do { (try context.existingObject(with: ids[1]) as? Book)?.title = "Two" }
        try context.save()

        #expect((try library.context().existingObject(with: ids[1]) as? Book)?.title == "Two")
    }

    @Test("Looking up a missing record is an error", arguments: StoreKind.allCases)
    func missingRecord(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.container.coordinator.objectID(entityName: "Book", recordNumber: 99)

        #expect(throws: PersistenceError.self) {
            try library.context().existingObject(with: id)
        }
        #expect(try library.context().existingObject(Book.self, recordNumber: 99) == nil)
    }

    @Test("changedValues and committedValues describe the changes", arguments: StoreKind.allCases)
    func changeTracking(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        let book = try #require(try context.existingObject(with: ids[1]) as? Book)

        book.title = "Two"
        book.stock = 1

        #expect(book.changedValues == ["title": .string("Two")])
        #expect(book.committedValues(forKeys: ["title"]) == ["title": .string("One")])
        #expect(book.isUpdated)
        #expect(context.hasChanges)
        #expect(context.updatedObjects == [book])
    }

    @Test("Rollback undoes all changes", arguments: StoreKind.allCases)
    func rollback(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let author = try #require(try context.existingObject(with: ids[0]) as? Author)
        let one = try #require(context.object(with: ids[1]) as? Book)
        let two = try #require(context.object(with: ids[2]) as? Book)

        one.title = "Changed"
        author.removeFromBooks(one)
        context.delete(two)
        let new = Book(context: context)
        new.author = author
        context.rollback()

        #expect(one.title == "One")
        #expect(one.author === author)
        #expect(author.books == [one, two])
        #expect(!two.isDeleted)
        #expect(!context.hasChanges)
        #expect(new.managedObjectContext == nil)
    }

    @Test("An observer of a key gets the old and new values", arguments: StoreKind.allCases)
    func observation(kind: StoreKind) throws {
        let context = try TestLibrary(kind).context()
        let book = Book(context: context)
        var seen: [AttributeValue] = []
        let observation = try book.observe("title") { _, change in
            seen += [change.oldValue, change.newValue]
        }

        book.title = "One"
        book.stock = 9
        book.title = "Two"
        observation.invalidate()
        book.title = "Three"

        #expect(seen == [.null, .string("One"), .string("One"), .string("Two")])
    }

    @Test("nil can be set for every kind of property", arguments: StoreKind.allCases)
    func nilByKey(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.author = Author(context: context)
        try book.setValue([Tag(context: context)], forKey: "tags")
        try book.setValue("123-456-789", forKey: "isbn")

        for key in ["isbn", "author", "tags"] { try book.setValue(nil, forKey: key) }

        #expect(try book.value(forKey: "isbn") == nil)
        #expect(book.author == nil)
        #expect(try (book.value(forKey: "tags") as? Set<ManagedObject>)?.isEmpty == true)
    }

    @Test("Values are read and set by key", arguments: StoreKind.allCases)
    func keyValueAccess(kind: StoreKind) throws {
        let context = try TestLibrary(kind).context()
        let book = Book(context: context)
        let author = Author(context: context)

        try book.setValue("One", forKey: "title")
        try book.setValue(5, forKey: "stock")
        try book.setValue(author, forKey: "author")

        #expect(try book.value(forKey: "title") as? String == "One")
        #expect(try book.value(forKey: "stock") as? Int64 == 5)
        #expect(book.author === author)
        #expect(throws: PersistenceError.self) { try book.setValue(1, forKey: "title") }
        #expect(throws: PersistenceError.self) { try book.value(forKey: "nothing") }
        #expect(throws: PersistenceError.self) { try book.setValue(book, forKey: "author") }
    }

    @Test(
        "An object without a class is a plain managed object", arguments: StoreKind.allCases
    )
    func entityNames(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()

        let page = try ManagedObject(entityName: "Novel", context: context)

        #expect(page.entity.name == "Novel")
        #expect(throws: PersistenceError.self) {
            try ManagedObject(entityName: "Nothing", context: context)
        }
    }
}
