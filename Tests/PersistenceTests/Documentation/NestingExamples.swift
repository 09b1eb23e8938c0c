import Persistence
import Testing

@Suite("The examples of “Parent and child contexts”")
struct NestingExamples {
    @Test("A form is edited in a child context, and rolled back or saved")
    func form() throws {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Pea soup")
        let context = ManagedObjectContext(cookbook.container)

        let form = ManagedObjectContext(parent: context)
        let draft = try form.existingObject(with: id) as? Recipe
        draft?.title = "Green soup"
        form.rollback()
        draft?.title = "Soup of the day"
        try form.save()
        try context.save()

        let stored = try cookbook.container.read { context in
            (try context.existingObject(with: id) as? Recipe)?.title
        }
        #expect(stored == "Soup of the day")
    }

    @Test("New objects get permanent IDs before they are saved")
    func permanentIDs() throws {
        let cookbook = try CookbookStore()
        let context = ManagedObjectContext(cookbook.container)
        let form = ManagedObjectContext(parent: context)

        let recipe = Recipe(context: form)
        recipe.title = "Bread"
        try form.obtainPermanentIDs(for: [recipe])
        let id = recipe.objectID
        try form.save()
        try context.save()

        #expect(!id.isTemporaryID)
        #expect(try cookbook.container.read { try $0.existingObject(with: id).objectID } == id)
    }
}
