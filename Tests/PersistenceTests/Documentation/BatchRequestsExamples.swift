import Foundation
import Persistence
import Testing

@Suite("The examples of “Batch requests”")
struct BatchRequestsExamples {
    @Test("Records are inserted, updated and deleted in batches")
    func batches() throws {
        let cookbook = try CookbookStore()
        let context = ManagedObjectContext(cookbook.container)

        try insert(["Soup"], in: context)
        try insertObjects(["Stew"], in: context)
        let recipes = try context.fetch(FetchRequest<Recipe>())
        for recipe in recipes where recipe.title == "Stew" { recipe.minutes = 120 }
        try context.save()
        let updated = try update(in: context)
        let deleted = try delete(in: context)

        #expect(updated == 1)
        #expect(deleted == 1)
        #expect(try context.fetch(FetchRequest<Recipe>()).map(\.title) == ["Soup"])
    }

    private func insert(_ lines: [String], in context: ManagedObjectContext) throws {
        var rows = lines[...]
        let request = BatchInsertRequest(entityName: "Recipe") { values in
            guard let line = rows.popFirst() else { return true }
            values = ["title": line, "minutes": 5, "dateAdded": Date.now]
            return false
        }
        try context.execute(request)
    }

    private func insertObjects(_ lines: [String], in context: ManagedObjectContext) throws {
        var rows = lines[...]
        let request = BatchInsertRequest(
            entityName: "Recipe",
            managedObjectHandler: { (recipe: Recipe) in
                guard let line = rows.popFirst() else { return true }
                recipe.title = line
                recipe.dateAdded = Date.now
                return false
            })
        try context.execute(request)
    }

    private func update(in context: ManagedObjectContext) throws -> Int {
        var request = BatchUpdateRequest(entityName: "Recipe")
        request.predicate = try FetchPredicate(format: "minutes > 60")
        request.propertiesToUpdate = [
            "minutes": try FetchExpression(format: "minutes * 2"),
            "title": .constant(.string("slow")),
        ]
        request.resultType = .count
        let result = try context.execute(request)
        return result.count
    }

    private func delete(in context: ManagedObjectContext) throws -> Int {
        var request = BatchDeleteRequest(entityName: "Recipe")
        request.predicate = try FetchPredicate(format: "title == %@", "slow")
        request.resultType = .objectIDs
        let result = try context.execute(request)
        try ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: result.changes, into: [context])
        return result.count
    }
}
