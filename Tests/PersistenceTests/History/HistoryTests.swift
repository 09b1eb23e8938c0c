import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

struct HistoryTests {
    @Test(
        "A save writes a transaction with its author, context and process, and a change for each record"
    )
    func saves() throws {
        let store = try HistoryStore()
        let context = store.context(author: "Ada")
        context.name = "editor"
        let before = Date.now
        let ann = try store.person("Ann", in: context)
        let child = try store.person("Bea", in: context, entity: "Child")
        try context.save()
        try ann.setValue("Rome", forKey: "town")
        try context.save()
        context.delete(child)
        context.transactionAuthor = nil
        try context.save()

        let history = try context.fetchHistory(.fetchHistory(after: nil as PersistentHistoryToken?))

        #expect(history.map(\.transactionNumber) == [1, 2, 3])
        #expect(history.map(\.author) == ["Ada", "Ada", nil])
        #expect(history.map(\.contextName) == ["editor", "editor", "editor"])
        #expect(history[0].processID == ProcessInfo.processInfo.processName)
        #expect(history[0].timestamp >= before.addingTimeInterval(-1))
        #expect(
            history.map { $0.changes.map(\.changeType) } == [
                [.insert, .insert], [.update], [.delete],
            ])
        #expect(Set(history[0].changes.map(\.changedObjectID)) == [ann.objectID, child.objectID])
        #expect(history[1].changes[0].updatedProperties == ["town"])
        #expect(history[2].changes[0].changedObjectID == child.objectID)
        #expect(history[0].changes[0].updatedProperties == nil)
    }

    @Test("The rows are as Core Data writes them")
    func rows() throws {
        let store = try HistoryStore()
        let context = store.context(author: "Ada")
        let ann = try store.person("Ann", in: context)
        try context.save()
        try ann.setValue("x", forKey: "town")
        try ann.setValue("y", forKey: "name")
        try context.save()

        // aKey, code, friends, name, town: the transient property has no bit.
        #expect(
            try store.raw(
                "SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, "
                    + "hex(ZCOLUMNS) FROM ACHANGE ORDER BY 1") == [
                    ["1", "16001", nil, "0", "1", "1", "1", ""],
                    ["2", "16001", nil, "1", "1", "1", "2", "18"],
                ])
        #expect(
            try store.raw(
                "SELECT t.Z_ENT, t.Z_OPT, ZAUTHOR, ZQUERYGEN, s.ZNAME FROM ATRANSACTION t "
                    + "JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS ORDER BY t.Z_PK") == [
                    ["16002", nil, nil, nil, "Ada"], ["16002", nil, nil, nil, "Ada"],
                ])
        #expect(
            try store.raw("SELECT ZNAME, Z_ENT FROM ATRANSACTIONSTRING ORDER BY Z_PK").count == 2)
        #expect(
            try store.raw(
                "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") == [
                    ["16001", "CHANGE", "0", "2"], ["16002", "TRANSACTION", "0", "2"],
                    ["16003", "TRANSACTIONSTRING", "0", "2"],
                ])
        #expect(
            try store.raw("SELECT sql FROM sqlite_master WHERE name = 'ACHANGE'") == [
                [
                    """
                    CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
                    ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, \
                    ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB )
                    """
                ]
            ])
    }

    @Test("A deleted record leaves the values that the model preserves")
    func tombstones() throws {
        let store = try HistoryStore()
        let context = store.context()
        let key = UUID()
        let people = try ["Ann", "Bea"].map { name in
            let person = try store.person(name, in: context)
            try person.setValue("\(name)-1", forKey: "code")
            try person.setValue(key, forKey: "aKey")
            return person
        }
        try context.save()
        let token = try store.container.coordinator.currentPersistentHistoryToken()
        context.delete(people[0])
        try context.save()
        try context.execute(
            BatchDeleteRequest(entityName: "Person", objectIDs: [people[1].objectID]))

        let changes = try context.fetchHistory(.fetchHistory(after: token)).flatMap(\.changes)

        #expect(changes.map(\.changeType) == [.delete, .delete])
        #expect(
            changes.map(\.tombstone)
                == ["Ann", "Bea"].map {
                    ["code": .string("\($0)-1"), "aKey": .uuid(key)]
                })
    }

    @Test("Batch requests are told as well")
    func batches() throws {
        let store = try HistoryStore()
        let context = store.context(author: "import")
        try context.execute(
            BatchInsertRequest(entityName: "Person", objects: [["name": "A"], ["name": "B"]]))
        var update = BatchUpdateRequest(entityName: "Person")
        update.propertiesToUpdate = ["town": .constant(.string("Rome"))]
        try context.execute(update)
        try context.execute(BatchDeleteRequest(entityName: "Person"))

        let history = try context.fetchHistory(.fetchHistory(after: nil as PersistentHistoryToken?))

        #expect(history.map(\.author) == ["import", "import", "import"])
        #expect(
            history.map { $0.changes.map(\.changeType) } == [
                [.insert, .insert], [.update, .update], [.delete, .delete],
            ])
        #expect(history[1].changes.map(\.updatedProperties) == [["town"], ["town"]])
    }

    @Test("Pairs of many-to-many relationships are updates of the records")
    func pairs() throws {
        let store = try HistoryStore()
        let context = store.context()
        let ann = try store.person("Ann", in: context)
        let bea = try store.person("Bea", in: context)
        try context.save()
        try ann.setValue([bea] as Set, forKey: "friends")
        try context.save()

        let changes = try #require(
            try context.fetchHistory(.fetchHistory(after: nil as PersistentHistoryToken?)).last
        ).changes

        #expect(changes.allSatisfy { $0.updatedProperties == ["friends"] })
        #expect(!changes.isEmpty)
    }

    @Test("History is read from a token, a date or a transaction on, without some authors")
    func reading() throws {
        let store = try HistoryStore()
        var tokens: [PersistentHistoryToken] = []
        for author in ["one", "two", "three"] {
            let context = store.context(author: author)
            _ = try store.person(author, in: context)
            try context.save()
            tokens.append(try store.container.coordinator.currentPersistentHistoryToken())
        }
        let context = store.context()
        func authors(_ request: PersistentHistoryChangeRequest) throws -> [String?] {
            try context.fetchHistory(request).map(\.author)
        }

        #expect(try authors(.fetchHistory(after: tokens[0])) == ["two", "three"])
        #expect(try authors(.fetchHistory(after: tokens[2])) == [])
        let first = try context.fetchHistory(.fetchHistory(after: Date.distantPast))[0]
        #expect(try authors(.fetchHistory(after: first)) == ["two", "three"])
        #expect(try authors(.fetchHistory(after: Date.distantFuture)) == [])
        var request = PersistentHistoryChangeRequest.fetchHistory(after: tokens[0])
        request.excludedAuthors = ["two"]
        request.resultType = .transactionsOnly
        #expect(try authors(request) == ["three"])
        #expect(try context.fetchHistory(request)[0].changes.isEmpty)
        let coded = try JSONDecoder().decode(
            PersistentHistoryToken.self, from: JSONEncoder().encode(tokens[1]))
        #expect(try authors(.fetchHistory(after: coded)) == ["three"])
    }

    @Test("Predicates select transactions and changes, before the limit counts")
    func predicates() throws {
        let store = try HistoryStore()
        let ann = try { () -> ManagedObjectID in
            let context = store.context(author: "Ada")
            let ann = try store.person("Ann", in: context)
            try context.save()
            try ann.setValue("Rome", forKey: "town")
            _ = try store.person("Bea", in: context, entity: "Child")
            try context.save()
            return ann.objectID
        }()
        for (author, name) in [("Eve", "Cid"), (nil, "Dan"), ("Eve", "Eli")] {
            let context = store.context(author: author)
            _ = try store.person(name, in: context)
            try context.save()
        }
        func numbers(
            _ transactions: String? = nil, _ changes: FetchPredicate? = nil, limit: Int = 0
        ) throws -> [Int64] {
            var request = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            request.transactionPredicate = try transactions.map { try FetchPredicate(format: $0) }
            request.changePredicate = changes
            request.fetchLimit = limit
            return try store.context().fetchHistory(request).map(\.transactionNumber)
        }

        #expect(try numbers() == [1, 2, 3, 4, 5])
        #expect(try numbers("author == 'Eve'") == [3, 5])
        #expect(try numbers("author == 'Eve'", limit: 1) == [3])
        #expect(try numbers("author != 'Ada'") == [3, 4, 5])
        #expect(try numbers("transactionNumber > 1 AND author == 'Ada'") == [2])
        #expect(try numbers(nil, limit: 2) == [1, 2])
        #expect(try numbers(nil, FetchPredicate(format: "changeType == 1")) == [2])
        #expect(try numbers(nil, FetchPredicate(format: "changedEntity == 'Child'")) == [2])
        #expect(
            try numbers(nil, FetchPredicate(format: "changedObjectID == %@", ann)) == [1, 2])
        #expect(
            try numbers(nil, FetchPredicate(format: "ANY updatedProperties == 'town'")) == [2])
        #expect(try numbers("author == 'Eve'", FetchPredicate(format: "changeType == 1")) == [])
        var request = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        request.changePredicate = try FetchPredicate(format: "changeType == 1")
        #expect(
            try store.context().fetchHistory(request).flatMap(\.changes).map(\.changedObjectID)
                == [ann])
        request.resultType = .transactionsOnly
        #expect(try store.context().fetchHistory(request).map(\.changes) == [[]])
        #expect(throws: PersistenceError.self) { try numbers("writer == 'Eve'") }
    }

    @Test("A history is read with one statement, and no more of it than the limit says")
    func cost() throws {
        let trace = SQLTrace()
        let store = try HistoryStore(trace: trace)
        for author in ["Ada", "Eve", "Ada"] {
            let context = store.context(author: author)
            for name in ["A", "B"] { _ = try store.person(name, in: context) }
            try context.save()
        }
        var request = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        request.excludedAuthors = ["Eve"]
        request.fetchLimit = 2
        let context = store.context()
        trace.removeAll()

        let history = try context.fetchHistory(request)

        #expect(history.map(\.transactionNumber) == [1, 3])
        #expect(history.map(\.changes.count) == [2, 2])
        let reading = trace.sql.filter { $0.contains("ACHANGE") }
        #expect(reading.count == 1)
        #expect(reading.allSatisfy { $0.contains("LIMIT ?") && $0.contains("NOT IN (?)") })
    }

    @Test("A history that is begun while the store is open has all that is saved from then on")
    func begunLater() throws {
        let store = try HistoryStore(tracksHistory: false)
        let context = store.context(author: "Ada")
        _ = try store.person("Ann", in: context)
        try context.save()
        // A reader that knows of none.
        #expect(try store.container.read { try $0.keepsHistory } == false)

        #expect(try context.beginHistory())
        #expect(try context.beginHistory(), "a second time changes nothing")
        _ = try store.person("Bob", in: context)
        try context.save()

        #expect(try store.container.read { try $0.keepsHistory })
        let history = try store.container.read {
            try $0.fetchHistory(.fetchHistory(after: nil)).map(\.author)
        }
        #expect(history == ["Ada"])
        #expect(throws: PersistenceError.self) {
            try store.container.read { _ = try $0.beginHistory() }
        }
        #expect(try ManagedObjectContext(Self.inMemory()).beginHistory() == false)
    }

    private static func inMemory() throws -> PersistentContainer {
        try PersistentContainer(model: HistoryStore.model, store: .inMemory)
    }

    @Test("The last transactions come first, page by page")
    func newestFirst() throws {
        let store = try HistoryStore()
        let context = store.context()
        for number in 1...5 {
            for name in ["A", "B"] { _ = try store.person("\(name)\(number)", in: context) }
            try context.save()
        }
        var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
        request.isNewestFirst = true
        request.fetchLimit = 2

        let first = try context.fetchHistory(request)
        request.endNumber = first.last?.transactionNumber
        let second = try context.fetchHistory(request)
        request.resultType = .transactionsOnly
        request.transactionPredicate = try FetchPredicate(format: "transactionNumber < 3")
        let third = try context.fetchHistory(request)

        #expect(first.map(\.transactionNumber) == [5, 4])
        #expect(first.map(\.changes.count) == [2, 2])
        #expect(first.allSatisfy { $0.changes[0].changeID < $0.changes[1].changeID })
        #expect(second.map(\.transactionNumber) == [3, 2])
        #expect(third.map(\.transactionNumber) == [2, 1])
    }

    @Test("Of one record its own changes are told, and nothing of another store's")
    func changesOfOneRecord() throws {
        let (store, other) = (try HistoryStore(), try HistoryStore())
        let context = store.context(author: "Ada")
        let (ann, bob) = (
            try store.person("Ann", in: context), try store.person("Bob", in: context)
        )
        try context.save()
        try bob.setValue("Bo", forKey: "name")
        try context.save()
        try ann.setValue("Anna", forKey: "name")
        try bob.setValue("Bobby", forKey: "name")
        try context.save()
        var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
        request.changedObject = ann.objectID

        let history = try context.fetchHistory(request)
        try context.deleteHistory(of: [bob.objectID])

        #expect(history.map(\.transactionNumber) == [1, 3])
        #expect(history.map(\.changes.count) == [1, 1])
        #expect(history.allSatisfy { $0.changes[0].changedObjectID == ann.objectID })
        #expect(history.last?.changes.first?.updatedProperties == ["name"])
        #expect(try other.context().fetchHistory(request).isEmpty)
        request.changedObject = bob.objectID
        #expect(try context.fetchHistory(request).isEmpty)
        #expect(try store.raw("SELECT count(*) FROM ACHANGE") == [["2"]])
    }

    @Test("What was purged is gone, and a token from before is expired")
    func purging() throws {
        let store = try HistoryStore()
        let context = store.context()
        var tokens: [PersistentHistoryToken] = []
        for number in 1...4 {
            _ = try store.person("\(number)", in: context)
            try context.save()
            tokens.append(try store.container.coordinator.currentPersistentHistoryToken())
        }

        #expect(try context.deleteHistory(before: tokens[2]) == 2)

        #expect(try context.fetchHistory(.fetchHistory(after: tokens[1])).count == 2)
        #expect(try context.fetchHistory(.fetchHistory(after: Date.distantPast)).count == 2)
        #expect(throws: PersistenceError.self) {
            try context.fetchHistory(.fetchHistory(after: tokens[0]))
        }
        #expect(try store.raw("SELECT count(*) FROM ACHANGE") == [["2"]])
        #expect(try context.deleteHistory(before: Date.distantFuture) == 2)
        #expect(try context.fetchHistory(.fetchHistory(after: tokens[3])).isEmpty)
        #expect(throws: PersistenceError.self) {
            try context.fetchHistory(.fetchHistory(after: tokens[2]))
        }
    }

    @Test("Another coordinator follows by history")
    func following() throws {
        let store = try HistoryStore()
        let context = store.context(author: "writer")
        let ann = try store.person("Ann", in: context)
        try context.save()
        let follower = try HistoryStore(tracksHistory: false, in: store.directory)
        var token = try follower.container.coordinator.currentPersistentHistoryToken()
        let reader = follower.context()
        let copy = try reader.existingObject(with: ann.objectID)
        #expect(try copy.text("name") == "Ann")
        try ann.setValue("Bea", forKey: "name")
        try context.save()

        for transaction in try reader.fetchHistory(.fetchHistory(after: token)) {
            try ManagedObjectContext.mergeChanges(
                fromRemoteContextSave: transaction.objectIDNotification, into: [reader])
            token = transaction.token
        }

        #expect(try copy.text("name") == "Bea")
        #expect(try reader.fetchHistory(.fetchHistory(after: token)).isEmpty)
    }

    @Test("Who observes remote changes hears of each transaction, others’ when they are looked for")
    func observing() throws {
        let store = try HistoryStore()
        let heard = Heard()
        let coordinator = store.container.coordinator
        let observation = try coordinator.observeRemoteChanges { heard.add($0) }
        let context = store.context()
        _ = try store.person("Ann", in: context)
        try context.save()
        #expect(heard.count == 1)
        try context.save()
        #expect(heard.count == 1)
        try context.execute(BatchDeleteRequest(entityName: "Person"))
        #expect(heard.count == 2)

        let other = try HistoryStore(in: store.directory)
        let stranger = other.context()
        _ = try other.person("Bea", in: stranger)
        try stranger.save()
        #expect(heard.count == 2)
        try coordinator.checkForRemoteChanges()

        #expect(heard.count == 3)
        #expect(heard.last?.historyToken == (try coordinator.currentPersistentHistoryToken()))
        #expect(heard.last?.storePath == store.path)
        observation.cancel()
        _ = try store.person("Cem", in: context)
        try context.save()
        #expect(heard.count == 3)
    }

    @Test("A store that has a history keeps it without being asked to")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let first = try HistoryStore(in: directory)
        try first.container.close()
        let second = try HistoryStore(tracksHistory: false, in: directory)
        let context = second.context()
        _ = try second.person("Ann", in: context)
        try context.save()

        #expect(try second.raw("SELECT count(*) FROM ACHANGE") == [["1"]])
    }

    @Test("A transaction that fails leaves no history")
    func failed() throws {
        struct Stop: Error {}
        let store = try HistoryStore()
        #expect(throws: Stop.self) {
            try store.container.coordinator.stores[0].withWriteSession { session in
                try session.transaction { transaction in
                    let entity = try #require(
                        store.container.coordinator.layout.entity(named: "Person"))
                    let key = try transaction.allocateKeys(rootNumber: 1, count: 1)
                    try transaction.insert(
                        [
                            StoreInsert(
                                key: key, row: RowSnapshot(count: entity.valueCount, version: 1))
                        ],
                        into: entity)
                    throw Stop()
                }
            }
        }
        #expect(try store.raw("SELECT count(*) FROM ATRANSACTION") == [["0"]])
    }

    @Test("A store without a history says so")
    func without() throws {
        let store = try HistoryStore(tracksHistory: false)

        #expect(throws: PersistenceError.self) {
            try store.context().fetchHistory(.fetchHistory(after: Date.distantPast))
        }
        #expect(
            try store.container.coordinator.currentPersistentHistoryToken().transactionNumbers
                .isEmpty)
    }
}

/// What an observer was told.
private final class Heard: Sendable {
    private let notifications = Mutex<[RemoteChangeNotification]>([])

    var count: Int { notifications.withLock { $0.count } }
    var last: RemoteChangeNotification? { notifications.withLock { $0.last } }

    func add(_ notification: RemoteChangeNotification) {
        notifications.withLock { $0.append(notification) }
    }
}
