import Foundation
import ObjectModel
import Persistence
import Synchronization
import Testing

@Suite("Histories of several stores")
struct SeveralHistoriesTests {
    private let directory: TemporaryDirectory
    private let container: PersistentContainer

    /// Two stores with a history, and between them one without.
    init() throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        let stores = (0..<2).map { number in
            var store = StoreDescription.sqlite(path: "\(directory.path)/\(number).sqlite")
            store.tracksHistory = true
            return store
        }
        container = try PersistentContainer(
            model: HistoryStore.model, stores: [stores[0], .inMemory, stores[1]])
    }

    /// Saves a person into some stores.
    private func save(_ name: String, stores: [Int], author: String? = nil) throws {
        let context = ManagedObjectContext(container)
        context.transactionAuthor = author
        for store in stores {
            let person = try ManagedObject(entityName: "Person", context: context)
            try person.setValue(name, forKey: "name")
            try context.assign(person, to: container.coordinator.stores[store])
        }
        try context.save()
    }

    private func places(_ transactions: [PersistentHistoryTransaction]) -> [String] {
        let identifiers = container.coordinator.stores.map(\.identifier)
        return transactions.map { transaction in
            let store = identifiers.firstIndex(of: transaction.storeID) ?? -1
            return "\(store):\(transaction.transactionNumber)"
        }
    }

    @Test("A follower gets each transaction once, and skips a store without history")
    func following() throws {
        let context = ManagedObjectContext(container)
        var token: PersistentHistoryToken?
        var heard: [[String]] = []

        for stores in [[0, 1, 2], [2], [], [0], [1], [0, 2]] {
            if !stores.isEmpty { try save("x", stores: stores) }
            let transactions = try context.fetchHistory(.fetchHistory(after: token))
            for transaction in transactions { token = transaction.token }
            heard.append(places(transactions))
        }

        #expect(heard == [["0:1", "2:1"], ["2:2"], [], ["0:2"], [], ["0:3", "2:3"]])
        #expect(token == (try container.coordinator.currentPersistentHistoryToken()))
        try container.close()
    }

    @Test("A follower with a limit, or from the middle of a result, gets all transactions")
    func piecewise() throws {
        let context = ManagedObjectContext(container)
        for _ in 0..<3 { try save("x", stores: [0, 2]) }
        var request = PersistentHistoryChangeRequest.fetchHistory(
            after: nil as PersistentHistoryToken?)
        request.fetchLimit = 2
        var heard: [String] = []

        for _ in 0..<4 {
            let transactions = try context.fetchHistory(request)
            heard += places(transactions)
            guard let last = transactions.last else { break }
            request = .fetchHistory(after: last)
            request.fetchLimit = 2
        }

        #expect(heard == ["0:1", "0:2", "0:3", "2:1", "2:2", "2:3"])
        try container.close()
    }

    @Test("A token of a fetch after a date excludes older transactions in every store")
    func dates() throws {
        let context = ManagedObjectContext(container)
        try save("old", stores: [0, 2])
        try save("old", stores: [2])
        let date = Date.now
        try save("new", stores: [0])

        let transactions = try context.fetchHistory(.fetchHistory(after: date))

        #expect(places(transactions) == ["0:2"])
        let token = try #require(transactions.last?.token)
        #expect(try context.fetchHistory(.fetchHistory(after: token)).isEmpty)
        try save("newer", stores: [2])
        let next = try context.fetchHistory(.fetchHistory(after: token))
        #expect(places(next) == ["2:3"])
        try container.close()
    }

    @Test("The token of each notification has a position in all stores")
    func news() throws {
        let context = ManagedObjectContext(container)
        try save("old", stores: [0, 2])
        let tokens = Mutex<[PersistentHistoryToken]>([])
        let observation = try container.coordinator.observeRemoteChanges { news in
            tokens.withLock { $0.append(news.historyToken) }
        }

        for stores in [[2], [0]] { try save("new", stores: stores) }

        let behind = try tokens.withLock { $0 }.map { token in
            places(try context.fetchHistory(.fetchHistory(after: token)))
        }
        #expect(behind == [["0:2"], []])
        withExtendedLifetime(observation) {}
        try container.close()
    }

    @Test("Deleting history before a transaction only affects its store")
    func purging() throws {
        let context = ManagedObjectContext(container)
        for _ in 0..<3 { try save("x", stores: [0, 2]) }
        let all = try context.fetchHistory(.fetchHistory(after: Date.distantPast))
        let last = try #require(all.last)

        #expect(try context.deleteHistory(before: last) == 2)

        let left = try context.fetchHistory(.fetchHistory(after: Date.distantPast))
        #expect(places(left) == ["0:1", "0:2", "0:3", "2:3"])
        #expect(try context.deleteHistory(before: last.token) == 2)
        #expect(try context.deleteHistory(before: Date.distantFuture) == 2)
        try container.close()
    }

    @Test("An annotation belongs to the record, in whatever order the stores are")
    func annotations() throws {
        for store in [0, 2] { try save("Store \(store)", stores: [store]) }
        let stores = [1, 0].map { StoreDescription.sqlite(path: "\(directory.path)/\($0).sqlite") }
        let other = try PersistentContainer(model: HistoryStore.model, stores: stores)
        let ids = try ManagedObjectContext(other)
            .fetch(FetchRequest<ManagedObject>(entityName: "Person")).map(\.objectID)
        #expect(ids.count == 2)
        let context = ManagedObjectContext(container)

        for id in ids {
            let person = try context.existingObject(with: id)
            try person.setValue("Rome", forKey: "town")
            context.historyAnnotations[id] = Data("\(id)".utf8)
        }
        try context.save()

        for id in ids {
            var request = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            request.changedObject = id
            let changes = try context.fetchHistory(request).flatMap(\.changes)
            #expect(changes.map(\.changedObjectID) == [id, id])
            #expect(changes.map(\.annotation) == [nil, Data("\(id)".utf8)])
        }
        try other.close()
        try container.close()
    }

    @Test("Without any history, fetching and deleting history are errors")
    func none() throws {
        let container = try PersistentContainer(
            model: HistoryStore.model, stores: [.inMemory, .inMemory])
        let context = ManagedObjectContext(container)

        #expect(throws: PersistenceError.self) {
            try context.fetchHistory(.fetchHistory(after: Date.distantPast))
        }
        #expect(throws: PersistenceError.self) {
            try context.deleteHistory(before: Date.distantPast)
        }
        try container.close()
    }
}
