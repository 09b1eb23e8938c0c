import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("History tables of SQLite stores")
struct HistoryTablesTests {
    @Test("The rows are the same as Core Data’s")
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

    @Test("Preserved values keep their attributes after a migration adds and removes others")
    func preservedValues() throws {
        let store = try HistoryStore()
        func delete(_ values: [String: any Sendable], in context: ManagedObjectContext) throws {
            let person = try store.person("Ann", in: context)
            for (key, value) in values { try person.setValue(value, forKey: key) }
            try context.save()
            context.delete(person)
            try context.save()
        }
        try delete(["code": "A-1", "aKey": UUID()], in: store.context())
        try store.container.close()
        var newer = HistoryStore.model
        newer.entities[0].attributes.removeAll { $0.name == "aKey" }
        for name in ["area", "badge"] {
            var attribute = AttributeDescription(name, .string)
            attribute.preservesValueInHistoryOnDeletion = true
            newer.entities[0].attributes.append(attribute)
        }

        let container = try PersistentContainer(model: newer, store: .sqlite(path: store.path))
        let context = ManagedObjectContext(container)
        try delete(["code": "B-1", "area": "B"], in: context)

        let changes = try context.fetchHistory(.fetchHistory(after: nil)).flatMap(\.changes)
        #expect(
            changes.filter { $0.changeType == .delete }.map(\.tombstone) == [
                ["code": .string("A-1")], ["code": .string("B-1"), "area": .string("B")],
            ])
        try container.close()
    }

    @Test("Preserved values keep their attributes when only the preservation of another ends")
    func preservedFewer() throws {
        let store = try HistoryStore()
        let context = store.context()
        let person = try store.person("Ann", in: context)
        try person.setValue("A-1", forKey: "code")
        try context.save()
        context.delete(person)
        try context.save()
        try store.container.close()
        var newer = HistoryStore.model
        for index in newer.entities[0].attributes.indices
        where newer.entities[0].attributes[index].name == "aKey" {
            newer.entities[0].attributes[index].preservesValueInHistoryOnDeletion = false
        }

        let container = try PersistentContainer(model: newer, store: .sqlite(path: store.path))
        let changes = try ManagedObjectContext(container).fetchHistory(.fetchHistory(after: nil))
            .flatMap(\.changes)

        #expect(
            changes.filter { $0.changeType == .delete }.map(\.tombstone) == [
                ["code": .string("A-1")]
            ])
        try container.close()
    }

    @Test("A history is read with one statement, up to the limit")
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

    @Test("A store with a history continues it by default")
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

    @Test("A history begun while the store is open contains all later saves")
    func begunLater() throws {
        let store = try HistoryStore(tracksHistory: false)
        let context = store.context(author: "Ada")
        _ = try store.person("Ann", in: context)
        try context.save()
        // A reader that does not know of a history.
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

    @Test("A failed transaction is not in the history")
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
}
