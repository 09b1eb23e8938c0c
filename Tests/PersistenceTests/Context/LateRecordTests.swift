import Testing

@testable import Persistence

@Suite("Faults created before their records")
struct LateRecordTests {
    @Test("A fault without a record is replaced by the object that gets its ID")
    func savedLater() throws {
        let library = try TestLibrary(.inMemory)
        let context = library.context()
        let id = try library.container.coordinator.objectID(entityName: "Tag", recordNumber: 1)
        var early: ManagedObject? = context.object(with: id)

        let tag = Tag(context: context)
        tag.label = "red"
        try context.save()

        #expect(tag.objectID == id)
        #expect(early?.managedObjectContext == nil)
        early = nil
        #expect(context.object(with: id) === tag)
        #expect(try context.count(for: FetchRequest<Tag>()) == 1)
    }

    @Test("A fault is replaced even if its ID was only reserved")
    func reserved() throws {
        let library = try TestLibrary(.inMemory)
        let context = library.context()
        let id = try library.container.coordinator.objectID(entityName: "Tag", recordNumber: 1)
        let early = context.object(with: id)
        let tag = Tag(context: context)

        try context.obtainPermanentIDs(for: [tag])

        #expect(tag.objectID == id)
        #expect(early.managedObjectContext == nil)
        #expect(context.object(with: id) === tag)
    }

    @Test("Neither object refers to its context after the context is deallocated")
    func contextGoesAway() throws {
        let library = try TestLibrary(.inMemory)
        let id = try library.container.coordinator.objectID(entityName: "Tag", recordNumber: 1)
        var context: ManagedObjectContext? = library.context()
        let early = try #require(context).object(with: id)
        let tag = Tag(context: try #require(context))
        tag.label = "red"
        try context?.save()

        context = nil

        #expect(early.managedObjectContext == nil)
        #expect(tag.managedObjectContext == nil)
    }

    @Test("A parent’s fault for a child’s new object becomes that object when the child saves")
    func childSaves() throws {
        let library = try TestLibrary(.inMemory)
        let parent = library.context()
        let child = ManagedObjectContext(parent: parent)
        let tag = Tag(context: child)
        tag.label = "red"
        let early = try #require(parent.object(with: tag.objectID) as? Tag)

        try child.save()

        #expect(parent.object(with: tag.objectID) === early)
        #expect(early.label == "red")
        #expect(parent.insertedObjects == [early])
        try parent.save()
        #expect(early.objectID == tag.objectID)
        #expect(try library.context().count(for: FetchRequest<Tag>()) == 1)
    }

    @Test("An object that is inserted, undone and redone in a child is one object of its parent")
    func childUndoes() throws {
        let library = try TestLibrary(.inMemory)
        let parent = library.context()
        let child = ManagedObjectContext(parent: parent)
        child.undoManager = UndoManager()
        let tag = Tag(context: child)
        tag.label = "red"
        try child.save()
        child.undo()
        try child.save()
        child.redo()
        try child.save()

        let copy = try #require(parent.fetch(FetchRequest<Tag>()).first)
        try parent.save()

        #expect(parent.object(with: copy.objectID) === copy)
        #expect(copy.objectID == tag.objectID)
        #expect(try library.context().fetch(FetchRequest<Tag>()).map(\.label) == ["red"])
    }
}
