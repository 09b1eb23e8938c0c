import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Changed values, on every store")
struct ChangedValuesConformanceTests {
    @Test(
        "A new object’s changed values are those that differ from the defaults",
        arguments: StoreKind.allCases)
    func insertion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)

        #expect(book.changedValues.isEmpty)
        #expect(!book.hasPersistentChangedValues)
        book.title = "One"
        book.stock = 1
        #expect(book.changedValues == ["title": .string("One")])
        #expect(book.hasPersistentChangedValues)
        try context.save()
        #expect(book.changedValues.isEmpty)
    }

    @Test("The usual guard in willSave works for insertions")
    func guardInWillSave() throws {
        let library = try TestLibrary(.usual)
        let context = library.context()
        let books = ["One", "Two"].map { title in
            let book = Book(context: context)
            book.title = title
            book.onWillSave = { book in
                if book.changedValues["published"] == nil {
                    book.published = Date(timeIntervalSinceReferenceDate: 1)
                }
            }
            return book
        }
        books[1].published = Date(timeIntervalSinceReferenceDate: 2)

        try context.save()

        #expect(books.map { $0.published?.timeIntervalSinceReferenceDate } == [1, 2])
    }

    @Test("changedValues omits transient values and to-many relationships")
    func transients() throws {
        var note = EntityDescription("Note")
        let text = AttributeDescription("text", .string)
        var draft = AttributeDescription("draft", .string)
        draft.isTransient = true
        note.attributes = [text, draft]
        let others = RelationshipDescription(toMany: "others", "Note", inverse: "others")
        note.relationships = [others]
        let library = try TestLibrary(.usual, model: ManagedObjectModel(entities: [note]))
        let context = library.context()
        let notes = try (0..<2).map { _ in try ManagedObject(entityName: "Note", context: context) }
        try context.save()

        try notes[0].setValue("x", forKey: "draft")
        #expect(notes[0].changedValues.isEmpty)
        #expect(!notes[0].hasPersistentChangedValues)
        #expect(notes[0].hasChanges)
        try notes[0].mutableSetValue(forKey: "others").add(notes[1])
        #expect(notes[0].changedValues.isEmpty)
        #expect(notes[0].hasPersistentChangedValues)
    }

    // MARK: - Deletions by others

    @Test(
        "An object deleted by another context is deleted until the next save removes it",
        arguments: StoreKind.allCases)
    func mergedDeletion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let (context, other) = (library.context(), library.context())
        let book = try context.existing(ids[1], as: Book.self)
        context.automaticallyMergesChangesFromParent = true
        other.delete(try other.existing(ids[1], as: Book.self))
        try other.save()

        #expect(try context.count(for: FetchRequest<Book>()) == 1)

        #expect(book.isDeleted)
        #expect(book.managedObjectContext === context)
        #expect(!book.hasChanges)
        #expect(!context.hasChanges)
        #expect(context.deletedObjects.isEmpty)
        #expect(throws: PersistenceError.self) { try context.existingObject(with: ids[1]) }
        book.title = "Changed"
        #expect(!context.hasChanges)
        context.rollback()
        #expect(book.isDeleted)
        try context.save()
        #expect(book.managedObjectContext == nil)
        #expect(!book.isDeleted)
    }

    @Test("A save of other changes also removes an object deleted by another context")
    func mergedDeletionAndSave() throws {
        let library = try TestLibrary(.usual)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let (context, other) = (library.context(), library.context())
        let books = try ids.dropFirst().map { try context.existing($0, as: Book.self) }
        other.delete(try other.existing(ids[1], as: Book.self))
        var notification: SaveNotification?
        let observation = other.observeDidSave { notification = $0 }
        try other.save()
        try context.mergeChanges(fromContextDidSave: try #require(notification))
        books[1].title = "Second"

        try context.save()

        #expect(books[0].managedObjectContext == nil)
        #expect(books[1].managedObjectContext === context)
        #expect(try all(Book.self, by: "title", in: library.context()).map(\.title) == ["Second"])
        withExtendedLifetime(observation) {}
    }

    @Test("An object whose deletion was merged is not retained")
    func release() throws {
        let library = try TestLibrary(.usual)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let (context, other) = (library.context(), library.context())
        context.automaticallyMergesChangesFromParent = true
        var book: Book? = try context.existing(ids[1], as: Book.self)
        weak let known = book
        other.delete(try other.existing(ids[1], as: Book.self))
        try other.save()
        #expect(try context.count(for: FetchRequest<Book>()) == 0)
        #expect(known?.isDeleted == true)

        book = nil

        #expect(known == nil)
        try context.save()
    }

    // MARK: - Refreshing

    @Test("Refreshing a new object without merging makes it a fault without a record")
    func refreshedInsertion() throws {
        let library = try TestLibrary(.usual)
        let context = library.context()
        let author = Author(context: context)
        author.name = "Ada"
        let book = Book(context: context)
        book.title = "One"
        book.author = author

        try context.refresh(book, mergeChanges: true)
        #expect(book.title == "One")
        try context.refresh(book, mergeChanges: false)

        #expect(book.isFault)
        #expect(!book.hasChanges)
        #expect(!book.isInserted)
        #expect(author.books.isEmpty)
        #expect(context.insertedObjects == [author])
        #expect(book.title == nil)
        try context.save()
        #expect(try library.context().count(for: FetchRequest<Book>()) == 0)
        #expect(try library.context().count(for: FetchRequest<Author>()) == 1)
    }

    @Test("A reset turns objects into faults without a context")
    func reset() throws {
        let library = try TestLibrary(.usual)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        let author = try context.existing(ids[0], as: Author.self)
        #expect(author.name == "Ada")

        context.reset()

        #expect(author.isFault)
        #expect(author.managedObjectContext == nil)
        #expect(author.name == nil)
    }
}
