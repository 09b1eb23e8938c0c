import Foundation
import Persistence
import Testing

@Suite("Copies of a store’s history")
struct HistoryCopyTests {
    /// The contents of transactions as text, without change IDs, which differ between stores.
    private static func texts(_ transactions: [PersistentHistoryTransaction]) -> [String] {
        transactions.map { transaction in
            let changes = transaction.changes.map { change in
                "\(change.changeType) \(change.changedObjectID.entityName) "
                    + "\(change.changedObjectID.recordNumber ?? 0) "
                    + "\(change.updatedProperties?.sorted() ?? ["?"]) "
                    + "\(change.tombstone.sorted { $0.key < $1.key }) "
                    + "\(change.annotation.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
            }
            return "\(transaction.transactionNumber) \(transaction.timestamp) "
                + "\(transaction.author ?? "-") \(transaction.contextName ?? "-") "
                + "\(transaction.processID ?? "-"): \(changes)"
        }
    }

    private static func history(
        _ container: PersistentContainer, after token: PersistentHistoryToken? = nil
    ) throws -> [PersistentHistoryTransaction] {
        try container.read { try $0.fetchHistory(.fetchHistory(after: token)) }
    }

    /// Changes a store as three authors and without an author.
    private static func fill(_ store: HistoryStore) throws {
        let (ann, ben) = (store.context(author: "Ann"), store.context(author: "Ben"))
        ann.name = "desk"
        let first = try store.person("first", in: ann)
        try first.setValue(UUID(), forKey: "aKey")
        try first.setValue("F-1", forKey: "code")
        try ann.save()
        let child = try store.person("child", in: ann, entity: "Child")
        try ann.save()
        let other = try ben.existingObject(with: child.objectID)
        try other.setValue("Ulm", forKey: "town")
        ben.historyAnnotations = [other.objectID: Data("was nowhere".utf8)]
        try ben.save()
        ben.delete(try ben.existingObject(with: first.objectID))
        try ben.save()
        let nobody = store.context()
        for number in 0..<250 {
            _ = try store.person("\(number)", in: nobody)
            try nobody.save()
        }
    }

    @Test("A copy has the same transactions and numbers, and continues after them")
    func copying() throws {
        let store = try HistoryStore()
        try Self.fill(store)
        let all = try Self.history(store.container)
        #expect(all.count == 254)
        let path = store.directory.path + "/Copy.sqlite"

        try PersistentStoreCoordinator.migratePersistentStore(
            at: store.path, to: path, type: .sqlite)

        let copy = try PersistentContainer(model: HistoryStore.model, store: .sqlite(path: path))
        #expect(try Self.texts(Self.history(copy)) == Self.texts(all))
        #expect(try StoreCheck.faults(path: path) == [])
        // A reader of the original can continue with the copy.
        let context = ManagedObjectContext(copy)
        context.transactionAuthor = "Cy"
        _ = try store.person("new", in: context)
        try context.save()
        let new = try Self.history(copy, after: all.last?.token)
        #expect(new.map(\.author) == ["Cy"] && new.map(\.transactionNumber) == [255])
        try copy.close()
        try store.container.close()
    }

    @Test("A copy omits deleted history, and tokens from before it remain expired")
    func forgotten() throws {
        let store = try HistoryStore()
        try Self.fill(store)
        let all = try Self.history(store.container)
        let context = store.context()
        #expect(try context.deleteHistory(before: all[3]) == 3)
        let path = store.directory.path + "/Copy.sqlite"

        try PersistentStoreCoordinator.migratePersistentStore(
            at: store.path, to: path, type: .sqlite)

        let copy = try PersistentContainer(model: HistoryStore.model, store: .sqlite(path: path))
        #expect(try Self.texts(Self.history(copy)) == Self.texts(Array(all[3...])))
        #expect(throws: PersistenceError.self) {
            try Self.history(copy, after: all[0].token)
        }
        try copy.close()
        try store.container.close()
    }

    @Test("A copy of a store without history has none")
    func none() throws {
        let store = try HistoryStore(tracksHistory: false)
        let context = store.context()
        _ = try store.person("first", in: context)
        try context.save()
        let path = store.directory.path + "/Copy.sqlite"

        try PersistentStoreCoordinator.migratePersistentStore(
            at: store.path, to: path, type: .sqlite)

        let copy = try PersistentContainer(model: HistoryStore.model, store: .sqlite(path: path))
        #expect(try copy.read { try !$0.keepsHistory })
        try copy.close()
        try store.container.close()
    }
}
