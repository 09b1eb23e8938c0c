import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Delete rules, on every store")
struct DeleteRuleConformanceTests {
    private func count(_ entityName: String, in library: TestLibrary) throws -> Int {
        let request = FetchRequest<ManagedObject>(entityName: entityName)
        return try library.context().count(for: request)
    }

    /// An author with two books, the first with two pages and a tag.
    private func fill(_ context: ManagedObjectContext) throws -> Author {
        let author = Author(context: context)
        author.name = "Ada"
        for title in ["One", "Two"] {
            let book = Book(context: context)
            book.title = title
            book.author = author
        }
        let book = try #require(author.books.first { $0.title == "One" })
        book.pages = [Page(context: context), Page(context: context)]
        let tag = Tag(context: context)
        tag.label = "red"
        book.tags = [tag]
        try context.save()
        return author
    }

    @Test("Cascade deletes the destinations recursively", arguments: StoreKind.allCases)
    func cascade(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = try fill(context)

        context.delete(author)
        try context.save()

        #expect(try count("Author", in: library) == 0)
        #expect(try count("Book", in: library) == 0)
        #expect(try count("Page", in: library) == 0)
        #expect(try count("Tag", in: library) == 1)
    }

    @Test("Cascade follows faults", arguments: StoreKind.allCases)
    func cascadeThroughFaults(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try fill(library.context()).objectID
        let context = library.context()

        context.delete(context.object(with: id))
        #expect(context.deletedObjects.count == 1)
        context.processPendingChanges()
        #expect(context.deletedObjects.count == 5)
        try context.save()

        #expect(try count("Page", in: library) == 0)
    }

    @Test("Nullify removes the object from its destinations", arguments: StoreKind.allCases)
    func nullify(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = try fill(context)
        let book = try #require(author.books.first { $0.title == "One" })
        let tag = try #require(book.tags.first)

        context.delete(book)
        context.processPendingChanges()
        #expect(author.books.map(\.title) == ["Two"])
        #expect(tag.books.isEmpty)
        try context.save()

        let other = library.context()
        #expect(try other.existing(author.objectID, as: Author.self).books.count == 1)
        #expect(try other.existing(tag.objectID, as: Tag.self).books.isEmpty)
    }

    @Test("Nullify sets to-one relationships to nil", arguments: StoreKind.allCases)
    func nullifyToOne(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let (ann, ben) = (try context.make("Person", "Ann"), try context.make("Person", "Ben"))
        try ben.setValue(ann, forKey: "boss")
        try context.save()

        context.delete(ann)
        try context.save()

        #expect(try ben.one("boss") == nil)
        let other = store.context()
        #expect(try other.named("Person").map { try $0.one("boss") } == [nil])
    }

    @Test(
        "Deny refuses the deletion if there are destinations", arguments: StoreKind.allCases
    )
    func deny(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = try fill(context)
        let book = try #require(author.books.first)
        let loan = Loan(context: context)
        loan.borrower = "Bob"
        loan.book = book
        try context.save()

        context.delete(book)
        let found = faults { try context.save() }
        #expect(found.map(\.code) == [.relationshipDeniedDelete])
        #expect(found.first?.key == "loans")
        #expect(found.first?.entity == "Book")
        #expect(found.first?.objectID == book.objectID)

        context.delete(loan)
        try context.save()

        #expect(try count("Loan", in: library) == 0)
        #expect(try count("Book", in: library) == 1)
    }

    @Test("Deny applies to cascaded deletions", arguments: StoreKind.allCases)
    func denyBelowCascade(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = try fill(context)
        let loan = Loan(context: context)
        loan.borrower = "Bob"
        loan.book = author.books.first
        try context.save()

        context.delete(author)

        #expect(faults { try context.save() }.map(\.code) == [.relationshipDeniedDelete])
        context.rollback()
        #expect(author.books.count == 2)
        #expect(try count("Author", in: library) == 1)
    }

    @Test("No Action keeps the destinations’ references", arguments: StoreKind.allCases)
    func noAction(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let ann = try context.make("Person", "Ann")
        let locker = try context.make("Locker")
        try ann.setValue(locker, forKey: "locker")
        try context.save()

        context.delete(locker)
        try context.save()

        let other = store.context()
        let found = try #require(try other.named("Person").first)
        #expect(
            try found.attributeValue(forKey: "locker") == .object(locker.objectID))
        #expect(throws: PersistenceError.self) {
            _ = try other.existingObject(with: locker.objectID)
        }
    }

    @Test("A required destination that is deleted is missing", arguments: StoreKind.allCases)
    func requiredDestination(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        let loan = Loan(context: context)
        loan.borrower = "Bob"
        loan.book = book
        try context.save()

        loan.book = nil
        context.delete(book)
        let found = faults { try context.save() }

        #expect(found.map(\.key) == ["book"])
        #expect(found.map(\.reason) == ["book is a required value"])
    }

    @Test("prepareForDeletion is called once", arguments: StoreKind.allCases)
    func prepareForDeletion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = try fill(context)
        let book = try #require(author.books.first { $0.title == "One" })
        let log = HookLog()
        book.log = log

        context.delete(author)
        context.delete(book)
        try context.save()

        #expect(log.calls.filter { $0 == "prepareForDeletion" }.count == 1)
    }

    @Test(
        "A save removes deleted objects from their context", arguments: StoreKind.allCases
    )
    func deletedObject(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = try fill(context)

        context.delete(author)
        #expect(author.isDeleted)
        #expect(author.name == "Ada")
        try context.save()

        #expect(!author.isDeleted)
        #expect(author.managedObjectContext == nil)
        #expect(author.name == "Ada")
        #expect(context.registeredObject(for: author.objectID) == nil)
        #expect(!context.hasChanges)
    }

    @Test("An object that is inserted and deleted is not saved", arguments: StoreKind.allCases)
    func wasNeverSaved(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)

        context.delete(book)
        try context.save()

        #expect(book.managedObjectContext == nil)
        #expect(try library.context().isPristine())
    }

    @Test("Deleting a new object removes it from relationships", arguments: StoreKind.allCases)
    func stillbornRelated(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = try fill(context)
        let book = Book(context: context)
        book.author = author
        let tag = try #require(try all(Tag.self, by: "label", in: context).first)
        book.tags = [tag]

        context.delete(book)
        try context.save()

        #expect(author.books.count == 2)
        #expect(tag.books.count == 1)
        #expect(try count("Book", in: library) == 2)
    }
}
