import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The examples of “In a server”")
struct ServersExamples {
    @Test("A service reads for its requests until it is stopped")
    func service() async throws {
        let directory = try TemporaryDirectory()
        let service = try KitchenService(
            path: directory.path + "/Kitchen.sqlite", model: try CookbookStore.model())
        try await service.container.write { context in
            Recipe(context: context).title = "Soup"
            Recipe(context: context).title = "Bread"
            try context.save()
        }

        #expect(try await titles(service) == ["Bread", "Soup"])
        try service.stop()
        await #expect(throws: PersistenceError.self) { try await titles(service) }
    }

    @Test("Errors map to HTTP status codes")
    func statuses() {
        #expect(status(of: PersistenceError.validation([])) == 422)
        #expect(status(of: PersistenceError.mergeConflicts([])) == 409)
        #expect(status(of: PersistenceError.collision(isUndone: true)) == 503)
        #expect(status(of: PersistenceError.readOnly(path: "")) == 503)
        #expect(status(of: PersistenceError.unsupportedPredicate("")) == 400)
        #expect(status(of: CancellationError()) == 500)
    }

    func titles(_ service: KitchenService) async throws -> [String] {
        try await service.container.read(timeLimit: .seconds(5)) { context in
            var request = FetchRequest<Recipe>()
            request.sortDescriptors = [FetchSortDescriptor("title")]
            return try context.fetch(request).compactMap(\.title)
        }
    }

    func status(of error: any Error) -> Int {
        switch error {
        case PersistenceError.validation, PersistenceError.constraintConflict: 422
        case PersistenceError.mergeConflicts: 409
        case PersistenceError.objectNotFound: 404
        case PersistenceError.unsupportedPredicate, is PredicateSyntaxError: 400
        case PersistenceError.timeLimitExceeded, PersistenceError.collision: 503
        case PersistenceError.readOnly: 503
        default: 500
        }
    }
}

struct KitchenService: Sendable {
    let container: PersistentContainer

    init(path: String, model: ManagedObjectModel) throws {
        container = try PersistentContainer(
            model: model, classes: cookbookModelClasses, store: .sqlite(path: path))
    }

    func stop() throws { try container.close() }
}
