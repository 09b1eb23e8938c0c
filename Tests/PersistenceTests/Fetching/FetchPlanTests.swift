import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Fetch plans")
struct FetchPlanTests {
    @Test("A plan has the statement and SQLite’s steps")
    func steps() throws {
        let library = try TestLibrary(.sqlite)
        let context = library.context()
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: "stock > 3")

        let plans = try context.fetchPlans(for: request)

        let plan = try #require(plans.first)
        #expect(plans.count == 1)
        #expect(plan.sql.hasPrefix("SELECT ") && plan.sql.contains("ZSTOCK > ?"))
        #expect(plan.storeIdentifier == library.container.coordinator.stores[0].identifier)
        #expect(plan.scansTable)
        #expect(plan.predicateInMemory == nil)
        #expect(plan.description.contains("-- SCAN"))
    }

    @Test("A relationship is looked up by its index")
    func index() throws {
        let library = try TestLibrary(.sqlite)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: "author == %@", ids[0])

        let plan = try #require(try context.fetchPlans(for: request).first)

        #expect(!plan.scansTable)
        #expect(plan.steps.contains { $0.contains("ZBOOK_ZAUTHOR_INDEX") })
    }

    @Test("A plan contains the predicate that is evaluated in memory, with the reason")
    func residual() throws {
        let library = try TestLibrary(.sqlite)
        let context = library.context()
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: "stock > 3 AND pages[0].text == 'x'")

        let plan = try #require(
            try ManagedObjectContext(parent: context).fetchPlans(for: request).first)

        #expect(plan.predicateInMemory?.predicateFormat.contains("pages") == true)
        #expect(plan.reason != nil)
        #expect(plan.description.contains("in memory, because"))
    }

    @Test("An in-memory store has no plans, and an unknown key is an error")
    func others() throws {
        let library = try TestLibrary(.inMemory)
        let context = library.context()
        var request = FetchRequest<Book>()

        #expect(try context.fetchPlans(for: request).isEmpty)

        request.predicate = try FetchPredicate(format: "colour == 'red'")
        #expect(throws: FetchPredicateError.self) { try context.fetchPlans(for: request) }
        withExtendedLifetime(library) {}
    }
}
