import Persistence
import Testing

@Suite("The examples of “Undo and redo”")
struct UndoExamples {
    @Test("Steps are undone and redone")
    func steps() throws {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Pea soup")
        let context = ManagedObjectContext(cookbook.container)
        let recipe = try #require(try context.existingObject(with: id) as? Recipe)

        context.undoManager = UndoManager()

        recipe.title = "Green soup"
        recipe.minutes = 30
        context.processPendingChanges()
        recipe.minutes = 90

        context.undo()
        let minutes = recipe.minutes
        context.undo()
        let title = recipe.title
        context.redo()

        #expect(minutes == 30)
        #expect(title == "Pea soup")
        #expect(recipe.title == "Green soup")
    }

    @Test("A group is one step")
    func group() throws {
        let cookbook = try CookbookStore()
        try cookbook.save("Pea soup")
        try cookbook.save("Bread")
        let context = ManagedObjectContext(cookbook.container)
        let manager = UndoManager()
        context.undoManager = manager

        manager.beginUndoGrouping()
        for recipe in try context.fetch(FetchRequest<Recipe>()) { recipe.minutes += 5 }
        context.processPendingChanges()
        manager.setActionName("More time")
        manager.endUndoGrouping()

        #expect(context.updatedObjects.count == 2)
        #expect(manager.undoActionName == "More time")
        context.undo()
        #expect(!context.hasChanges)
    }

    @Test("A deleted record is restored under its ID with a higher version")
    func restoredID() throws {
        let cookbook = try CookbookStore()
        let context = ManagedObjectContext(cookbook.container)
        let saved = try cookbook.save("Pea soup")
        let recipe = try #require(try context.existingObject(with: saved) as? Recipe)

        let (id, version) = (recipe.objectID, recipe.rowVersion)
        context.delete(recipe)
        try context.save()
        let again = Recipe(context: context)
        again.title = "Green soup"
        try context.restoreID(id, to: again, formerVersion: version)

        try context.save()
        #expect(again.objectID == saved)
        #expect(again.rowVersion == version + 1)
    }
}
