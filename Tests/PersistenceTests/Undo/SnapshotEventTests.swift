import Foundation
import Persistence
import Testing

@Suite("Snapshot events")
struct SnapshotEventTests {
    @Test("Undo, redo, rollback and refresh call the hook, each with its event")
    func events() throws {
        let library = try TestLibrary(.inMemory)
        let context = library.context()
        context.undoManager = UndoManager()
        let book = Book(context: context)
        book.title = "One"
        try context.save()
        book.title = "Two"
        context.undo()
        context.redo()
        context.delete(book)
        context.undo()
        try context.refresh(book, mergeChanges: true)
        context.rollback()

        #expect(
            book.snapshotEvents == [.undoUpdate, .undoUpdate, .undoDeletion, .refresh, .rollback])
    }

    @Test("Changes in the hook are not recorded")
    func changes() throws {
        let library = try TestLibrary(.inMemory)
        let context = library.context()
        context.undoManager = UndoManager()
        let book = Book(context: context)
        book.title = "twice"
        try context.save()
        book.stock = 3

        context.undo()

        #expect(book.title == "once")
        #expect(!context.hasChanges)
    }

    @Test("A merge policy’s decision calls the hook after the save")
    func mergePolicy() throws {
        let library = try TestLibrary(.inMemory)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let context = library.context()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let book = try context.existing(id, as: Book.self)
        book.stock = 3
        try library.container.write { other in
            try other.existing(id, as: Book.self).title = "Two"
            try other.save()
        }

        try context.save()

        #expect(book.snapshotEvents == [.mergePolicy])
        #expect(book.title == "Two")
    }
}
