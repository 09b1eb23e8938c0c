import Foundation
import Persistence
import Testing

@Suite("Predicates in SQL and in memory")
struct BothWaysTests {
    @Test("SQL and memory select the same records", arguments: 0..<4)
    func sameAnswers(seed: Int) throws {
        let catalog = try Catalog()
        let context = catalog.context()
        let all = try context.fetch(FetchRequest<ManagedObject>(entityName: "Thing"))
        var generator = PredicateGenerator(seed: UInt64(seed))
        var selections = Set<Int>()
        for _ in 0..<250 {
            let predicate = generator.predicate()

            let (fetched, filtered) = try answers(
                predicate, all, context, catalog.container.coordinator.layout)

            selections.insert(fetched.count)
            #expect(fetched == filtered, "\(predicate)")
            if fetched != filtered { return }
        }
        // The predicates are not trivial.
        #expect(selections.count > 20)
    }

    @Test("SQL and memory sort equally", arguments: [true, false])
    func sameOrder(ascending: Bool) throws {
        let catalog = try Catalog()
        let context = catalog.context()
        let keys = [
            "name", "count", "price", "weight", "isSold", "bought", "key", "link", "category.label",
            "parent.name", "tags.@count",
        ]
        for comparison in [
            FetchSortDescriptor.Comparison.plain, .caseInsensitive, .localizedStandard,
        ] {
            for key in keys {
                let order = [FetchSortDescriptor(key, ascending: ascending, comparison: comparison)]
                var request = FetchRequest<ManagedObject>(entityName: "Thing")
                let unsorted = try context.fetch(request)

                request.sortDescriptors = order
                let sorted = try context.fetch(request)

                #expect(
                    try sorted.map(\.objectID) == unsorted.sorted(using: order).map(\.objectID),
                    "\(order)")
            }
        }
    }

    @Test("A predicate’s format string parses to an equal predicate", arguments: 0..<4)
    func roundTrip(seed: Int) throws {
        var generator = PredicateGenerator(seed: UInt64(1000 + seed))
        for _ in 0..<500 {
            let predicate = generator.predicate(depth: 4)

            let text = predicate.predicateFormat

            #expect(try FetchPredicate(format: text) == predicate, "\(text)")
        }
    }

    @Test("All stores return the same results in the same order", arguments: 0..<2)
    func sameStores(seed: Int) throws {
        let catalogs = try Catalog.kinds.map { try Catalog($0) }
        let contexts = catalogs.map { $0.context() }
        var generator = PredicateGenerator(seed: UInt64(500 + seed))
        for _ in 0..<150 {
            var request = FetchRequest<ManagedObject>(entityName: "Thing")
            request.predicate = generator.predicate()
            request.sortDescriptors = [
                FetchSortDescriptor(
                    generator.random.pick(["name", "category.label", "price"]),
                    ascending: generator.random.chance(0.5),
                    comparison: generator.random.pick([
                        .plain, .caseInsensitive, .localizedStandard,
                    ]))
            ]
            request.fetchLimit = generator.random.below(40)
            request.fetchOffset = generator.random.below(5)

            let answers = try contexts.map { context in
                try context.fetch(request).map(\.objectID.recordNumber)
            }
            let counts = try contexts.map { try $0.count(for: request) }

            for answer in answers { #expect(answer == answers[0], "\(request)") }
            #expect(counts == answers.map(\.count))
        }
    }

    private func answers(
        _ predicate: FetchPredicate, _ all: [ManagedObject], _ context: ManagedObjectContext,
        _ layout: ModelLayout
    ) throws -> ([ManagedObjectID], [ManagedObjectID]) {
        let thing = try #require(layout.entity(named: "Thing"))
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.predicate = predicate
        let fetched: [ManagedObject]
        do {
            fetched = try context.fetch(request)
        } catch {
            Issue.record("\(predicate): \(error)")
            return ([], [])
        }
        let resolved = try predicate.resolved(for: thing, in: layout)
        return (fetched.map(\.objectID), try all.filtered(using: resolved).map(\.objectID))
    }
}
