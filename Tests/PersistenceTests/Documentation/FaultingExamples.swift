import Foundation
import Persistence
import Testing

@Suite("The examples of “Faulting”")
struct FaultingExamples {
    @Test("Destinations are prefetched")
    func prefetching() throws {
        let trace = SQLTrace()
        let cookbook = try CookbookStore(trace: trace)
        for number in 1...10 {
            try cookbook.save("Soup \(number)", by: "Cook \(number)", steps: ["Boil"])
        }
        trace.removeAll()

        let lines = try cookbook.container.read { context in
            let request = FetchRequest<Recipe>(
                sortBy: [SortDescriptor(\.title)], prefetching: [\.cook, \.steps])
            return try context.fetch(request).map { recipe in
                "\(recipe.title ?? "") by \(recipe.cook?.name ?? ""), \(recipe.steps.count) steps"
            }
        }

        #expect(lines.first == "Soup 1 by Cook 1, 1 steps")
        #expect(trace.sql.count { $0.hasPrefix("SELECT") } == 3)
    }

    @Test("A long list is fetched in batches")
    func batches() throws {
        let trace = SQLTrace()
        let cookbook = try CookbookStore(trace: trace)
        for number in 1...10 { try cookbook.save("Soup \(number)") }
        let context = ManagedObjectContext(cookbook.container)
        trace.removeAll()

        var request = FetchRequest<Recipe>()
        request.fetchBatchSize = 5
        let recipes = try context.fetch(request)
        let first = recipes.prefix(5).compactMap(\.title)

        #expect(first.count == 5)
        #expect(trace.sql.count { $0.hasPrefix("SELECT") } == 2)
    }

    @Test("A large value is loaded on access")
    func largeValues() throws {
        let trace = SQLTrace()
        let cookbook = try CookbookStore(trace: trace)
        let photo = Data(repeating: 7, count: 200_000)
        let id = try cookbook.container.write { context in
            let recipe = Recipe(context: context)
            recipe.title = "Pea soup"
            recipe.photo = photo
            try context.save()
            return recipe.objectID
        }
        let context = ManagedObjectContext(cookbook.container)
        let recipe = try #require(try context.existingObject(with: id) as? Recipe)
        trace.removeAll()

        let size = recipe.byteCount(forKey: "photo")
        #expect(size == 200_000)
        let statementCount = trace.sql.count
        #expect(recipe.byteCount(forKey: "photo") == 200_000)
        #expect(trace.sql.count == statementCount)

        let folder = try TemporaryDirectory()
        let path = folder.path + "/photo"
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try recipe.readData(forKey: "photo") { piece in try file.write(contentsOf: piece) }
        try file.close()
        #expect(FileManager.default.contents(atPath: path) == photo)

        #expect(recipe.photo == photo)
        #expect(trace.sql.count > statementCount)
    }
}
