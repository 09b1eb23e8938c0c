import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Requests with affected stores")
struct AffectedStoresTests {
    private let directory: TemporaryDirectory
    private let container: PersistentContainer
    private let stores: [any PersistentStore]

    /// Two stores, with the notes A1 and A2, and B1.
    init() throws {
        directory = try TemporaryDirectory()
        var note = EntityDescription("Note")
        note.attributes = [AttributeDescription("text", .string, isOptional: false)]
        var first = StoreDescription.sqlite(path: directory.path + "/A")
        first.tracksHistory = true
        var second = StoreDescription.sqlite(path: directory.path + "/B")
        second.tracksHistory = true
        container = try PersistentContainer(
            model: ManagedObjectModel(entities: [note]), stores: [first, second])
        stores = container.coordinator.persistentStores
        let context = ManagedObjectContext(container)
        for (text, store) in [("A1", 0), ("A2", 0), ("B1", 1)] {
            try Self.insert(text, into: stores[store], context)
        }
        try context.save()
    }

    @discardableResult
    private static func insert(
        _ text: String, into store: any PersistentStore, _ context: ManagedObjectContext
    ) throws -> ManagedObject {
        let note = try ManagedObject(entityName: "Note", context: context)
        try note.setValue(text, forKey: "text")
        try context.assign(note, to: store)
        return note
    }

    private func request(_ stores: [any PersistentStore]?) -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entityName: "Note")
        request.affectedStores = stores
        request.sortDescriptors = [FetchSortDescriptor("text")]
        return request
    }

    private func texts(
        _ context: ManagedObjectContext, _ stores: [any PersistentStore]?
    ) throws
        -> [String]
    {
        try context.fetch(request(stores)).compactMap { try $0.value(forKey: "text") as? String }
    }

    @Test("Objects, counts and IDs are fetched from the affected stores")
    func fetching() throws {
        let context = ManagedObjectContext(container)

        #expect(try texts(context, nil) == ["A1", "A2", "B1"])
        #expect(try texts(context, [stores[0]]) == ["A1", "A2"])
        #expect(try texts(context, [stores[1]]) == ["B1"])
        #expect(try texts(context, []) == [])
        #expect(try context.count(for: request([stores[0]])) == 2)
        #expect(try context.fetchObjectIDs(request([stores[1]])).count == 1)
        try Self.insert("A0", into: stores[0], context)
        #expect(try texts(context, [stores[0]]) == ["A0", "A1", "A2"])
        #expect(try texts(context, [stores[1]]) == ["B1"])
    }

    @Test("Dictionaries are computed from the affected stores")
    func dictionaries() throws {
        var request = DictionaryFetchRequest(
            entityName: "Note", columns: [("count", .function("count:", [.evaluatedObject]))])
        let context = ManagedObjectContext(container)
        func count(_ stores: [any PersistentStore]?) throws -> AttributeValue? {
            request.affectedStores = stores
            return try context.fetchDictionaries(request).first?["count"]
        }

        #expect(try count(nil) == .integer(3))
        #expect(try count([stores[0]]) == .integer(2))
        #expect(try count([stores[1]]) == .integer(1))
        #expect(try count([]) == nil)
    }

    @Test("Dictionaries in batches are fetched from the affected stores, in one order")
    func dictionaryBatches() throws {
        let context = ManagedObjectContext(container)
        let note = try #require(try context.fetch(request([stores[0]])).first)
        // An unsaved value is ignored, even by the sort order.
        try note.setValue("C", forKey: "text")
        var request = DictionaryFetchRequest(
            entityName: "Note", columns: [("text", .keyPath(["text"]))])
        request.sortDescriptors = [FetchSortDescriptor("text", ascending: false)]
        request.fetchBatchSize = 2
        func texts(_ stores: [any PersistentStore]?) throws -> [AttributeValue?] {
            request.affectedStores = stores
            let found = try context.fetchDictionariesInBatches(request)
            #expect(Array(found) == (try context.fetchDictionaries(request)))
            return found.map { $0["text"] }
        }

        #expect(try texts(nil) == [.string("B1"), .string("A2"), .string("A1")])
        #expect(try texts([stores[0]]) == [.string("A2"), .string("A1")])
        #expect(try texts([stores[1]]) == [.string("B1")])
        #expect(try texts([]) == [])
        request.fetchOffset = 1
        request.fetchLimit = 1
        #expect(try texts(nil) == [.string("A2")])
    }

    @Test("Batch requests and history apply to the affected stores")
    func batches() throws {
        let context = ManagedObjectContext(container)
        var update = BatchUpdateRequest(entityName: "Note")
        update.propertiesToUpdate = ["text": .constant(.string("X"))]
        update.affectedStores = [stores[1]]
        update.resultType = .count
        #expect(try context.execute(update).count == 1)
        var insertion = BatchInsertRequest(entityName: "Note", objects: [["text": "B2"]])
        insertion.affectedStores = [stores[1]]
        try context.execute(insertion)
        #expect(try texts(context, [stores[1]]) == ["B2", "X"])
        var deletion = BatchDeleteRequest(entityName: "Note")
        deletion.affectedStores = [stores[0]]
        try context.execute(deletion)
        #expect(try texts(context, nil) == ["B2", "X"])
        insertion.affectedStores = []
        #expect(throws: PersistenceError.self) { try context.execute(insertion) }
        var history = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        history.affectedStores = [stores[1]]
        let transactions = try context.fetchHistory(history)
        #expect(Set(transactions.map(\.storeID)) == [stores[1].identifier])
        #expect(transactions.count == 3)
    }
}
