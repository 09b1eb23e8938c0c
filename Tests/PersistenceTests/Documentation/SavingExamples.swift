import Persistence
import Testing

@Suite("The examples of “Saving”")
struct SavingExamples {
    @Test("An error lists all validation failures of a save")
    func validation() throws {
        let cookbook = try CookbookStore()
        let context = ManagedObjectContext(cookbook.container)
        var messages: [String] = []

        let recipe = Recipe(context: context)
        recipe.minutes = -5
        let step = Step(context: context)
        step.text = "  "
        do {
            try context.save()
        } catch PersistenceError.validation(let faults) {
            for fault in faults { messages.append("\(fault.entity): \(fault.reason)") }
        }

        #expect(
            messages == [
                "Recipe: minutes is too small: at least 0", "Recipe: title is a required value",
                "Step: recipe is a required value", "Step: text says nothing",
            ])
    }

    @Test("A value is corrected before it is saved")
    func willSave() throws {
        let cookbook = try CookbookStore()
        let id = try cookbook.save("Pea soup", by: " Ada ")

        let name = try cookbook.container.read { context in
            (try context.existingObject(with: id) as? Recipe)?.cook?.name
        }

        #expect(name == "Ada")
    }

    @Test("A conflict is resolved by refreshing the object")
    func conflict() throws {
        let cookbook = try CookbookStore()
        let (context, id) = try contextInConflict(cookbook)

        do {
            try context.save()
        } catch PersistenceError.mergeConflicts(let conflicts) {
            for conflict in conflicts where conflict.newVersion > 0 {
                try context.refresh(context.object(with: conflict.objectID), mergeChanges: true)
            }
            try context.save()
        }

        #expect(try values(of: id, in: cookbook) == "Green soup, 90")
    }

    @Test("A merge policy resolves conflicts")
    func mergePolicy() throws {
        let cookbook = try CookbookStore()
        let (context, id) = try contextInConflict(cookbook)

        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()

        #expect(try values(of: id, in: cookbook) == "Green soup, 90")
    }

    @Test("Conflicts are detected for a record that is only read")
    func guarded() throws {
        let cookbook = try CookbookStore()
        let otherID = try cookbook.save("Pea soup")
        let context = ManagedObjectContext(cookbook.container)
        let other = try #require(try context.existingObject(with: otherID) as? Recipe)
        let recipe = Recipe(context: context)
        recipe.title = "Two soups"
        #expect(other.title == "Pea soup")
        try cookbook.container.write { writer in
            try #require(try writer.existingObject(with: otherID) as? Recipe).minutes = 7
            try writer.save()
        }

        #expect(throws: PersistenceError.self) {
            recipe.minutes = other.minutes * 2
            context.detectConflicts(for: other)
            try context.save()
        }
        try context.refresh(other, mergeChanges: true)
        recipe.minutes = other.minutes * 2
        try context.save()

        #expect(try values(of: recipe.objectID, in: cookbook) == "Two soups, 14")
    }

    /// A context that changed the time of a recipe, whose title was changed in the store.
    private func contextInConflict(
        _ cookbook: CookbookStore
    ) throws -> (ManagedObjectContext, ManagedObjectID) {
        let id = try cookbook.save("Pea soup")
        let context = ManagedObjectContext(cookbook.container)
        try #require(try context.existingObject(with: id) as? Recipe).minutes = 90
        try cookbook.container.write { other in
            try #require(try other.existingObject(with: id) as? Recipe).title = "Green soup"
            try other.save()
        }
        return (context, id)
    }

    private func values(of id: ManagedObjectID, in cookbook: CookbookStore) throws -> String {
        try cookbook.container.read { context in
            let recipe = try #require(try context.existingObject(with: id) as? Recipe)
            return "\(recipe.title ?? ""), \(recipe.minutes)"
        }
    }
}
