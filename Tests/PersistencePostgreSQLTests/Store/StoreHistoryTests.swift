import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("History of a PostgreSQL store", .blocking)
struct StoreHistoryTests {
    private static func options(
        _ change: (inout StoreDescription) -> Void = { _ in }
    ) -> StoreDescription {
        var options = StoreDescription.postgreSQL("")
        options.tracksHistory = true
        change(&options)
        return options
    }

    private static func save(_ name: String, in yard: TestYard) throws {
        let context = yard.context()
        context.transactionAuthor = name
        _ = try context.make("Tool", ["name": name])
        try context.save()
    }

    @Test("A store is pristine until its first save, also after crashes, and never again")
    func pristine() throws {
        let yard = try TestYard(options: Self.options())
        let killed = yard.context()
        try killed.obtainPermanentIDs(for: [killed.make("Tool", ["name": "Axe"])])
        #expect(try yard.look().numbers("SELECT max(z_max) FROM z_primarykey") == [64])
        #expect(try yard.context().isPristine())

        // Changes made with psql are not in the history.
        try yard.look().execute(
            "INSERT INTO ZLABEL (Z_PK, Z_ENT, Z_OPT) SELECT 7, Z_ENT, 1 FROM Z_PRIMARYKEY "
                + "WHERE Z_NAME = 'Label'")
        #expect(try !yard.context().isPristine())
        try yard.look().execute("DELETE FROM ZLABEL")
        #expect(try yard.context().isPristine())

        try Self.save("Saw", in: yard)
        let context = yard.context()
        for tool in try context.named("Tool") { context.delete(tool) }
        try context.save()
        #expect(try !yard.context().isPristine())
        try context.deleteHistory(before: Date.distantFuture)
        #expect(try !yard.context().isPristine())
    }

    @Test("Reading by tokens returns each transaction of concurrent writers once")
    func order() async throws {
        let yard = try TestYard(options: Self.options())
        let address = yard.address
        let (writers, saves) = (4, 15)
        let left = Counter(writers)
        var seen: [(number: Int64, author: String?)] = []
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    let own = try TestYard(address, options: Self.options())
                    for number in 0..<saves { try Self.save("\(writer) \(number)", in: own) }
                    left.add(-1)
                }
            }
            var token: PersistentHistoryToken?
            while true {
                // Transactions that were committed before are read once more: none may appear
                // before the token later.
                let isLast = left.value == 0
                for transaction in try yard.context().fetchHistory(.fetchHistory(after: token)) {
                    token = transaction.token
                    seen.append((transaction.transactionNumber, transaction.author))
                }
                if isLast { break }
                try await Task.sleep(for: .milliseconds(2))
            }
            try await group.waitForAll()
        }
        #expect(seen.count == writers * saves)
        #expect(Set(seen.map(\.author)).count == writers * saves)
        #expect(seen.map(\.number) == seen.map(\.number).sorted())
    }

    @Test("History tracking turned on by another program includes this program's later saves")
    func begun() throws {
        let yard = try TestYard()
        try Self.save("before", in: yard)
        let other = try TestYard(yard.address, options: Self.options())
        try Self.save("after", in: yard)
        let all = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        #expect(try other.context().fetchHistory(all).map(\.author) == ["after"])
        #expect(try yard.context().fetchHistory(all).map(\.author) == ["after"])
    }

    @Test("A rolled-back transaction is not in the history, and leaves a harmless gap")
    func failed() throws {
        struct Stop: Error {}
        let yard = try TestYard(options: Self.options())
        try Self.save("first", in: yard)
        let token = try yard.coordinator.currentPersistentHistoryToken()
        _ = try yard.look().numbers(
            "SELECT nextval(pg_get_serial_sequence('atransaction', 'z_pk'))")
        #expect(throws: Stop.self) {
            try yard.store.withWriteSession { session in
                try session.transaction { _ in throw Stop() }
            }
        }
        try Self.save("second", in: yard)
        let context = yard.context()
        #expect(try context.fetchHistory(.fetchHistory(after: token)).map(\.author) == ["second"])
        #expect(try context.deleteHistory(before: Date.distantFuture) == 2)
        let last = try yard.coordinator.currentPersistentHistoryToken()
        #expect(try context.fetchHistory(.fetchHistory(after: last)).isEmpty)
        #expect(throws: PersistenceError.self) {
            try context.fetchHistory(.fetchHistory(after: token))
        }
    }

    @Test("Saves are observed by NOTIFY, or else by polling", arguments: [true, false])
    func hearing(listens: Bool) async throws {
        let options = Self.options {
            $0.postgreSQL.listens = listens
            $0.postgreSQL.pollInterval = listens ? 0 : 0.05
        }
        let yard = try TestYard(options: options)
        let other = try TestYard(yard.address, options: options)
        let heard = Counter()
        let observation = other.coordinator.observeOtherWriters {
            heard.add(1)
        }
        defer { observation.cancel() }
        for number in 1...5 {
            let count = other.coordinator.changeCount
            try Self.save("Axe", in: yard)
            try await waited { heard.value >= number }
            #expect(other.coordinator.changeCount == count + 1)
        }
        // A store gets no notifications of its own saves: they are read or published before the
        // next one.
        for number in 6...8 {
            try Self.save("Own", in: other)
            let own = try #require(other.store.latestTransaction)
            try await waited { other.store.notifiedTransaction.map { $0 >= own } ?? false }
            try Self.save("Axe", in: yard)
            try await waited { heard.value >= number }
            #expect(heard.value == number)
        }
    }

    @Test("History tokens are valid after a migration, and return later saves of others")
    func migration() throws {
        let yard = try TestYard(options: Self.options())
        try Self.save("first", in: yard)
        let early = try yard.coordinator.currentPersistentHistoryToken()
        try Self.save("second", in: yard)
        var entities = Yard.model.entities
        let place = try #require(entities.firstIndex { $0.name == "Shed" })
        let attribute = AttributeDescription("street", .string)
        entities[place].attributes.append(attribute)
        let new = try TestYard(
            yard.address, model: ManagedObjectModel(entities: entities))
        try Self.save("third", in: new)
        #expect(
            try new.context().fetchHistory(.fetchHistory(after: early)).map(\.author)
                == ["second", "third"])
        #expect(throws: PersistenceError.self) {
            try yard.context().fetchHistory(.fetchHistory(after: early))
        }
    }
}
