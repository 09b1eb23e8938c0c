import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Primitive values of transient attributes")
struct TransientValueTests {
    @Test("A primitive value is not a change for saving, undo or the row version")
    func noChange() throws {
        let library = try Self.library()
        let context = library.context()
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try thing.setValue("One", forKey: "title")
        try context.save()
        context.undoManager = UndoManager()

        try thing.setPrimitiveValue("ONE", forKey: "shout")

        #expect(try thing.attributeValue(forKey: "shout") == .string("ONE"))
        #expect(!context.hasChanges)
        #expect(context.undoManager?.canUndo == false)
        try context.save()
        #expect(thing.rowVersion == 1)
    }

    @Test("A primitive value is kept along with changes, before and after a save")
    func besideChanges() throws {
        let library = try Self.library()
        let context = library.context()
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try thing.setValue("One", forKey: "title")
        try context.save()
        try thing.setValue("Two", forKey: "title")

        try thing.setPrimitiveValue("TWO", forKey: "shout")
        try context.save()

        #expect(try thing.attributeValue(forKey: "shout") == .string("TWO"))
        try thing.setPrimitiveValue(nil, forKey: "shout")
        #expect(try thing.attributeValue(forKey: "shout") == .null)
        #expect(!context.hasChanges)
    }

    @Test("Refreshing the object clears a primitive value")
    func refresh() throws {
        let library = try Self.library()
        let context = library.context()
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try thing.setValue("One", forKey: "title")
        try context.save()
        try thing.setPrimitiveValue("ONE", forKey: "shout")

        try context.refresh(thing, mergeChanges: false)

        #expect(try thing.attributeValue(forKey: "shout") == .null)
        #expect(try thing.attributeValue(forKey: "title") == .string("One"))
    }

    private static func library() throws -> TestLibrary {
        var shout = AttributeDescription("shout", .string)
        shout.isTransient = true
        var entity = EntityDescription("Thing")
        entity.attributes = [AttributeDescription("title", .string, isOptional: false), shout]
        return try TestLibrary(.usual, model: ManagedObjectModel(entities: [entity]))
    }
}
