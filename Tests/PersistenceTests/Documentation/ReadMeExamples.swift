import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The example of the README")
struct ReadMeExamples {
    @Test("Persistence in ten lines")
    func tenLines() async throws {
        let cookbook = try CookbookStore()
        let directory = cookbook.directory
        let modelPath = directory + "/contents"
        try CookbookStore.modelText().write(toFile: modelPath, atomically: true, encoding: .utf8)
        let storePath = directory + "/ReadMe.sqlite"

        let container = try PersistentContainer(
            model: ManagedObjectModel(contentsOf: modelPath), classes: cookbookModelClasses,
            store: .sqlite(path: storePath))
        try await container.write { context in
            let recipe = Recipe(context: context)
            recipe.title = "Pea soup"
            recipe.minutes = 90
            try context.save()
        }
        let titles = try await container.read { context in
            var request = FetchRequest<Recipe>()
            request.predicate = try FetchPredicate(format: "title CONTAINS[cd] %@", "PEA")
            return try context.fetch(request).compactMap(\.title)
        }

        #expect(titles == ["Pea soup"])
        try container.close()
    }
}
