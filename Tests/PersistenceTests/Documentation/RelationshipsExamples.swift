import Persistence
import Testing

@Suite("The examples of “Relationships”")
struct RelationshipsExamples {
    @Test("Setting one side of a relationship sets the inverse")
    func inverses() throws {
        let cookbook = try CookbookStore()
        let context = ManagedObjectContext(cookbook.container)
        let (ada, bob) = (Cook(context: context), Cook(context: context))
        let recipe = Recipe(context: context)

        recipe.cook = ada
        bob.addToRecipes(recipe)
        // Now the recipe's cook is Bob, and Ada has none.

        #expect(recipe.cook === bob && bob.recipes == [recipe] && ada.recipes.isEmpty)
    }

    @Test("An ordered relationship is reordered")
    func order() throws {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Pea soup", steps: ["Soak", "Boil", "Serve"])
        let context = ManagedObjectContext(cookbook.container)
        let recipe = try #require(try context.existingObject(with: id) as? Recipe)
        let step = Step(context: context)
        step.text = "Salt"

        recipe.insertIntoSteps(step, at: 2)
        recipe.moveSteps(from: 0, to: 1)
        recipe.removeFromSteps(at: 3)

        #expect(recipe.steps.map(\.text) == ["Boil", "Soak", "Salt"])
    }

    @Test("The delete rule Cascade also deletes the destinations")
    func cascade() throws {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Pea soup", steps: ["Soak", "Boil"])

        let left = try cookbook.container.write { context in
            context.delete(context.object(with: id))
            try context.save()
            return try context.count(for: FetchRequest<Step>())
        }

        #expect(left == 0)
    }
}
