import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The examples of “Getting started”")
struct GettingStartedExamples {
    @Test("A container is opened with a model and its classes")
    func opening() throws {
        let cookbook = try CookbookStore()
        let folder = cookbook.directory
        try CookbookStore.modelText().write(
            toFile: folder + "/contents", atomically: true, encoding: .utf8)
        let modelPath = folder + "/contents"
        let storePath = folder + "/Other.sqlite"

        let model = try ManagedObjectModel(contentsOf: modelPath)
        let container = try PersistentContainer(
            model: model, classes: cookbookModelClasses, store: .sqlite(path: storePath))

        try container.close()
        #expect(FileManager.default.fileExists(atPath: storePath))
    }

    @Test("Records are written, read, changed and deleted")
    func records() async throws {
        let cookbook = try CookbookStore()
        let container = cookbook.container

        let id = try await container.write { context in
            let recipe = Recipe(context: context)
            recipe.title = "Pea soup"
            recipe.minutes = 90
            try context.save()
            return recipe.objectID
        }

        let quick = try await container.read { context in
            var request = FetchRequest<Recipe>()
            request.predicate = try FetchPredicate(format: "minutes <= %d", 90)
            request.sortDescriptors = [FetchSortDescriptor("title")]
            request.fetchLimit = 20
            return try context.fetch(request).compactMap(\.title)
        }

        try await container.write { context in
            guard let recipe = try context.existingObject(with: id) as? Recipe else { return }
            recipe.minutes = 75
            try context.save()
            context.delete(recipe)
            try context.save()
        }

        #expect(quick == ["Pea soup"])
        #expect(try await container.read { try $0.count(for: FetchRequest<Recipe>()) } == 0)
        withExtendedLifetime(cookbook) {}
    }

    @Test("A Foundation predicate is equivalent")
    func foundationPredicate() throws {
        let cookbook = try CookbookStore()
        try cookbook.save("Pea soup")
        let container = cookbook.container

        let titles = try container.read { context in
            var request = FetchRequest<Recipe>()
            request.predicate = try FetchPredicate(
                #Predicate<Recipe> { $0.minutes < 30 }, in: context.coordinator.layout)
            return try context.fetch(request).compactMap(\.title)
        }

        #expect(titles == ["Pea soup"])
    }
}
