import Foundation
import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Options of store descriptions")
struct StoreOptionTests {
    private func container(
        _ setOptions: (inout StoreDescription) -> Void
    ) throws -> PersistentContainer {
        var description = StoreDescription.postgreSQL(try TestServer.shared().newAddress())
        setOptions(&description)
        return try PersistentContainer(model: Yard.model, store: description)
    }

    @Test("The trace contains the statements for reads and writes, without values")
    func trace() throws {
        let trace = SQLTrace()
        let container = try container { $0.trace = trace }
        let context = ManagedObjectContext(container)
        _ = try context.make("Part", ["name": "secret name"])
        try context.save()
        #expect(trace.sql.contains { $0.hasPrefix("INSERT INTO ZPART") })
        #expect(trace.sql.contains("COMMIT"))
        trace.removeAll()
        #expect(try ManagedObjectContext(container).names("Part") == ["secret name"])
        #expect(trace.sql.contains { $0.hasPrefix("SELECT") && $0.contains("ZPART") })
        #expect(!trace.sql.contains { $0.contains("secret name") })
        try container.close()
    }

    @Test("Commits are synchronous unless turned off", arguments: [true, false])
    func synchronousCommit(isSynchronous: Bool) throws {
        let container = try container { $0.isSynchronousFull = isSynchronous }
        let store = try #require(container.coordinator.stores[0] as? PostgreSQLStore)
        try store.withWriteSession { session in
            let session = try #require(session as? PostgreSQLSession)
            let setting = try session.begun().runOnce("SHOW synchronous_commit")
            #expect(setting[0].string(0) == (isSynchronous ? "on" : "off"))
        }
        try container.close()
    }

    @Test("A store is analyzed when it is opened with that option")
    func analysis() throws {
        let trace = SQLTrace()
        let container = try container {
            $0.analyzesWhenOpened = true
            $0.trace = trace
        }
        #expect(trace.sql.contains("ANALYZE ZPART"))
        try container.close()
    }
}
