import Foundation
import Persistence
import Testing

@Suite("Restoring IDs of deleted records, on every store")
struct RestoredIDConformanceTests {
    @Test("An object saved with a restored ID is found by it", arguments: StoreKind.allCases)
    func restored(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        try Self.delete(ids[2], library)
        try library.reopen()
        let context = library.context()
        let author = try context.existing(ids[0], as: Author.self)
        let book = Book(context: context)
        let page = Page(context: context)
        book.title = "Two again"
        (book.author, page.book) = (author, book)

        try context.restoreID(ids[2], to: book)
        #expect(context.object(with: ids[2]) === book)
        try context.save()

        #expect(book.objectID == ids[2])
        let other = library.context()
        let stored = try other.existing(ids[2], as: Book.self)
        #expect(stored.title == "Two again")
        #expect(stored.pages.count == 1)
        let titles = try other.existing(ids[0], as: Author.self).books.map(\.title)
        #expect(Set(titles) == ["One", "Two again"])
        let next = Book(context: other)
        next.title = "Three"
        try other.save()
        #expect(!ids.contains(next.objectID))
        #expect(try other.count(for: FetchRequest<Book>()) == 3)
    }

    @Test(
        "An object in a child keeps a restored ID until the root saves it",
        arguments: StoreKind.allCases)
    func child(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let (book, id) = try Self.restoring(library) { try $0.restoreID($1, to: $2) }

        #expect(book.objectID == id)
        #expect(try library.context().existing(id, as: Book.self).title == "Again")
    }

    @Test(
        "The ID of an existing, nonexistent or other entity’s record cannot be restored",
        arguments: StoreKind.allCases)
    func refused(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        try Self.delete(ids[2], library)
        let context = library.context()
        let author = try context.existing(ids[0], as: Author.self)
        let (first, second) = (Book(context: context), Book(context: context))
        (first.title, second.title) = ("First", "Second")
        let strange = try library.container.coordinator.objectID(
            entityName: "Book", recordNumber: 1_000_000)
        for id in [ids[0], ids[1], strange, first.objectID] {
            #expect(throws: PersistenceError.self) { try context.restoreID(id, to: second) }
        }
        #expect(throws: PersistenceError.self) { try context.restoreID(ids[2], to: author) }

        try context.restoreID(ids[2], to: first)
        #expect(throws: PersistenceError.self) { try context.restoreID(ids[2], to: second) }
        try context.save()

        #expect(first.objectID == ids[2])
        #expect(!ids.contains(second.objectID))
        #expect(throws: PersistenceError.self) {
            try library.container.read { context in
                try context.restoreID(ids[2], to: Book(context: context))
            }
        }
    }

    @Test(
        "Versions continue after those of the deleted record, even if a save fails in between",
        arguments: StoreKind.allCases)
    func versions(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let version = try Self.edit(ids[1], "Two", library)
        #expect(version == 2)
        try Self.delete(ids[1], library)
        let context = library.context()
        let book = Book(context: context)
        let other = Book(context: context)
        let author = try context.existing(ids[0], as: Author.self)
        author.name = "Eda"
        other.title = "Other"
        try context.restoreID(ids[1], to: book, formerVersion: version)
        #expect(book.rowVersion == version)

        // The missing value is reported before anything is written.
        #expect(throws: PersistenceError.self) { try context.save() }
        #expect(book.rowVersion == version)
        book.title = "Again"
        // Another context has changed a record of the same save.
        let neighbor = library.context()
        try neighbor.existing(ids[0], as: Author.self).name = "Ida"
        try neighbor.save()
        #expect(throws: PersistenceError.self) { try context.save() }
        #expect(book.rowVersion == version)
        try context.refresh(author, mergeChanges: false)
        try context.save()

        #expect(book.rowVersion == version + 1)
        #expect(other.rowVersion == 1)
        let stored = try library.context().existing(ids[1], as: Book.self)
        #expect(stored.rowVersion == version + 1)
        #expect(try Self.edit(ids[1], "Once more", library) == version + 2)
    }

    @Test(
        "A save that the store refuses keeps the former version for the next attempt",
        arguments: StoreKind.allCases)
    func refusedRows(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let former = try context.make("Person", "Ann")
        try context.save()
        let id = former.objectID
        context.delete(former)
        try context.save()
        let people = try ["Ann", "Ann"].map { try context.make("Person", $0) }
        for person in people { try person.setValue("Rome", forKey: "town") }
        try context.restoreID(id, to: people[0], formerVersion: 4)

        #expect(throws: PersistenceError.self) { try context.save() }
        #expect(people.map(\.rowVersion) == [4, 0])
        try people[1].setValue("Bea", forKey: "name")
        try context.save()

        #expect(people.map(\.rowVersion) == [5, 1])
        #expect(try store.context().existingObject(with: id).rowVersion == 5)
    }

    @Test(
        "A stale object of the deleted record conflicts with the restored one",
        arguments: StoreKind.allCases)
    func staleEdit(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let stale = library.context()
        let read = try stale.existing(ids[1], as: Book.self)
        let version = read.rowVersion
        try Self.delete(ids[1], library)
        let context = library.context()
        let book = Book(context: context)
        book.title = "Again"
        try context.restoreID(ids[1], to: book, formerVersion: version)
        try context.save()

        read.title = "Stale"
        #expect(throws: PersistenceError.self) { try stale.save() }

        #expect(try library.context().existing(ids[1], as: Book.self).title == "Again")
    }

    @Test("An object in a child keeps the former version", arguments: StoreKind.allCases)
    func versionOfChild(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let (_, id) = try Self.restoring(library) { try $0.restoreID($1, to: $2, formerVersion: 7) }

        #expect(try library.context().existing(id, as: Book.self).rowVersion == 8)
    }

    @Test("Restoring several IDs is all or nothing", arguments: StoreKind.allCases)
    func many(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let titles = (0..<200).map { "Book \($0)" }
        let ids = Array(try library.save(author: "Ada", titles: titles).dropFirst())
        let deleting = library.context()
        for id in ids { deleting.delete(try deleting.existingObject(with: id)) }
        try deleting.save()
        let context = library.context()
        let restored = zip(ids, titles).map { id, title in
            let book = Book(context: context)
            book.title = title
            return RestoredID(id, to: book, formerVersion: 3)
        }
        let books = restored.map(\.object)
        let strange = try library.container.coordinator.objectID(
            entityName: "Book", recordNumber: 1_000_000)
        let another = Book(context: context)
        another.title = "Another"
        for wrong in [
            RestoredID(strange, to: another), RestoredID(ids[0], to: another),
            RestoredID(strange, to: books[0]),
        ] {
            #expect(throws: PersistenceError.self) { try context.restoreIDs(restored + [wrong]) }
        }
        #expect(books.allSatisfy { $0.objectID.isTemporaryID && $0.rowVersion == 0 })

        try context.restoreIDs(restored)
        try context.restoreIDs([])
        try context.save()

        #expect(books.map(\.objectID) == ids)
        let other = library.context()
        for (id, title) in zip(ids, titles) {
            let book = try other.existing(id, as: Book.self)
            #expect(book.title == title)
            #expect(book.rowVersion == 4)
        }
    }

    @Test(
        "Invalid numbers and versions, and IDs of objects with changes, are refused",
        arguments: StoreKind.allCases)
    func senseless(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let child = ManagedObjectContext(parent: context)
        let changed = try context.existing(ids[1], as: Book.self)
        let inChild = try child.existing(ids[2], as: Book.self)
        changed.title = "Changed"
        inChild.title = "Changed, too"
        for id in ids[1...] { try Self.delete(id, library) }
        let book = Book(context: context)
        book.title = "New"
        let coordinator = library.container.coordinator
        for number: Int64 in [0, -1] {
            let id = try coordinator.objectID(entityName: "Book", recordNumber: number)
            #expect(throws: PersistenceError.self) { try context.restoreID(id, to: book) }
        }
        let other = library.context()
        let otherBook = Book(context: other)
        for version: Int64 in [-1, .max] {
            #expect(throws: PersistenceError.self) {
                try other.restoreID(ids[1], to: otherBook, formerVersion: version)
            }
        }
        try other.restoreID(ids[1], to: otherBook)

        for id in ids[1...] {
            #expect(throws: PersistenceError.self) { try context.restoreID(id, to: book) }
        }

        #expect(changed.title == "Changed" && changed.hasChanges)
        #expect(inChild.title == "Changed, too" && inChild.hasChanges)
        #expect(book.objectID.isTemporaryID)
    }

    /// Restores the ID of a deleted book for one in a child, and saves both contexts. Returns it
    /// with that ID.
    private static func restoring(
        _ library: TestLibrary,
        _ restore: (ManagedObjectContext, ManagedObjectID, Book) throws -> Void
    ) throws -> (book: Book, id: ManagedObjectID) {
        let ids = try library.save(author: "Ada", titles: ["One"])
        try delete(ids[1], library)
        let parent = library.context()
        let child = ManagedObjectContext(parent: parent)
        let book = Book(context: child)
        book.title = "Again"
        try restore(child, ids[1], book)
        try child.save()
        try parent.save()
        return (book, ids[1])
    }

    /// Changes the title of a book, and returns its new version.
    private static func edit(
        _ id: ManagedObjectID, _ title: String, _ library: TestLibrary
    ) throws -> Int64 {
        let context = library.context()
        let book = try context.existing(id, as: Book.self)
        book.title = title
        try context.save()
        return book.rowVersion
    }

    private static func delete(_ id: ManagedObjectID, _ library: TestLibrary) throws {
        let context = library.context()
        context.delete(try context.existingObject(with: id))
        try context.save()
    }
}
