import Foundation
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite(
    "Unavailable servers", .blocking, .timeLimit(.minutes(30))
)
struct UnavailableServerTests {
    /// Creates a role that can read and write a schema, but not create one; and its address.
    private static func clerk(
        _ server: TestServer, at address: String
    ) throws -> (role: String, schema: String, address: String) {
        let role = "clerk_" + UUID().uuidString.prefix(8).lowercased()
        let schema = try #require(address.components(separatedBy: "search_path%3D").last)
        try server.run(
            "CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role); "
                + "GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role)")
        return (role, schema, address.replacing("tester@", with: "\(role)@"))
    }

    private static func failure(_ body: () throws -> Void) -> StoreOpenFailure? {
        do { try body() } catch PersistenceError.cannotOpen(_, let failure) { return failure } catch
        {
            Issue.record("It ended with \(error)")
        }
        return nil
    }

    @Test("A read-only server is unavailable, and saving works once it is writable again")
    func readOnly() throws {
        let server = try TestServer.shared()
        let yard = try TestYard()
        let clerk = try Self.clerk(server, at: yard.address)
        let name = "readonly_" + UUID().uuidString.prefix(8).lowercased()
        let other = try TestYard(clerk.address + "&application_name=\(name)")
        try server.run("ALTER ROLE \(clerk.role) SET default_transaction_read_only TO on")
        try server.endConnections(of: name)
        let context = other.context()
        _ = try context.make("Tool", ["name": "Rake"])

        let error = #expect(throws: PostgreSQLError.self) { try context.save() }

        #expect(error?.isStoreUnavailable == true)
        #expect(error?.isOutcomeUnknown == false)
        #expect(try yard.context().names("Tool") == [])
        #expect(Self.failure { _ = try TestYard(clerk.address) } == .takesNoChanges)
        try server.run("ALTER ROLE \(clerk.role) RESET default_transaction_read_only")
        try context.save()
        #expect(try yard.context().names("Tool") == ["Rake"])
    }

    @Test("A role that cannot create schemas can open a store in an existing one")
    func schemas() throws {
        let server = try TestServer.shared()
        let address = try server.newAddress()
        let schema = try #require(address.components(separatedBy: "search_path%3D").last)
        let named = server.address.replacing("?", with: "?schema=\(schema)&")
        let yard = try TestYard(named)
        let clerk = try Self.clerk(server, at: address)
        let other = try TestYard(named.replacing("tester@", with: "\(clerk.role)@"))
        let context = other.context()
        _ = try context.make("Tool", ["name": "Rake"])

        try context.save()

        #expect(try yard.context().names("Tool") == ["Rake"])
    }

    @Test("Opening a store for writing fails with a reason if the role can only read")
    func readers() throws {
        let server = try TestServer.shared()
        let yard = try TestYard()
        let clerk = try Self.clerk(server, at: yard.address)
        let all = "ON ALL TABLES IN SCHEMA \(clerk.schema)"
        try server.run("REVOKE INSERT, UPDATE, DELETE \(all) FROM \(clerk.role)")

        let reason = Self.failure { _ = try TestYard(clerk.address) }

        #expect(reason == .noPermission("its role may read the store, and not write it"))
        var options = StoreDescription.postgreSQL("")
        options.isReadOnly = true
        let reader = try TestYard(clerk.address, options: options)
        #expect(try reader.context().names("Tool") == [])
        try server.run("REVOKE ALL \(all) FROM \(clerk.role)")
        let refusals = [
            Self.failure { _ = try TestYard(clerk.address) },
            Self.failure {
                _ = try PostgreSQLStoreFactory().metadata(at: .address(clerk.address))
            },
        ]
        let denied = StoreOpenFailure.noPermission("permission denied for table z_metadata")
        #expect(refusals == [denied, denied])
    }

    @Test("A read on a server that does not respond ends shortly after its deadline")
    func silent() throws {
        let server = try TestServer.own()
        let connection = try ServerConnection(ServerAddress(server.address))
        let backend = try connection.run("SELECT CAST(pg_backend_pid() AS bigint)")[0].integer(0)
        let stopped = [pid_t(backend), try #require(server.processIdentifier)]
        for process in stopped { kill(process, SIGSTOP) }
        defer { for process in stopped { kill(process, SIGCONT) } }
        connection.deadline = .now + .seconds(2)
        let begun = ContinuousClock.now

        let error = #expect(throws: PersistenceError.self) { try connection.run("SELECT 1") }

        guard case .timeLimitExceeded? = error else {
            Issue.record("It ended with \(String(describing: error))")
            return
        }
        #expect(ContinuousClock.now - begun < .seconds(60))
        #expect(connection.isLost)
    }

    /// Saves as soon as the server accepts it.
    private func saveWhenItIsBack(_ context: ManagedObjectContext) throws {
        let end = ContinuousClock.now + .seconds(600)
        while true {
            do { return try context.save() } catch let error as PostgreSQLError {
                guard error.isStoreUnavailable, ContinuousClock.now < end else { throw error }
                Thread.sleep(forTimeInterval: 0.2)
            }
        }
    }

    @Test("A save on a server that stops responding fails, and later ones work once it responds")
    func silentSave() throws {
        let server = try TestServer.own()
        let address = server.address.replacing(TestServer.patience, with: "connect_timeout=2")
        let yard = try TestYard(address)
        let context = yard.context()
        let tool = try context.make("Tool", ["name": "Rake"])
        try context.save()
        let processes = try server.processes()
        #expect(processes.count > 3)
        for process in processes { kill(process, SIGSTOP) }
        defer { for process in processes { kill(process, SIGCONT) } }
        try tool.setValue("Spade", forKey: "name")
        let begun = ContinuousClock.now

        let error = #expect(throws: PostgreSQLError.self) { try context.save() }
        // Saves that follow at once do not wait one after the other.
        let next = ContinuousClock.now
        #expect(throws: PostgreSQLError.self) { try context.save() }

        #expect(error?.isStoreUnavailable == true && error?.isOutcomeUnknown == false)
        #expect(next - begun < .seconds(60))
        #expect(ContinuousClock.now - next < (next - begun) / 2)
        for process in processes { kill(process, SIGCONT) }
        try saveWhenItIsBack(context)
        #expect(try yard.context().names("Tool") == ["Spade"])
    }

    @Test("A slow statement is waited for")
    func slow() throws {
        let connection = try ServerConnection(ServerAddress(TestServer.shared().newAddress()))
        let answer = try connection.run("SELECT CAST(1 AS bigint) FROM pg_sleep(12)")
        #expect(answer[0].integer(0) == 1)
    }

    @Test("Waiting for locked rows has the time limit of the store")
    func locked() throws {
        var options = StoreDescription.postgreSQL("")
        options.postgreSQL.timeout = 0.2
        let yard = try TestYard(options: options)
        let context = yard.context()
        let tool = try context.make("Tool", ["name": "Rake"])
        try context.save()
        let other = try TestConnection(yard.address)
        try other.execute("BEGIN; UPDATE ztool SET zname = 'Axe'")
        try tool.setValue("Spade", forKey: "name")

        let error = #expect(throws: PersistenceError.self) { try context.save() }

        guard case .timeLimitExceeded? = error else {
            Issue.record("It ended with \(String(describing: error))")
            return
        }
        try other.execute("ROLLBACK")
        try context.save()
        #expect(try yard.context().names("Tool") == ["Spade"])
    }

    @Test("Revoked privileges make the store unavailable, and saving works once they are granted")
    func rights() throws {
        let server = try TestServer.shared()
        let address = try server.newAddress()
        let owner = try TestYard(address)
        let (role, schema, place) = try Self.clerk(server, at: address)
        let yard = try TestYard(place)
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Rake"])
        try server.run("REVOKE INSERT ON ALL TABLES IN SCHEMA \(schema) FROM \(role)")

        let error = #expect(throws: PostgreSQLError.self) { try context.save() }

        #expect(error?.isStoreUnavailable == true)
        try server.run("GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role)")
        try context.save()
        #expect(try owner.context().names("Tool") == ["Rake"])
    }
}
