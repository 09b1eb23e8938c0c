import Foundation
import GRDB

/// The common members of both kinds of records.
protocol ThingRecord: FetchableRecord, MutablePersistableRecord, Identifiable where ID == Int64? {
    init(number: Int)
    /// A sum over all attributes.
    var sum: Int { get }
    mutating func raise()
}

struct GRDBContestant<Record: ThingRecord>: Contestant {
    private let path: String
    private let count: Int

    init(directory: String, name: String, count: Int) throws {
        path = directory + "/\(name).sqlite"
        self.count = count
    }

    /// Opens a database as durable as the other library's stores: with a write-ahead log that is
    /// synchronized at each commit.
    private func withDatabase(_ body: (DatabasePool) throws -> Void) throws {
        let database = try DatabasePool(path: path)
        // A pool opens with less, and the setting cannot change in a transaction.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try body(database)
        try database.close()
    }

    func insert() throws {
        for suffix in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        try withDatabase { database in
            try database.write { db in
                try db.create(table: "thing") { table in
                    table.autoIncrementedPrimaryKey("id")
                    table.column("name", .text)
                    table.column("serial", .text)
                    table.column("worth", .integer)
                    table.column("place", .double)
                    table.column("created", .double)
                    table.column("key", .blob)
                }
                for number in 1...count {
                    var thing = Record(number: number)
                    try thing.insert(db)
                }
            }
        }
    }

    func fetch() throws {
        try withDatabase { database in
            let sum = try database.read { db in
                try Record.fetchAll(db).reduce(0) { $0 &+ $1.sum }
            }
            guard sum != 0 else { throw WrongResult() }
        }
    }

    func lookUp() throws {
        try withDatabase { database in
            try database.read { db in
                for number in 0..<10_000 {
                    let key = Int64(number * 7919 % count + 1)
                    guard try Record.fetchOne(db, key: key) != nil else { throw WrongResult() }
                }
            }
        }
    }

    func save() throws {
        try withDatabase { database in
            let things = try database.read { try Record.limit(1_000).fetchAll($0) }
            for var thing in things {
                thing.raise()
                let changed = thing
                try database.write { try changed.update($0) }
            }
        }
    }
}
