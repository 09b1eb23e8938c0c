import Persistence
import Testing

@Suite("The examples of “Properties by name”")
struct PropertiesByNameExamples {
    @Test("Values are read, set and copied by name")
    func values() throws {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Soup", by: "Ada", steps: ["Soak", "Boil"])
        let context = ManagedObjectContext(cookbook.container)
        let recipe = try #require(try context.existingObject(with: id) as? Recipe)
        let copy = Recipe(context: context)

        let object: ManagedObject = recipe
        try object.setValue("Pea soup", forKey: "title")
        let title = try object.value(forKey: "title") as? String
        let cook = try object.value(forKeyPath: "cook.name") as? String
        let texts = try object.value(forKeyPath: "steps.text") as? [AnyHashable]
        let count = try object.value(forKeyPath: "ingredients.@count") as? Int64

        #expect(title == "Pea soup" && cook == "Ada" && texts == ["Soak", "Boil"] && count == 0)

        let values = try object.dictionaryWithValues(forKeys: ["title", "minutes", "cook"])
        try copy.setValuesForKeys(values)

        #expect(copy.title == "Pea soup" && copy.cook === recipe.cook)
    }

    @Test("Relationships are changed by name, and primitive values without notification")
    func relationships() throws {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Soup", steps: ["Soak", "Boil"])
        let context = ManagedObjectContext(cookbook.container)
        let recipe = try #require(try context.existingObject(with: id) as? Recipe)
        let peas = Ingredient(context: context)
        peas.name = "Peas"

        try recipe.setPrimitiveValue(recipe.steps.count * 5, forKey: "minutes")

        #expect(recipe.minutes == 10 && !recipe.hasChanges)

        let object: ManagedObject = recipe
        let ingredients = try object.mutableSetValue(forKey: "ingredients")
        ingredients.add(peas)
        let steps = try object.mutableOrderedSetValue(forKey: "steps")
        steps.moveObject(from: 1, to: 0)

        #expect(recipe.steps.map(\.text) == ["Boil", "Soak"])
        #expect(ingredients.count == 1 && steps.count == 2)
    }
}
