import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The examples of “Full-text search”")
struct FullTextSearchExamples {
    private let cookbook: CookbookStore
    private let container: PersistentContainer

    init() throws {
        cookbook = try CookbookStore()
        try cookbook.save("Potato soup", by: "Ada", steps: ["Cut the leek"])
        try cookbook.save("Leek soup", by: "Ben")
        try cookbook.save("Salad", by: "Leek", steps: ["Wash"])
        let path = cookbook.directory + "/Searched.sqlite"
        try cookbook.container.backUp(to: path)
        var model = try CookbookStore.model()
        for entity in model.entities.indices {
            for attribute in model.entities[entity].attributes.indices
            where model.entities[entity].attributes[attribute].attributeType == .string {
                model.entities[entity].attributes[attribute].isIndexedBySpotlight = true
            }
        }
        var store = StoreDescription.sqlite(path: path)
        store.sqlite.isSecureDelete = true
        container = try PersistentContainer(
            model: model, classes: cookbookModelClasses, store: store)
    }

    @Test("A recipe is found by its cook and its steps, sorted by relevance")
    func search() throws {
        let context = ManagedObjectContext(container)

        var request = FetchRequest<Recipe>()
        request.predicate = .search("leek soup", in: ["SELF", "cook", "steps"])
        request.sortDescriptors = [.relevance(to: "leek soup"), FetchSortDescriptor("title")]
        let found = try context.fetch(request)

        #expect(found.map(\.title) == ["Leek soup", "Potato soup"])
        try container.close()
    }

    @Test("Deleted texts are erased")
    func erasing() throws {
        try container.eraseDeletedTexts()
        let isErased = try container.checkpoint()

        #expect(isErased)
        try container.close()
    }
}
