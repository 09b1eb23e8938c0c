import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct HistoryCorpusTests {
    @Test(
        "An Apple store can start a history, and keeps the one that it has",
        arguments: Corpus.stores)
    func histories(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let layout = try ModelLayout(try copy.model())
        let entity = try #require(layout.entities.first { !$0.description.isAbstract })
        let sql = "SELECT name, sql FROM sqlite_master ORDER BY name"
        let before = try RawDatabase(copy.path).rows(sql)
        let had = before.contains { $0[0] == "ACHANGE" }
        var options = StoreDescription.sqlite(path: copy.path)
        options.tracksHistory = true

        let store = try SQLiteStore(options, layout: layout)
        let key = try store.withWriteSession { session in
            try session.transaction { transaction in
                let key = try transaction.allocateKeys(rootNumber: entity.rootNumber, count: 1)
                try transaction.insert(
                    [StoreInsert(key: key, row: RowSnapshot(count: entity.valueCount, version: 1))],
                    into: entity)
                return key
            }
        }
        let last = try store.withReadSession { session in
            try session.fetchHistory(.fetchHistory(after: Date.distantPast)).last
        }
        try store.close()

        #expect(last?.changes.map(\.changeType) == [.insert])
        #expect(
            last?.changes.map(\.changedObjectID)
                == [store.storeEntities.objectID(entityNumber: entity.number, key: key)])
        let after = try RawDatabase(copy.path).rows(sql)
        if had { #expect(after == before) }
        #expect(try RawDatabase(copy.path).column("PRAGMA integrity_check") == ["ok"])
    }
}
