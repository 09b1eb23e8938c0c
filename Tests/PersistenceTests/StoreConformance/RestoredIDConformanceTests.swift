import Foundation
import Persistence
import Testing

@Suite("IDs of deleted records that new objects get, on every store")
struct RestoredIDConformanceTests {
    @Test(
        "An object is saved under the number of the deleted record, which is found by it again",
        arguments: StoreKind.allCases)
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

    @Test("A child's object keeps it until the root has saved it", arguments: StoreKind.allCases)
    func child(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        try Self.delete(ids[1], library)
        let parent = library.context()
        let child = ManagedObjectContext(parent: parent)
        let book = Book(context: child)
        book.title = "Again"

        try child.restoreID(ids[1], to: book)
        try child.save()
        try parent.save()

        #expect(book.objectID == ids[1])
        #expect(try library.context().existing(ids[1], as: Book.self).title == "Again")
    }

    @Test(
        "No object gets the ID of a record that is there, was never there, or is another's",
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

    private static func delete(_ id: ManagedObjectID, _ library: TestLibrary) throws {
        let context = library.context()
        context.delete(try context.existingObject(with: id))
        try context.save()
    }
}
