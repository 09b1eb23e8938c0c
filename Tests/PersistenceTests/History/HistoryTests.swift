import Foundation
import ObjectModel
import Synchronization
import TestSupport
import Testing

@testable import Persistence

struct HistoryTests {
    @Test("A save records a transaction with author, context, process and changes")
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

    @Test("A deletion records the values that the model preserves")
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

    @Test("An annotation of a deletion is recorded, one of an insertion is not")
    func annotationsOfDeletions() throws {
        let store = try HistoryStore()
        let context = store.context()
        let people = try ["Ann", "Bea"].map { try store.person($0, in: context) }
        context.historyAnnotations = [people[0].objectID: Data("new".utf8)]
        try context.save()
        let ids = people.map(\.objectID)
        for person in people { context.delete(person) }
        context.historyAnnotations = [ids[0]: Data("was Ann".utf8)]
        try context.save()

        let changes = try store.context().fetchHistory(
            PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        ).flatMap(\.changes)

        #expect(changes.map(\.changeType) == [.insert, .insert, .delete, .delete])
        let told = changes.filter { $0.annotation != nil }
        #expect(told.map(\.changedObjectID) == [ids[0]])
        #expect(told.map(\.annotation) == [Data("was Ann".utf8)])
        #expect(told.map(\.changeType) == [.delete])
    }

    @Test("An annotation of an update is recorded for a single save")
    func annotations() throws {
        let store = try HistoryStore()
        let context = store.context()
        let reader = store.context()
        let people = try ["Ann", "Bea"].map { try store.person($0, in: context) }
        try context.save()
        let all = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        #expect(try reader.fetchHistory(all).flatMap(\.changes).allSatisfy { $0.annotation == nil })
        for person in people { try person.setValue("Rome", forKey: "town") }
        context.historyAnnotations = [people[1].objectID: Data("from Bonn".utf8)]
        try context.save()
        try people[1].setValue("Oslo", forKey: "town")
        try context.save()
        var request = all
        request.changedObject = people[1].objectID

        let changes = try reader.fetchHistory(request).flatMap(\.changes)

        #expect(changes.map(\.changeType) == [.insert, .update, .update])
        #expect(changes.map(\.annotation) == [nil, Data("from Bonn".utf8), nil])
        let told = try reader.fetchHistory(all).flatMap(\.changes).compactMap(\.annotation)
        #expect(told == [Data("from Bonn".utf8)])
        #expect(context.historyAnnotations.isEmpty)
        try context.deleteHistory(of: [people[1].objectID])
        #expect(try reader.fetchHistory(all).flatMap(\.changes).allSatisfy { $0.annotation == nil })
    }

    @Test("A failed save keeps the annotations for the next one")
    func annotationOfFailure() throws {
        let store = try HistoryStore()
        let context = store.context()
        let person = try store.person("Ann", in: context)
        try context.save()
        let other = store.context()
        let same = try other.existingObject(with: person.objectID)
        try same.setValue("Bonn", forKey: "town")
        try other.save()
        try person.setValue("Rome", forKey: "town")
        context.historyAnnotations = [person.objectID: Data([1])]

        #expect(throws: PersistenceError.self) { try context.save() }

        #expect(context.historyAnnotations == [person.objectID: Data([1])])
        let all = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        #expect(try other.fetchHistory(all).flatMap(\.changes).allSatisfy { $0.annotation == nil })
    }

    @Test("Batch requests are recorded")
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

    @Test("Changes to many-to-many relationships are recorded as updates of the records")
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

    @Test("History is read after a token, a date or a transaction, without excluded authors")
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

    @Test("Predicates select transactions and changes before the limit applies")
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

    @Test("The newest transactions are fetched first, page by page")
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
        request.transactionPredicate = try FetchPredicate(
            format: "transactionNumber < \(second[0].transactionNumber)")
        let third = try context.fetchHistory(request)

        let all = try context.fetchHistory(.fetchHistory(after: nil)).map(\.transactionNumber)
        #expect(first.map(\.transactionNumber) == [all[4], all[3]])
        #expect(first.map(\.changes.count) == [2, 2])
        #expect(first.allSatisfy { $0.changes[0].changeID < $0.changes[1].changeID })
        #expect(second.map(\.transactionNumber) == [all[2], all[1]])
        #expect(third.map(\.transactionNumber) == [all[1], all[0]])
    }

    @Test("The history of a record has only its own changes, not those of another store")
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

        #expect(history.map { $0.changes.map(\.changeType) } == [[.insert], [.update]])
        #expect(history.allSatisfy { $0.changes[0].changedObjectID == ann.objectID })
        #expect(history.last?.changes.first?.updatedProperties == ["name"])
        #expect(try other.context().fetchHistory(request).isEmpty)
        request.changedObject = bob.objectID
        #expect(try context.fetchHistory(request).isEmpty)
        let left = try context.fetchHistory(.fetchHistory(after: nil)).flatMap(\.changes)
        #expect(left.count == 2)
    }

    @Test("Deleted history is gone, and older tokens are expired")
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
        #if !POSTGRESQL
            #expect(try store.raw("SELECT count(*) FROM ACHANGE") == [["2"]])
        #endif
        #expect(try context.deleteHistory(before: Date.distantFuture) == 2)
        #expect(try context.fetchHistory(.fetchHistory(after: tokens[3])).isEmpty)
        #expect(throws: PersistenceError.self) {
            try context.fetchHistory(.fetchHistory(after: tokens[2]))
        }
    }

    @Test("Another coordinator follows changes by history")
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

    @Test(
        "Observers are notified of each transaction, including other processes’ if allowed",
        .blocking)
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
        #if POSTGRESQL
            let end = ContinuousClock.now + .seconds(600)
            while heard.count < 3, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
        #else
            #expect(heard.count == 2)
            try coordinator.checkForRemoteChanges()
        #endif

        #expect(heard.count == 3)
        #expect(heard.last?.historyToken == (try coordinator.currentPersistentHistoryToken()))
        #if !POSTGRESQL
            #expect(heard.last?.storePath == store.path)
        #endif
        observation.cancel()
        _ = try store.person("Cem", in: context)
        try context.save()
        #expect(heard.count == 3)
    }

    @Test("Fetching the history of a store without history is an error")
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

/// The notifications an observer received.
private final class Heard: Sendable {
    private let notifications = Mutex<[RemoteChangeNotification]>([])

    var count: Int { notifications.withLock { $0.count } }
    var last: RemoteChangeNotification? { notifications.withLock { $0.last } }

    func add(_ notification: RemoteChangeNotification) {
        notifications.withLock { $0.append(notification) }
    }
}
