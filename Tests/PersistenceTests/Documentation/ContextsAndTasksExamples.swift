import Persistence
import Testing

/// The values of a recipe on a page.
struct RecipeCard: Sendable {
    var id: ManagedObjectID
    var title: String
    var minutes: Int

    init(_ recipe: Recipe) {
        id = recipe.objectID
        title = recipe.title ?? ""
        minutes = Int(recipe.minutes)
    }
}

actor Kitchen {
    private let context: ManagedObjectContext

    init(_ container: PersistentContainer) {
        context = ManagedObjectContext(container)
        context.automaticallyMergesChangesFromParent = true
    }

    func newest() throws -> RecipeCard? {
        var request = FetchRequest<Recipe>()
        request.sortDescriptors = [FetchSortDescriptor("dateAdded", ascending: false)]
        return try context.fetchFirst(request).map(RecipeCard.init)
    }
}

@Suite("The examples of “Contexts and tasks”")
struct ContextsAndTasksExamples {
    @Test("Values can leave a closure")
    func values() async throws {
        let cookbook = try CookbookStore()
        try cookbook.save("Pea soup")
        let container = cookbook.container

        let cards = try await container.read { context in
            try context.fetch(FetchRequest<Recipe>()).map(RecipeCard.init)
        }

        #expect(cards.map(\.title) == ["Pea soup"])
        withExtendedLifetime(cookbook) {}
    }

    @Test("An actor owns a context")
    func actors() async throws {
        let cookbook = try CookbookStore()
        let kitchen = Kitchen(cookbook.container)
        #expect(try await kitchen.newest() == nil)

        try cookbook.save("Pea soup")

        #expect(try await kitchen.newest()?.title == "Pea soup")
    }

    @Test("A task observes saves")
    func saves() async throws {
        let cookbook = try CookbookStore()
        let container = cookbook.container

        let saves = container.coordinator.saves
        let listener = Task {
            for await save in saves {
                return save.inserted.count + save.updated.count + save.deleted.count
            }
            return 0
        }

        try cookbook.save("Pea soup", by: "Ada")
        #expect(await listener.value == 2)
    }

    @Test("An object that left a synchronous closure keeps its fetched values")
    func objectsOutside() throws {
        let cookbook = try CookbookStore()
        try cookbook.save("Pea soup", by: "Ada")

        let recipe = try #require(
            try cookbook.container.read { try $0.fetchFirst(FetchRequest<Recipe>()) })

        #expect(recipe.managedObjectContext == nil)
        #expect(recipe.title == "Pea soup")
        #expect(recipe.cook == nil)
    }
}
