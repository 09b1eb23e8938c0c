import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Persistence

struct SessionTests {
    private struct Stop: Error {}

    @Test("A read session sees a single state")
    func snapshot() throws {
        let zoo = try ZooStore()
        try zoo.insert("Toy")
        let toys = StoreFetch(entity: try zoo.entity("Toy"))

        try zoo.read { session in
            let before = try session.count(toys)
            try zoo.insert("Toy")
            let after = try session.count(toys)
            #expect(before == 1)
            #expect(after == 1)
        }

        #expect(try zoo.read { try $0.count(toys) } == 2)
    }

    @Test("A nested read session sees the same state")
    func nestedReading() throws {
        let zoo = try ZooStore(readerCount: 1)
        let toys = StoreFetch(entity: try zoo.entity("Toy"))

        try zoo.read { session in
            let before = try session.count(toys)
            try zoo.insert("Toy")
            #expect(try zoo.read { try $0.count(toys) } == before)
        }
    }

    @Test("A failed transaction is rolled back")
    func rollback() throws {
        let zoo = try ZooStore()
        let toy = try zoo.entity("Toy")
        let row = try zoo.row("Toy", [:])
        let count = zoo.store.changeCount

        #expect(throws: Stop.self) {
            try zoo.write { transaction in
                try transaction.insert([StoreInsert(key: 1, row: row)], into: toy)
                throw Stop()
            }
        }

        #expect(try zoo.raw("SELECT count(*) FROM ZTOY") == [["0"]])
        #expect(zoo.store.changeCount == count)
        try zoo.insert("Toy")
        #expect(zoo.store.changeCount == count + 1)
    }

    @Test("A nested transaction is part of the outer one, and its error rolls back both")
    func nested() throws {
        let zoo = try ZooStore()
        let toy = try zoo.entity("Toy")
        let row = try zoo.row("Toy", [:])

        #expect(throws: Stop.self) {
            try zoo.store.withWriteSession { session in
                try session.transaction { outer in
                    try outer.insert([StoreInsert(key: 1, row: row)], into: toy)
                    do {
                        try session.transaction { inner in
                            try inner.insert([StoreInsert(key: 2, row: row)], into: toy)
                            throw Stop()
                        }
                    } catch is Stop {
                        try outer.insert([StoreInsert(key: 3, row: row)], into: toy)
                    }
                }
            }
        }

        #expect(try zoo.raw("SELECT count(*) FROM ZTOY") == [["0"]])
    }

    @Test("A full disk ends the transaction, but not the store")
    func fullDisk() throws {
        let zoo = try ZooStore()
        try zoo.store.withWriter { try $0.connection.executeOnce("PRAGMA max_page_count = 60") }
        let notes = Data(repeating: 1, count: 9_000)

        #expect(throws: PersistenceError.self) {
            try zoo.write { transaction in
                let rows = try (1...50).map {
                    StoreInsert(key: $0, row: try zoo.row("Bird", ["notes": .data(notes)]))
                }
                try transaction.insert(rows, into: try zoo.entity("Bird"))
            }
        }

        try zoo.insert("Toy")
        #expect(try zoo.raw("SELECT count(*) FROM ZANIMAL") == [["0"]])
        #expect(try zoo.raw("SELECT count(*) FROM ZTOY") == [["1"]])
    }

    @Test("A read session has no transactions")
    func readOnlySession() throws {
        let zoo = try ZooStore()

        #expect(throws: PersistenceError.self) {
            try zoo.read { try $0.transaction { _ in } }
        }
    }

    @Test("A save checks the schema, executes three statements, and prepares no new ones")
    func statements() throws {
        let trace = SQLTrace()
        let zoo = try ZooStore { $0.trace = trace }
        let key = try zoo.insert("Keeper", ["name": .string("Ann")])
        trace.removeAll()

        try zoo.update("Keeper", key, expecting: 1, ["name": .string("Eve")])

        #expect(
            trace.sql == [
                "BEGIN IMMEDIATE", "PRAGMA schema_version",
                "UPDATE OR FAIL ZKEEPER SET Z_OPT = ?, ZNAME = ? WHERE Z_PK = ? AND Z_OPT = ?",
                "COMMIT",
            ])
    }

    @Test("Statements that were not used recently are removed from the cache")
    func statementCache() throws {
        let directory = try TemporaryDirectory()
        let connection = try Connection(
            path: directory.path + "/x", flags: readWrite, cachedStatements: 2, trace: nil)
        for sql in ["SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3"] {
            _ = try connection.integer(sql)
        }

        #expect(connection.statements.count == 2)
        #expect(connection.statements.take("SELECT 2") == nil)
        #expect(connection.statements.take("SELECT 1") != nil)
    }

    @Test("An SQLite error has the statement without values")
    func errors() throws {
        let directory = try TemporaryDirectory()
        let database = try RawDatabase(directory.path + "/x")

        do {
            try database.run("SELECT label FROM nowhere")
            Issue.record("The statement ran")
        } catch PersistenceError.sqlite(_, let message, let sql, let path) {
            #expect(message == "no such table: nowhere")
            #expect(sql == "SELECT label FROM nowhere")
            #expect(path == directory.path + "/x")
        }
    }

    @Test("Concurrent readers see only complete transactions", .blocking)
    func threads() throws {
        let zoo = try ZooStore { $0.isSynchronousFull = false }
        let toy = try zoo.entity("Toy")
        let store = zoo.store
        let rows = [try zoo.row("Toy", [:]), try zoo.row("Toy", [:])]
        let faults = Mutex<[String]>([])

        DispatchQueue.concurrentPerform(iterations: 9) { worker in
            do {
                for round in 0..<40 {
                    if worker == 0 {
                        let key = Int64(round * 2 + 1)
                        try store.withWriteSession { session in
                            try session.transaction {
                                try $0.insert([StoreInsert(key: key, row: rows[0])], into: toy)
                                try $0.insert([StoreInsert(key: key + 1, row: rows[1])], into: toy)
                            }
                        }
                    } else {
                        let count = try store.withReadSession {
                            try $0.count(StoreFetch(entity: toy))
                        }
                        if count % 2 != 0 { faults.withLock { $0.append("half a transaction") } }
                    }
                }
            } catch {
                faults.withLock { $0.append("\(error)") }
            }
        }

        #expect(faults.withLock { $0 } == [])
        #expect(try zoo.raw("SELECT count(*) FROM ZTOY") == [["80"]])
    }

    @Test("A closed store is a single file")
    func closing() throws {
        let zoo = try ZooStore()
        try zoo.insert("Toy")

        try zoo.store.close()

        #expect(
            try FileManager.default.contentsOfDirectory(atPath: zoo.directory.path)
                == ["Zoo.sqlite"])
        #expect(throws: PersistenceError.self) { try zoo.read { _ in } }
        #expect(throws: PersistenceError.self) { try zoo.write { _ in } }
    }

    @Test("Two stores with the same file detect each other’s changes by version")
    func twoStores() throws {
        let zoo = try ZooStore()
        let key = try zoo.insert("Toy", ["label": .string("ball")])
        let other = try SQLiteStore(.sqlite(path: zoo.path), layout: zoo.layout)
        let toy = try zoo.entity("Toy")
        let row = try zoo.row("Toy", version: 2, ["label": .string("bear")])
        let label = try zoo.slot("label", of: "Toy").number
        _ = try other.withWriteSession { session in
            try session.transaction {
                try $0.update(
                    [StoreUpdate(key: key, expectedVersion: 1, row: row, changed: [label])], of: toy
                )
            }
        }
        try other.close()

        let conflicts = try zoo.update("Toy", key, expecting: 1, ["label": .string("car")])

        #expect(conflicts.first?.persisted?[label] == .string("bear"))
    }
}
