import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The examples of “Fetching”")
struct FetchingExamples {
    @Test("The statements of a store are traced")
    func trace() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Cookbook.sqlite"
        let model = try CookbookStore.model()

        let trace = SQLTrace(capacity: 1_000)
        var store = StoreDescription.sqlite(path: path)
        store.trace = trace
        let container = try PersistentContainer(
            model: model, classes: cookbookModelClasses, store: store)
        let count = try container.read { try $0.count(for: Recipe.fetchRequest()) }
        let counts = trace.sql.filter { $0.contains("COUNT(") }

        #expect(count == 0 && counts.count == 1)
        try container.close()
    }

    private static func cookbook() throws -> CookbookStore {
        let cookbook = try CookbookStore()
        try cookbook.save("Pea soup", by: "Ada", steps: ["Soak the peas"])
        try cookbook.save("Omelette", by: "Ben")
        try cookbook.container.write { context in
            let cook = try #require(
                try context.fetchFirst(
                    FetchRequest<Cook>().with(try FetchPredicate(format: "name == 'Ada'"))))
            let recipe = Recipe(context: context)
            recipe.title = "Bread"
            recipe.minutes = 90
            recipe.cook = cook
            try context.save()
        }
        return cookbook
    }

    @Test("Objects are fetched sorted, in pages, as counts and as IDs")
    func objects() throws {
        let cookbook = try Self.cookbook()
        let context = ManagedObjectContext(cookbook.container)

        let quick = try context.fetch(
            FetchRequest<Recipe>(
                #Predicate { $0.minutes < 60 && $0.cook?.name == "Ada" },
                sortBy: [SortDescriptor(\.title), SortDescriptor(\.cook?.name)], limit: 20))
        #expect(quick.map(\.title) == ["Pea soup"])
        let titles = try context.fetch(
            FetchRequest<Recipe>(
                sortBy: [SortDescriptor(\.title.localizedStandard)], prefetching: [\.cook]))
        let slow = FetchRequest<ManagedObject>(entityName: "Recipe", .key("minutes") > 120)
        #expect(titles.map(\.title) == titles.compactMap(\.title).sorted())
        #expect(try context.count(for: slow) == 0)

        var request = FetchRequest<Recipe>()
        request.predicate = try FetchPredicate(format: "minutes < %d", 60)
        request.sortDescriptors = [
            FetchSortDescriptor("cook.name", comparison: .localizedStandard),
            FetchSortDescriptor("dateAdded", ascending: false),
        ]
        request.fetchLimit = 20
        request.fetchOffset = 40
        let page = try context.fetch(request)

        #expect(page.isEmpty)
        request.fetchOffset = 0
        let number = try context.count(for: request)
        let ids = try context.fetchObjectIDs(request)
        let newest = try context.fetchFirst(request)
        #expect(number == 2 && ids.count == 2)
        #expect(newest?.title == "Pea soup")
        request.relationshipKeyPathsForPrefetching = ["cook", "steps"]
        request.fetchBatchSize = 50
        #expect(try context.fetch(request).map { $0.cook?.name } == ["Ada", "Ben"])
    }

    @Test("Values are fetched as dictionaries, grouped and distinct")
    func values() throws {
        let cookbook = try Self.cookbook()
        let context = ManagedObjectContext(cookbook.container)

        var titles = DictionaryFetchRequest(
            FetchRequest<Recipe>(#Predicate { $0.cook != nil }, sortBy: [SortDescriptor(\.title)]),
            columns: [
                ("title", .key("title")), ("cook", .key("cook.name")),
                ("hours", try FetchExpression(format: "minutes / 60.0")),
            ])
        let rows = try context.fetchDictionaries(titles)
        let first = rows.first?["title"]?.stringValue
        #expect(first == "Bread")

        struct Title: Decodable {
            var title: String
            var cook: String?
            var hours: Double
        }
        let values = try context.fetch(titles, as: Title.self)
        #expect(values.map(\.cook) == ["Ada", "Ben", "Ada"] && values[0].hours == 1.5)

        #expect(rows.count == 3)
        #expect(rows[0]["cook"] == .string("Ada") && rows[0]["hours"] == .double(1.5))

        struct Total: Decodable {
            var cook: String?
            var recipes: Int
            var minutes: Int
        }
        var totals = DictionaryFetchRequest(
            entityName: "Recipe", .key("cook") != nil,
            columns: [
                ("cook", .key("cook.name")), ("recipes", .count),
                ("minutes", .sum(.key("minutes"))),
            ], groupBy: [.key("cook.name")])
        totals.havingPredicate = try FetchPredicate(format: "count:(title) > 1")
        let cooks = try context.fetch(totals, as: Total.self)

        #expect(cooks.count == 1)
        #expect(cooks[0].recipes == 2 && cooks[0].minutes == 90)

        var names = DictionaryFetchRequest(
            entityName: "Recipe", columns: [("cook", .key("cook.name"))])
        names.returnsDistinctResults = true
        let distinct = try context.fetchDictionaries(names)

        #expect(distinct.count == 2)

        titles.fetchBatchSize = 500
        for row in try context.fetchDictionariesInBatches(titles) {
            print(row["title"] ?? .null)
        }

        #expect(Array(try context.fetchDictionariesInBatches(titles)) == rows)
    }

    @Test("SQL refers to the model and returns values and objects")
    func sql() throws {
        let cookbook = try Self.cookbook()
        let context = ManagedObjectContext(cookbook.container)
        for recipe in try context.fetch(FetchRequest<Recipe>(#Predicate { $0.minutes == 0 })) {
            recipe.minutes = 45
        }
        try context.save()

        struct Rank: Decodable {
            var title: String
            var cook: String?
            var place: Int
        }
        let atLeast = 30
        let ranks = try context.fetch(
            sql: """
                SELECT r.\(column: \Recipe.title) AS title, c.\(column: \Cook.name) AS cook,
                    RANK() OVER (PARTITION BY r.\(column: \Recipe.cook) ORDER BY r.\(column: \Recipe.minutes)) AS place
                FROM \(entity: Recipe.self) r
                LEFT JOIN \(entity: Cook.self) c ON c.\(column: \Cook.objectID) = r.\(column: \Recipe.cook)
                WHERE r.\(column: \Recipe.minutes) >= \(atLeast)
                ORDER BY cook, place
                """, as: Rank.self)
        #expect(ranks.map(\.title) == ["Pea soup", "Bread", "Omelette"])
        #expect(ranks.map(\.place) == [1, 2, 1])

        let longest = try context.fetch(
            sql: """
                SELECT \(column: \Step.recipe) FROM \(entity: Step.self)
                GROUP BY \(column: \Step.recipe) ORDER BY COUNT(*) DESC
                """, as: Recipe.self)
        #expect(longest.map(\.title) == ["Pea soup"])
    }

    @Test("A fetch can have a time limit")
    func costs() async throws {
        let cookbook = try Self.cookbook()
        let container = cookbook.container
        let pattern = "P.*"

        let found = try await container.read(timeLimit: .seconds(30)) { context in
            var request = FetchRequest<Recipe>()
            request.predicate = try FetchPredicate(format: "title MATCHES %@", pattern)
            return try context.count(for: request)
        }

        #expect(found == 1)
        withExtendedLifetime(cookbook) {}
    }

    @Test("A fetch reports its progress")
    func progress() async throws {
        let cookbook = try Self.cookbook()
        let container = cookbook.container
        let context = ManagedObjectContext(container)
        let request = FetchRequest<Recipe>()
        let bar = Bar()

        let recipes = try context.fetch(request, countsFirst: true) { progress in
            bar.fraction = progress.fractionCompleted ?? 0
        }

        #expect(recipes.count == 3 && bar.fraction == 1)
        bar.fraction = 0

        let fetch = container.asynchronousFetch { context, progress in
            try context.fetch(FetchRequest<Recipe>(), countsFirst: true, progress: progress)
                .map(RecipeCard.init)
        }
        for await progress in fetch.progress {
            bar.fraction = progress.fractionCompleted ?? 0
        }
        let cards = try await fetch.finalResult

        #expect(cards.count == 3 && bar.fraction == 1)
        withExtendedLifetime(cookbook) {}
    }

    /// A progress bar.
    private final class Bar {
        var fraction = 0.0
    }

    @Test("A fetch has a query plan")
    func plans() throws {
        let cookbook = try Self.cookbook()
        let context = ManagedObjectContext(cookbook.container)
        var request = FetchRequest<Recipe>()
        request.predicate = try FetchPredicate(format: "minutes < 60")
        var slow: [String] = []
        var output: [String] = []
        func print(_ plan: FetchPlan) { output.append(plan.description) }

        for plan in try context.fetchPlans(for: request) {
            print(plan)
            if plan.scansTable { slow.append(plan.sql) }
        }

        #expect(slow.count == 1 && output.count == 1)
        try cookbook.container.analyze()
    }
}

extension FetchRequest {
    fileprivate func with(_ predicate: FetchPredicate) -> FetchRequest {
        var request = self
        request.predicate = predicate
        return request
    }
}
