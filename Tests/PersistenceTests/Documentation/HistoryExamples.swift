import Foundation
import Persistence
import Testing

@Suite("The examples of “History”")
struct HistoryExamples {
    @Test("History is fetched, filtered and purged")
    func history() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Cookbook.sqlite"
        let model = try CookbookStore.model()
        var token: PersistentHistoryToken?
        var log: [String] = []

        var store = StoreDescription.sqlite(path: path)
        store.tracksHistory = true
        let container = try PersistentContainer(
            model: model, classes: cookbookModelClasses, store: store)
        let context = ManagedObjectContext(container)
        context.name = "import"
        context.transactionAuthor = "Ada"
        Recipe(context: context).title = "Soup"
        try context.save()
        for transaction in try context.fetchHistory(.fetchHistory(after: token)) {
            for change in transaction.changes {
                let name = change.changedObjectID.entityName
                log.append("\(transaction.author ?? "?"): \(change.changeType) \(name)")
            }
            token = transaction.token
        }
        let selected = try select(context, after: nil)
        let count = try purge(context, before: try #require(token))
        try forget(context)

        #expect(log == ["Ada: insert Recipe"])
        #expect(selected.map(\.author) == ["Ada"])
        #expect(count == 0)
    }

    @Test("History is fetched newest first, and for a single record")
    func newestFirst() throws {
        let directory = try TemporaryDirectory()
        let container = try PersistentContainer(
            model: CookbookStore.model(), classes: cookbookModelClasses,
            store: .sqlite(path: directory.path + "/Cookbook.sqlite"))
        let context = ManagedObjectContext(container)
        try context.beginHistory()
        let recipe = Recipe(context: context)
        for number in 1...22 {
            recipe.title = "Soup \(number)"
            try context.save()
        }

        let (page, nextPage) = try pages(of: recipe, context)

        #expect(page.map(\.transactionNumber) == (3...22).reversed())
        #expect(nextPage.map(\.transactionNumber) == [2, 1])
    }

    private func pages(
        of recipe: Recipe, _ context: ManagedObjectContext
    ) throws -> ([PersistentHistoryTransaction], [PersistentHistoryTransaction]) {
        var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
        request.isNewestFirst = true
        request.changedObject = recipe.objectID
        request.fetchLimit = 20
        let page = try context.fetchHistory(request)
        request.endNumber = page.last?.transactionNumber
        let nextPage = try context.fetchHistory(request)
        return (page, nextPage)
    }

    private func select(
        _ context: ManagedObjectContext, after token: PersistentHistoryToken?
    ) throws -> [PersistentHistoryTransaction] {
        var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
        request.transactionPredicate = try FetchPredicate(format: "author != %@", "import")
        request.changePredicate = try FetchPredicate(format: "changedEntity == 'Recipe'")
        request.fetchLimit = 100
        let transactions = try context.fetchHistory(request)
        return transactions
    }

    private func annotate(_ recipe: Recipe, _ context: ManagedObjectContext) throws {
        context.historyAnnotations = [recipe.objectID: Data("Soup".utf8)]
        try context.save()
    }

    private func forget(_ context: ManagedObjectContext) throws {
        try context.replaceHistoryAuthors { author in author == "Anna" ? "deleted user" : nil }
    }

    private func purge(
        _ context: ManagedObjectContext, before token: PersistentHistoryToken
    ) throws -> Int {
        let count = try context.deleteHistory(before: token)
        return count
    }
}
