import Foundation
import Persistence
import Testing

@Suite("The examples of “Fetched results”")
struct FetchedResultsExamples {
    @Test("Results are in sections, and changes are an asynchronous sequence")
    func sections() async throws {
        let cookbook = try CookbookStore()
        try cookbook.save("Pea soup", by: "Ada")
        try cookbook.save("Bread", by: "Bob")
        let context = ManagedObjectContext(cookbook.container)

        var request = FetchRequest<Recipe>()
        request.sortDescriptors = [
            FetchSortDescriptor("cook.name"), FetchSortDescriptor("title"),
        ]
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: "cook.name")
        try controller.performFetch()

        for section in controller.sections {
            print(section.name, section.numberOfObjects)
        }

        let changes = controller.changes
        let listener = Task {
            for await change in changes {
                return change.objects.map { "\($0.type) at \($0.newIndexPath ?? [])" }
            }
            return []
        }

        #expect(controller.sections.map(\.name) == ["Ada", "Bob"])
        controller.object(at: [1, 0]).title = "Rye bread"
        try context.save()
        #expect(await listener.value == ["update at [1, 0]"])
    }

    @Test("A context reports its changes")
    func observation() throws {
        let cookbook = try CookbookStore()
        let context = ManagedObjectContext(cookbook.container)

        var titles: [String] = []
        let observation = context.observeChanges { changes in
            titles += changes.inserted.compactMap { ($0 as? Recipe)?.title }
        }
        Recipe(context: context).title = "Bread"
        context.processPendingChanges()
        observation.cancel()

        #expect(titles == ["Bread"])
    }
}
