import CSQLite
import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("Connections that failed to end a transaction")
struct FailedConnectionTests {
    private typealias Authorizer =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> Int32

    private let farm: Farm
    private let store: SQLiteStore
    private let keeper: EntityLayout

    init() throws {
        farm = try Farm()
        let layout = try ModelLayout(Farm.model)
        store = try SQLiteStore(.sqlite(path: farm.path), layout: layout, readerCount: 1)
        keeper = try #require(layout.entity(named: "Keeper"))
    }

    /// Prevents a connection from committing, and optionally from rolling back.
    private func failAtEnd(of connection: Connection, alsoInRollingBack: Bool) {
        let nothingButBegin: Authorizer = { _, action, name, _, _, _ in
            let begins = name.map { String(cString: $0) == "BEGIN" } ?? false
            return action == SQLITE_TRANSACTION && !begins ? SQLITE_DENY : SQLITE_OK
        }
        let noCommit: Authorizer = { _, action, name, _, _, _ in
            let commits = name.map { String(cString: $0) == "COMMIT" } ?? false
            return action == SQLITE_TRANSACTION && commits ? SQLITE_DENY : SQLITE_OK
        }
        sqlite3_set_authorizer(
            connection.handle, alsoInRollingBack ? nothingButBegin : noCommit, nil)
    }

    private func connection(_ session: any StoreSession) throws -> Connection {
        try #require(session as? SQLiteSession).connection
    }

    private func count() throws -> Int {
        try store.withReadSession { try $0.count(StoreFetch(entity: keeper)) }
    }

    @Test("A failed connection is not reused for reading")
    func reading() throws {
        var first: Connection?
        #expect(throws: PersistenceError.self) {
            try store.withReadSession { session in
                let connection = try self.connection(session)
                failAtEnd(of: connection, alsoInRollingBack: true)
                first = connection
            }
        }

        #expect(try store.withReadSession { try self.connection($0) } !== first)
        #expect(try count() == 2)
        try store.close()
    }

    @Test(
        "The next save uses another connection, without the failed changes",
        arguments: [true, false])
    func writing(failsInRollingBack: Bool) throws {
        func insert(_ key: Int64, _ session: any StoreSession) throws {
            try session.transaction {
                let row = RowSnapshot(count: keeper.valueCount, version: 1)
                row[try #require(keeper.slotNumbers["name"])] = .string("Cid")
                try $0.insert([StoreInsert(key: key, row: row)], into: keeper)
            }
        }

        try store.withWriteSession { session in
            // A connection that is kept would keep its transaction.
            weak let first = try connection(session)
            #expect(try session.row(of: keeper, key: 11) == nil)
            failAtEnd(of: try #require(first), alsoInRollingBack: failsInRollingBack)
            #expect(throws: PersistenceError.self) { try insert(10, session) }
            // The closure continues with another connection.
            #expect(try session.count(StoreFetch(entity: keeper)) == 2)
            try insert(11, session)
            #expect(first == nil)
            // The failed connection is not used for lookups by key either.
            #expect(try session.row(of: keeper, key: 11)?.key == 11)
        }

        #expect(try count() == 3)
        let keys = try store.withReadSession { session in
            try [10, 11].map { try session.row(of: keeper, key: $0)?.key }
        }
        #expect(keys == [nil, 11])
        try store.close()
    }
}
