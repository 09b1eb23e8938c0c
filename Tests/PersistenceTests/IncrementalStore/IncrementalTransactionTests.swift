import Testing

@testable import Persistence

@Suite("What an incremental store gets of a transaction")
struct IncrementalTransactionTests {
    @Test("A record is named once, for the last that happened to it")
    func once() throws {
        let library = try TestLibrary(.incremental)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let access = try #require(
            library.container.coordinator.stores[0] as? IncrementalStoreAccess)
        let session = IncrementalSession(access, canWrite: true)
        let transaction = IncrementalTransaction(session)
        let book = ids[1].home.layout
        let row = RowSnapshot(count: book.valueCount, version: 2)

        let newKey = try transaction.allocateKeys(rootNumber: book.rootNumber, count: 1)
        try transaction.insert([StoreInsert(key: newKey, row: row)], into: book)
        for id in ids.dropFirst() {
            let update = StoreUpdate(key: id.key, expectedVersion: 1, row: row, changed: [10])
            #expect(try transaction.update([update], of: book).isEmpty)
        }
        for key in [ids[1].key, newKey] {
            let deletion = StoreDelete(key: key, expectedVersion: nil)
            #expect(try transaction.delete([deletion], of: book).isEmpty)
        }

        let request = try #require(try transaction.request())
        #expect(request.inserted.isEmpty)
        #expect(request.updated.map(\.reference.key) == [ids[2].key])
        #expect(request.deleted.map(\.key) == [ids[1].key])
        withExtendedLifetime(session) {}
    }

    @Test("A transaction whose records came and went asks for nothing")
    func nothing() throws {
        let library = try TestLibrary(.incremental)
        let ids = try library.save(author: "Ada", titles: [])
        let access = try #require(
            library.container.coordinator.stores[0] as? IncrementalStoreAccess)
        let session = IncrementalSession(access, canWrite: true)
        let transaction = IncrementalTransaction(session)
        let author = ids[0].home.layout
        let key = try transaction.allocateKeys(rootNumber: author.rootNumber, count: 1)
        let row = RowSnapshot(count: author.valueCount, version: 1)

        try transaction.insert([StoreInsert(key: key, row: row)], into: author)
        let deletion = StoreDelete(key: key, expectedVersion: nil)
        #expect(try transaction.delete([deletion], of: author).isEmpty)

        #expect(try transaction.request() == nil)
        withExtendedLifetime(session) {}
    }
}
