import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

@Suite("Merging, on every store")
struct MergingConformanceTests {
    /// The notifications of saves.
    private final class Ear: Sendable {
        private let heard = Mutex<[SaveNotification]>([])
        var notifications: [SaveNotification] { heard.withLock { $0 } }
        func hear(_ notification: SaveNotification) { heard.withLock { $0.append(notification) } }
    }

    @Test("A save notification has the changed object IDs", arguments: StoreKind.allCases)
    func notification(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let ear = Ear()
        let observation = library.container.coordinator.observeSaves { ear.hear($0) }
        let context = library.context()
        try context.existing(ids[1], as: Book.self).title = "Changed"
        context.delete(context.object(with: ids[2]))
        let tag = Tag(context: context)
        tag.label = "red"

        try context.save()
        try context.save()
        observation.cancel()
        tag.label = "blue"
        try context.save()

        #expect(ear.notifications.count == 1)
        let notification = try #require(ear.notifications.first)
        #expect(notification.inserted == [tag.objectID])
        #expect(notification.updated == [ids[1]])
        #expect(notification.deleted == [ids[2]])
    }

    @Test("Another context merges updated values", arguments: StoreKind.allCases)
    func mergeUpdates(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let ear = Ear()
        let observation = library.container.coordinator.observeSaves { ear.hear($0) }
        let (first, second) = (library.context(), library.context())
        let one = try second.existing(ids[1], as: Book.self)
        let two = try second.existing(ids[2], as: Book.self)
        two.stock = 9
        let author = try second.existing(ids[0], as: Author.self)
        #expect(author.books.count == 2)

        try first.existing(ids[1], as: Book.self).title = "Changed"
        try first.existing(ids[2], as: Book.self).title = "Changed too"
        let new = Book(context: first)
        new.title = "Three"
        new.author = try first.existing(ids[0], as: Author.self)
        try first.save()
        #expect(one.title == "One")
        try second.mergeChanges(fromContextDidSave: try #require(ear.notifications.first))

        #expect(one.title == "Changed")
        #expect(two.title == "Changed too")
        #expect(two.stock == 9)
        #expect(two.isUpdated)
        #expect(author.books.count == 3)
        try second.save()
        let other = library.context()
        #expect(try other.existing(ids[2], as: Book.self).stock == 9)
        observation.cancel()
    }

    @Test("Merging removes deleted objects from other contexts", arguments: StoreKind.allCases)
    func mergeDeletions(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let one = try second.existing(ids[1], as: Book.self)
        one.title = "Changed"
        let author = try second.existing(ids[0], as: Author.self)
        #expect(author.books.count == 2)

        first.delete(first.object(with: ids[1]))
        try first.save()
        let books = try all(Book.self, by: "title", in: second)

        #expect(books.map(\.title) == ["Two"])
        #expect(author.books.count == 1)
        #expect(!second.hasChanges)
        #expect(!one.isUpdated)
        #expect(throws: PersistenceError.self) { _ = try second.existingObject(with: ids[1]) }
        try second.save()
    }

    @Test("A context merges automatically if enabled", arguments: StoreKind.allCases)
    func automaticMerging(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let (first, second, third) = (library.context(), library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let here = try second.existing(ids[1], as: Book.self)
        let there = try third.existing(ids[1], as: Book.self)
        #expect(here.title == "One" && there.title == "One")

        try first.existing(ids[1], as: Book.self).title = "Two"
        try first.save()
        _ = try all(Book.self, by: "title", in: second)
        _ = try all(Book.self, by: "title", in: third)

        #expect(here.title == "Two")
        #expect(there.title == "One")
        second.automaticallyMergesChangesFromParent = false
        try first.existing(ids[1], as: Book.self).title = "Three"
        try first.save()
        _ = try all(Book.self, by: "title", in: second)
        #expect(here.title == "Two")
    }

    @Test("Merging prevents a conflict", arguments: StoreKind.allCases)
    func mergeBeforeSave(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let book = try second.existing(ids[1], as: Book.self)
        book.stock = 7

        try first.existing(ids[1], as: Book.self).title = "Two"
        try first.save()
        try second.save()

        let other = library.context()
        let found = try other.existing(ids[1], as: Book.self)
        #expect(found.title == "Two")
        #expect(found.stock == 7)
        #expect(found.rowVersion == 3)
    }

    @Test("Merging keeps unsaved members of a relationship", arguments: StoreKind.allCases)
    func mergeRelationships(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let author = try second.existing(ids[0], as: Author.self)
        let one = try second.existing(ids[1], as: Book.self)
        author.removeFromBooks(one)
        let mine = Book(context: second)
        mine.title = "Mine"
        author.addToBooks(mine)
        #expect(Set(author.books.map(\.title)) == ["Two", "Mine"])

        let new = Book(context: first)
        new.title = "Theirs"
        new.author = first.object(with: ids[0]) as? Author
        try first.save()
        _ = try second.count(for: FetchRequest<Book>())

        #expect(Set(author.books.map(\.title)) == ["Two", "Mine", "Theirs"])
        try second.save()
        let other = library.context()
        #expect(try other.existing(ids[0], as: Author.self).books.count == 3)
    }

    @Test(
        "A many-to-many relationship changed by others is read again",
        arguments: StoreKind.allCases)
    func mergeJoins(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let setup = library.context()
        let tag = Tag(context: setup)
        tag.label = "red"
        try setup.save()
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let book = try second.existing(ids[1], as: Book.self)
        #expect(book.tags.isEmpty)

        try first.existing(tag.objectID, as: Tag.self).books = [
            try first.existing(ids[1], as: Book.self)
        ]
        try first.save()
        _ = try second.count(for: FetchRequest<Book>())

        #expect(book.tags.map(\.label) == ["red"])
    }

    @Test("A failed merge is retried, and does not delay others")
    func failure() throws {
        let library = try TestLibrary(.sqlite)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let one = try second.existing(ids[1], as: Book.self)
        let two = try second.existing(ids[2], as: Book.self)
        one.stock = 7
        #expect(two.title == "Two")
        let key = try #require(ids[1].recordNumber)
        for id in ids[1...] {
            try first.existing(id, as: Book.self).title = "Changed"
            try first.save()
        }

        let database = try RawDatabase(library.directory + "/Library.sqlite")
        try database.run("UPDATE ZBOOK SET ZKEY = X'00' WHERE Z_PK = \(key)")
        #expect(throws: PersistenceError.self) { try second.count(for: FetchRequest<Tag>()) }
        #expect(two.title == "Changed")
        #expect(one.title == "One")
        try database.run("UPDATE ZBOOK SET ZKEY = NULL WHERE Z_PK = \(key)")
        try second.save()

        #expect(one.title == "Changed" && one.stock == 7)
    }

    @Test("Pending merges grow with the number of records, not of saves")
    func waiting() throws {
        let library = try TestLibrary(.inMemory)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let two = try second.existing(ids[2], as: Book.self)
        for number in Int16(2)..<22 {
            for id in ids[1...] { try first.existing(id, as: Book.self).stock = number }
            try first.save()
        }
        first.delete(first.object(with: ids[2]))
        try first.save()
        two.title = "Mine"
        second.automaticallyMergesChangesFromParent = true

        let waiting = try #require(second.pendingMerges).takeAll()
        #expect(waiting.updated == [ids[1]] && waiting.deleted == [ids[2]])
        #expect(waiting.inserted.isEmpty)
        second.pendingMerges?.putBack(waiting)
        _ = try second.count(for: FetchRequest<Tag>())
        #expect(!second.hasChanges && two.title == nil)
        #expect(second.pendingMerges?.takeAll().isEmpty == true)
    }

    @Test("Records inserted and deleted in the meantime do not accumulate in pending merges")
    func passing() throws {
        let library = try TestLibrary(.inMemory)
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        for _ in 0..<1_000 {
            let tag = Tag(context: first)
            tag.label = "red"
            try first.save()
            first.delete(tag)
            try first.save()
        }

        let waiting = try #require(second.pendingMerges).takeAll()

        #expect(waiting.deleted.isEmpty && waiting.inserted.isEmpty && waiting.updated.isEmpty)
        #expect(waiting.passed.rangeCount == 1)
    }

    @Test(
        "An object of a record inserted and deleted in the meantime is deleted",
        arguments: StoreKind.allCases)
    func passed(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let (first, second) = (library.context(), library.context())
        second.automaticallyMergesChangesFromParent = true
        let author = try second.existing(ids[0], as: Author.self)
        let new = (0..<3).map { number in
            let book = Book(context: first)
            book.title = "New \(number)"
            return book
        }
        new[0].author = try first.existing(ids[0], as: Author.self)
        try first.save()
        let unread = second.object(with: new[1].objectID)
        let read = try second.existing(new[2].objectID, as: Book.self)
        #expect(author.books.count == 2 && read.title == "New 2")
        for book in new { first.delete(book) }
        try first.save()

        _ = try second.count(for: FetchRequest<Tag>())

        #expect(unread.isDeleted && read.isDeleted && read.title == nil)
        #expect(author.books.map(\.title) == ["One"])
        #expect(!second.hasChanges)
    }

    @Test("Pending merges combine repeated insertions and deletions of a record")
    func returning() throws {
        let library = try TestLibrary(.sqlite)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let book = try library.context().existing(id, as: Book.self).objectID
        func changes(
            inserted: [ManagedObjectID] = [], deleted: [ManagedObjectID] = []
        ) -> ChangedRecords {
            ChangedRecords(
                SaveNotification(
                    inserted: inserted, updated: [], deleted: deleted,
                    source: ObjectIdentifier(library)))
        }
        var all = changes(inserted: [book])

        all.add(changes(deleted: [book]))
        #expect(all.passed.contains(book) && all.deleted.isEmpty && !all.isEmpty)
        all.add(changes(inserted: [book]))
        #expect(all.passed.isEmpty && all.inserted == [book] && all.updated == [book])
        all.add(changes(deleted: [book]))
        #expect(all.passed.contains(book) && all.inserted.isEmpty && all.updated.isEmpty)
    }
}
