import Foundation
import Persistence
import Testing

@Suite("Parent and child contexts")
struct NestingTests {
    private let library: TestLibrary
    private let parent: ManagedObjectContext
    private let child: ManagedObjectContext

    init() throws {
        try self.init(.usual)
    }

    private init(_ kind: StoreKind) throws {
        library = try TestLibrary(kind)
        parent = library.context()
        child = ManagedObjectContext(parent: parent)
    }

    @Test("A fetch through the parent includes the parent’s unsaved changes")
    func unsaved() throws {
        let ids = try library.save(author: "Ada", titles: ["One", "Two", "Three"])
        try parent.existing(ids[1], as: Book.self).title = "Changed"
        parent.delete(try parent.existing(ids[2], as: Book.self))
        let new = Book(context: parent)
        new.title = "New"
        new.author = try parent.existing(ids[0], as: Author.self)
        var request = FetchRequest<Book>()
        request.sortDescriptors = [FetchSortDescriptor("title")]
        request.predicate = try FetchPredicate(format: "author.name == 'Ada'")

        let books = try child.fetch(request)

        #expect(books.map(\.title) == ["Changed", "New", "Three"])
        #expect(books[1].objectID == new.objectID)
        #expect(books[1].author?.books == Set(books))
        #expect(try child.count(for: request) == 3)
        request.fetchOffset = 1
        request.fetchLimit = 1
        #expect(try child.fetch(request).map(\.title) == ["New"])
        #expect(throws: PersistenceError.self) { try child.existingObject(with: ids[2]) }
    }

    @Test("A child’s save that fails to read changes nothing in the parent")
    func halfway() throws {
        let tests = try NestingTests(.sqlite)
        let (library, parent, child) = (tests.library, tests.parent, tests.child)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let tag = Tag(context: child)
        tag.label = "new"
        let book = try child.existing(ids[1], as: Book.self)
        book.title = "Changed"
        book.tags = [tag]
        child.delete(try child.existing(ids[2], as: Book.self))
        child.processPendingChanges()
        let new = Author(context: child)
        new.name = "Ben"
        let database = try RawDatabase(library.directory + "/Library.sqlite")
        let joins = try #require(
            try database.column(
                "SELECT name FROM sqlite_master WHERE name LIKE 'Z\\_%TAGS' ESCAPE '\\'"
            )
            .first)
        try parent.refreshAllObjects()
        try database.run("ALTER TABLE \(joins) RENAME TO GONE")

        #expect(throws: PersistenceError.self) { try child.save() }

        #expect(!parent.hasChanges)
        #expect(parent.insertedObjects.isEmpty && parent.deletedObjects.isEmpty)
        #expect(try parent.existing(ids[1], as: Book.self).title == "One")
        #expect(child.hasChanges && child.insertedObjects.count == 2)
        try database.run("ALTER TABLE GONE RENAME TO \(joins)")
        try child.save()
        try parent.save()
        let other = library.context()
        let saved = try other.existing(ids[1], as: Book.self)
        #expect(saved.title == "Changed" && saved.tags.map(\.label) == ["new"])
        #expect(try other.count(for: FetchRequest<Book>()) == 1)
        #expect(try other.count(for: FetchRequest<Author>()) == 2)
    }

    @Test("A child saves to its parent only, and the root saves to the store")
    func saving() throws {
        let book = Book(context: child)
        book.title = "One"
        let page = Page(context: child)
        page.text = "a"
        page.book = book

        try child.save()

        #expect(!child.hasChanges)
        #expect(parent.insertedObjects.count == 2)
        #expect(book.objectID.isTemporaryID)
        #expect(try library.context().count(for: FetchRequest<Book>()) == 0)

        try parent.save()

        #expect(!book.objectID.isTemporaryID)
        #expect(page.book === book)
        #expect(child.registeredObject(for: book.objectID) === book)
        let stored = try library.context().existing(book.objectID, as: Book.self)
        #expect(stored.title == "One")
    }

    @Test("A child’s save passes its changes and deletions to the parent")
    func changes() throws {
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let theirs = try parent.existing(ids[1], as: Book.self)
        let toDelete = try parent.existing(ids[2], as: Book.self)
        theirs.stock = 9
        try child.existing(ids[1], as: Book.self).title = "Changed"
        child.delete(try child.existing(ids[2], as: Book.self))
        #expect(theirs.title == "One")

        try child.save()

        #expect(theirs.title == "Changed")
        #expect(theirs.stock == 9)
        #expect(toDelete.isDeleted)
        #expect(try parent.existing(ids[0], as: Author.self).books == [theirs])
        try parent.save()
        #expect(try library.context().fetch(FetchRequest<Book>()).map(\.title) == ["Changed"])
    }

    @Test("Each context validates what it saves")
    func validation() throws {
        let page = Page(context: child)
        let inChild = faults { try child.save() }
        #expect(inChild.map(\.key) == ["book"])
        #expect(!parent.hasChanges)

        let book = Book(context: child)
        book.title = "One"
        page.book = book
        try child.save()
        let theirs = try #require(try parent.fetch(FetchRequest<Book>()).first)
        theirs.title = nil
        let inParent = faults { try parent.save() }
        #expect(inParent.map(\.key) == ["title"])
    }

    @Test("A rollback of a child does not affect its parent")
    func rollback() throws {
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let theirs = try parent.existing(id, as: Book.self)
        theirs.title = "Parent's"
        let mine = try child.existing(id, as: Book.self)
        mine.title = "Child's"
        Book(context: child).title = "New"

        child.rollback()

        #expect(mine.title == "Parent's")
        #expect(!child.hasChanges)
        #expect(theirs.isUpdated)
        #expect(try child.count(for: FetchRequest<Book>()) == 1)
    }

    @Test("Refreshing an object in a child gets the parent’s changes")
    func refreshing() throws {
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let mine = try child.existing(id, as: Book.self)
        mine.stock = 4
        let theirs = try parent.existing(id, as: Book.self)
        theirs.title = "Parent's"
        #expect(mine.title == "One")

        try child.refresh(mine, mergeChanges: true)

        #expect(mine.title == "Parent's")
        #expect(mine.stock == 4)
    }

    @Test("A sibling’s save is merged if automatic merging is on")
    func siblings() throws {
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let other = ManagedObjectContext(parent: parent)
        other.automaticallyMergesChangesFromParent = true
        let theirs = try other.existing(id, as: Book.self)
        try child.existing(id, as: Book.self).title = "Changed"

        try child.save()

        #expect(theirs.title == "One")
        _ = try other.fetch(FetchRequest<Tag>())
        #expect(theirs.title == "Changed")
    }

    @Test("A change to an object that the parent deleted is a conflict")
    func conflict() throws {
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let mine = try child.existing(id, as: Book.self)
        mine.title = "Changed"
        parent.delete(try parent.existing(id, as: Book.self))

        #expect {
            try child.save()
        } throws: { error in
            guard case PersistenceError.mergeConflicts(let conflicts) = error else { return false }
            return conflicts.map(\.objectID) == [id] && conflicts.map(\.newVersion) == [0]
        }
        #expect(mine.isUpdated)
    }

    @Test("Permanent IDs can be obtained before the save")
    func permanentIDs() throws {
        let grandchild = ManagedObjectContext(parent: child)
        let author = Author(context: grandchild)
        author.name = "Ada"
        let book = Book(context: grandchild)
        book.title = "One"
        book.author = author

        try grandchild.obtainPermanentIDs(for: [author])
        let id = author.objectID
        #expect(!id.isTemporaryID)
        #expect(book.objectID.isTemporaryID)
        #expect(book.author === author)
        try grandchild.save()
        try child.save()
        try parent.save()

        #expect(author.objectID == id)
        let other = library.context()
        let stored = try other.existing(id, as: Author.self)
        #expect(stored.books.map(\.title) == ["One"])
        #expect(Set(stored.books.map(\.objectID)) == [book.objectID])
    }

    @Test("A root context’s save keeps permanent IDs")
    func permanentIDsOfRoot() throws {
        let book = Book(context: parent)
        book.title = "One"
        let page = Page(context: parent)
        page.book = book
        try parent.obtainPermanentIDs(for: [book])
        let id = book.objectID

        try parent.save()

        #expect(book.objectID == id)
        let other = library.context()
        #expect(try other.existing(id, as: Book.self).pages.count == 1)
        #expect(throws: PersistenceError.self) {
            try library.container.read { context in
                try context.obtainPermanentIDs(for: [])
            }
        }
    }

    @Test("A child’s save is a single step of its parent’s undo manager")
    func undo() throws {
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        parent.undoManager = UndoManager()
        try child.existing(id, as: Book.self).title = "Changed"
        Book(context: child).title = "New"
        try child.save()
        #expect(parent.insertedObjects.count == 1)

        parent.undo()

        #expect(!parent.hasChanges)
        #expect(try parent.fetch(FetchRequest<Book>()).map(\.title) == ["One"])
    }

    @Test("Relationships are prefetched through the parent")
    func prefetching() throws {
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        var request = FetchRequest<Author>()
        request.relationshipKeyPathsForPrefetching = ["books.pages"]

        let author = try #require(try child.fetch(request).first)

        let found = author.books.map(\.objectID)
        #expect(Set(found) == Set(ids.dropFirst()))
    }

    @Test(
        "Dictionary fetches in a child include the parent’s unsaved changes",
        arguments: StoreKind.allCases)
    func dictionaries(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two", "Three"])
        let parent = library.context()
        let child = ManagedObjectContext(parent: ManagedObjectContext(parent: parent))
        var request = DictionaryFetchRequest(entityName: "Book")
        request.columns = [("stock", .function("sum:", [.keyPath(["stock"])]))]
        #expect(try child.fetchDictionaries(request) == [["stock": .integer(3)]])

        try parent.existing(ids[1], as: Book.self).stock = 10
        parent.delete(try parent.existing(ids[2], as: Book.self))
        let new = Book(context: parent)
        new.title = "Four"
        new.stock = 100

        #expect(try child.fetchDictionaries(request) == [["stock": .integer(111)]])
        request.columns = [("title", .keyPath(["title"]))]
        request.sortDescriptors = [FetchSortDescriptor("title")]
        request.fetchOffset = 1
        request.fetchLimit = 1
        #expect(try child.fetchDictionaries(request) == [["title": .string("One")]])
    }
}
