import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Undo and redo")
struct UndoTests {
    private let library: TestLibrary
    private let context: ManagedObjectContext
    private let manager = UndoManager()

    init() throws {
        library = try TestLibrary(.inMemory)
        context = library.context()
        context.undoManager = manager
    }

    private func savedBook(_ title: String = "One") throws -> Book {
        let book = Book(context: context)
        book.title = title
        try context.save()
        manager.removeAllActions()
        return book
    }

    @Test("A context has no undo manager by default, and undo does nothing")
    func noManager() throws {
        let plain = library.context()
        let book = Book(context: plain)
        book.title = "One"

        plain.undo()

        #expect(plain.undoManager == nil)
        #expect(book.title == "One")
    }

    @Test("The changes between two calls of processPendingChanges are one step")
    func events() throws {
        let book = try savedBook()
        book.title = "Two"
        book.stock = 7
        context.processPendingChanges()
        book.title = "Three"

        context.undo()
        #expect(book.title == "Two")
        #expect(book.stock == 7)
        context.undo()
        #expect(book.title == "One")
        #expect(book.stock == 1)
        #expect(!manager.canUndo)

        context.redo()
        context.redo()
        #expect(book.title == "Three")
        #expect(book.stock == 7)
        #expect(!manager.canRedo)
    }

    @Test("An object whose values are undone to the stored ones has no changes")
    func settled() throws {
        let book = try savedBook()
        book.title = "Two"
        #expect(context.hasChanges)

        context.undo()
        #expect(!context.hasChanges)
        #expect(!book.isUpdated)
        #expect(book.changedValues.isEmpty)

        book.title = "Three"
        #expect(context.updatedObjects == [book])
        try context.save()
        let stored = try library.context().existing(book.objectID, as: Book.self)
        #expect(stored.title == "Three")
    }

    @Test("An undo group is a single step that includes nested groups")
    func groups() throws {
        let book = try savedBook()
        manager.beginUndoGrouping()
        book.title = "Two"
        context.processPendingChanges()
        manager.beginUndoGrouping()
        book.stock = 2
        manager.endUndoGrouping()
        manager.beginUndoGrouping()
        book.weight = 3
        manager.endUndoGrouping()
        #expect(manager.groupingLevel == 1)

        manager.undoNestedGroup()
        #expect(book.weight == 0.5)
        #expect(book.stock == 2)
        manager.endUndoGrouping()
        #expect(manager.groupingLevel == 0)

        context.undo()
        #expect(book.title == "One")
        #expect(book.stock == 1)
    }

    @Test("Undo closes an open group, but a nested open group is an error")
    func openGroups() throws {
        let book = try savedBook()
        manager.beginUndoGrouping()
        book.title = "Two"
        context.undo()
        #expect(book.title == "One")
        #expect(manager.groupingLevel == 0)

        manager.beginUndoGrouping()
        manager.beginUndoGrouping()
        book.title = "Two"
        context.undo()

        #expect(book.title == "Two")
        #expect(throws: PersistenceError.self) { try context.save() }
    }

    @Test("levelsOfUndo limits the number of steps")
    func levels() throws {
        let book = try savedBook()
        manager.levelsOfUndo = 2
        for title in ["Two", "Three", "Four"] {
            book.title = title
            context.processPendingChanges()
        }

        for _ in 0..<5 { context.undo() }

        #expect(book.title == "Two")
        #expect(manager.redoCount == 2)
    }

    @Test("Changes while registration is disabled are not undone")
    func disabled() throws {
        let book = try savedBook()
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        book.title = "Two"
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        book.stock = 5
        manager.enableUndoRegistration()
        #expect(!manager.canUndo)
        book.weight = 9

        context.undo()

        #expect(book.title == "Two")
        #expect(book.stock == 5)
        #expect(book.weight == 0.5)
    }

    @Test("A new change clears the redo stack")
    func redoEnds() throws {
        let book = try savedBook()
        book.title = "Two"
        context.undo()
        #expect(manager.canRedo)

        book.stock = 3

        #expect(!manager.canRedo)
    }

    @Test("An insertion is undone and redone with the same object")
    func insertion() throws {
        let book = Book(context: context)
        book.title = "One"
        let tag = Tag(context: context)
        tag.label = "Old"
        book.tags = [tag]

        context.undo()
        #expect(book.managedObjectContext == nil)
        #expect(!context.hasChanges)
        #expect(try context.fetch(FetchRequest<Book>()).isEmpty)

        context.redo()
        #expect(book.isInserted)
        #expect(book.title == "One")
        #expect(tag.books == [book])
        try context.save()
        #expect(try library.context().count(for: FetchRequest<Book>()) == 1)
    }

    @Test("A deletion is undone with the effects of its delete rules")
    func deletion() throws {
        let author = Author(context: context)
        author.name = "Ada"
        let tag = Tag(context: context)
        tag.label = "Old"
        let books = ["One", "Two"].map { title in
            let book = Book(context: context)
            book.title = title
            book.author = author
            book.tags = [tag]
            return book
        }
        let pages = ["a", "b", "c"].map { text in
            let page = Page(context: context)
            page.text = text
            return page
        }
        books[0].pages = pages
        try context.save()

        context.delete(author)
        try context.save()
        #expect(tag.books.isEmpty)
        #expect(author.managedObjectContext == nil)
        context.undo()

        #expect(author.books == Set(books))
        #expect(tag.books == Set(books))
        #expect(books[0].pages == pages)
        #expect(author.objectID.isTemporaryID)
        #expect(author.isInserted)
        try context.save()

        let other = library.context()
        let stored = try all(Book.self, by: "title", in: other)
        #expect(stored.map(\.title) == ["One", "Two"])
        #expect(stored.first?.pages.map(\.text) == ["a", "b", "c"])
        #expect(stored.first?.author?.name == "Ada")
        #expect(stored.last?.tags.map(\.label) == ["Old"])
        context.redo()
        try context.save()
        #expect(try library.context().count(for: FetchRequest<Page>()) == 0)
        #expect(tag.books.isEmpty)
    }

    @Test("Undoing a saved change is a new change")
    func afterSave() throws {
        let book = try savedBook()
        book.title = "Two"
        try context.save()
        let version = book.rowVersion

        context.undo()

        #expect(book.title == "One")
        #expect(book.isUpdated)
        try context.save()
        #expect(book.rowVersion == version + 1)
        #expect(try library.context().existing(book.objectID, as: Book.self).title == "One")
    }

    @Test("Undoing a saved insertion is a deletion")
    func insertionAfterSave() throws {
        let book = Book(context: context)
        book.title = "One"
        try context.save()

        context.undo()
        #expect(book.isDeleted)
        try context.save()
        #expect(try library.context().count(for: FetchRequest<Book>()) == 0)

        context.redo()
        try context.save()
        let stored = try library.context().fetch(FetchRequest<Book>())
        #expect(stored.map(\.title) == ["One"])
        #expect(stored.map(\.objectID) == [book.objectID])
    }

    @Test("The order of an ordered relationship is restored")
    func order() throws {
        let book = try savedBook()
        book.pages = ["a", "b", "c"].map { text in
            let page = Page(context: context)
            page.text = text
            return page
        }
        try context.save()
        manager.removeAllActions()
        book.moveInOrdered(from: 0, to: 2, slot: 5)
        context.processPendingChanges()
        book.removeFromOrdered(at: 0, slot: 5)

        context.undo()
        #expect(book.pages.map(\.text) == ["b", "c", "a"])
        context.undo()
        #expect(book.pages.map(\.text) == ["a", "b", "c"])
        #expect(!context.hasChanges)

        context.redo()
        try context.save()
        let other = library.context()
        let stored = try other.existing(book.objectID, as: Book.self)
        #expect(stored.pages.map(\.text) == ["b", "c", "a"])
    }

    @Test("The restored order of new members survives a refresh")
    func orderAfterRefresh() throws {
        let book = try savedBook()
        let pages = (1...3).map { _ in Page(context: context) }
        book.pages = pages
        context.processPendingChanges()
        pages[0].book = nil
        context.processPendingChanges()
        context.undo()

        try context.refresh(book, mergeChanges: true)

        #expect(book.pages == pages)
    }

    @Test("A rollback and a reset remove all steps")
    func rollback() throws {
        let book = try savedBook()
        book.title = "Two"
        context.processPendingChanges()
        context.rollback()
        #expect(!manager.canUndo)

        book.title = "Two"
        context.reset()
        #expect(!manager.canUndo)
    }

    @Test("An application’s action is undone and redone with the surrounding changes")
    func actions() throws {
        let book = try savedBook()
        let shelf = Shelf()
        book.title = "Two"
        shelf.set(3, manager)
        manager.setActionName("Shelving")
        context.processPendingChanges()
        #expect(manager.undoActionName == "Shelving")

        context.undo()
        #expect(shelf.height == 0)
        #expect(book.title == "One")
        #expect(manager.redoActionName == "Shelving")
        context.redo()
        #expect(shelf.height == 3)
        #expect(book.title == "Two")

        manager.removeAllActions(withTarget: shelf)
        context.undo()
        #expect(shelf.height == 3)
        #expect(book.title == "One")
    }

    @Test("A transient attribute is undone and redone")
    func transient() throws {
        var mark = AttributeDescription("mark", .string)
        mark.isTransient = true
        var entity = EntityDescription("Thing")
        entity.attributes = [mark]
        let things = try TestLibrary(.inMemory, model: ManagedObjectModel(entities: [entity]))
        let context = things.context()
        context.undoManager = UndoManager()
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try thing.setValue("first", forKey: "mark")
        try context.save()
        try thing.setValue("second", forKey: "mark")

        context.undo()
        #expect(try thing.attributeValue(forKey: "mark") == .string("first"))
        context.redo()
        #expect(try thing.attributeValue(forKey: "mark") == .string("second"))
    }

    @Test("A failed save keeps the changes undoable")
    func failedSave() throws {
        let book = try savedBook()
        book.title = nil
        #expect(throws: PersistenceError.self) { try context.save() }

        context.undo()

        #expect(book.title == "One")
        try context.save()
    }

    /// An object outside of a context that takes part in a step.
    private final class Shelf {
        private(set) var height = 0

        func set(_ new: Int, _ manager: UndoManager) {
            let old = height
            manager.registerUndo(withTarget: self) { $0.set(old, manager) }
            height = new
        }
    }
}
