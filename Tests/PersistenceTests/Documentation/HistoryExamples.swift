import Foundation
import Persistence
import Testing

@Suite("The examples of “History”")
struct HistoryExamples {
    @Test("History is followed and purged")
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

        #expect(log == ["Ada: insert Recipe"])
        #expect(selected.map(\.author) == ["Ada"])
        #expect(count == 0)
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

    private func purge(
        _ context: ManagedObjectContext, before token: PersistentHistoryToken
    ) throws -> Int {
        let count = try context.deleteHistory(before: token)
        return count
    }
}
