import Foundation
import Persistence
import Testing

@Suite("Notifications of a context")
struct ContextObservationTests {
    private let library: TestLibrary
    private let context: ManagedObjectContext

    init() throws {
        library = try TestLibrary(.cheapest)
        context = library.context()
    }

    @Test("objectsDidChange has each object once, by type of change")
    func objectsDidChange() async throws {
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        var changes = context.objectsDidChange.makeAsyncIterator()
        let book = try context.existing(ids[1], as: Book.self)
        book.title = "Changed"
        book.stock = 3
        let new = Tag(context: context)
        new.label = "New"
        context.delete(try context.existing(ids[2], as: Book.self))
        let author = try context.existing(ids[0], as: Author.self)

        context.processPendingChanges()

        let told = try #require(await changes.next())
        #expect(told.inserted == [new.objectID])
        #expect(Set(told.updated) == [book.objectID, author.objectID])
        #expect(told.deleted == [ids[2]])
        #expect(!told.invalidatedAll)
    }

    @Test("A save notifies about changes, before and after itself, and only once")
    func saving() throws {
        var calls: [String] = []
        let observations = [
            context.observeWillSave { calls.append("will save") },
            context.observeDidSave { calls.append("did save \($0.inserted.count)") },
            context.observeChanges { calls.append("inserted \($0.inserted.count)") },
        ]
        Book(context: context).title = "One"

        try context.save()
        try context.save()
        for observation in observations { observation.cancel() }
        Book(context: context).title = "Two"
        try context.save()

        #expect(calls == ["will save", "inserted 1", "did save 1"])
    }

    @Test("A change made by a willSave observer is saved")
    func willSave() throws {
        let book = Book(context: context)
        let observation = context.observeWillSave {
            if book.title == nil { book.title = "Named late" }
        }

        try context.save()
        observation.cancel()

        #expect(try library.context().fetch(FetchRequest<Book>()).map(\.title) == ["Named late"])
    }

    @Test("didSave contains only this context’s saves")
    func didSave() async throws {
        var saves = context.didSave.makeAsyncIterator()
        try library.save(author: "Ada", titles: ["One"])
        let book = Book(context: context)
        book.title = "Two"
        try context.save()

        let save = try #require(await saves.next())

        #expect(save.inserted == [book.objectID])
    }

    @Test("A refresh, a rollback and a reset are notified")
    func refreshing() throws {
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        var told: [ObjectIDChanges] = []
        let observation = context.observeChanges { told.append($0.objectIDs) }
        let book = try context.existing(id, as: Book.self)
        try context.refresh(book, mergeChanges: false)
        context.processPendingChanges()
        book.title = "Changed"
        context.rollback()
        context.reset()
        observation.cancel()

        #expect(told.map(\.refreshed) == [[id], [], []])
        #expect(told.map(\.updated) == [[], [id], []])
        #expect(told.map(\.invalidatedAll) == [false, false, true])
    }

    @Test("A sequence ends with its context")
    func end() async throws {
        var changes: AsyncStream<ObjectIDChanges>.Iterator?
        do {
            let short = library.context()
            changes = short.objectsDidChange.makeAsyncIterator()
        }

        let last = await changes?.next()

        #expect(last == nil)
    }
}
