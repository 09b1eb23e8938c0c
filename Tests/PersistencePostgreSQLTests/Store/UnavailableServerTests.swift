import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Servers that are there, and do not do what they are asked", .timeLimit(.minutes(30)))
struct UnavailableServerTests {
    @Test("One that takes no changes is away, and the next connection is a new one")
    func readOnly() throws {
        let yard = try TestYard()
        let name = "readonly_" + UUID().uuidString.prefix(8).lowercased()
        let other = try TestYard(
            yard.address + "%20-cdefault_transaction_read_only%3Don&application_name=\(name)")
        let context = other.context()
        _ = try context.make("Tool", ["name": "Rake"])

        let error = #expect(throws: PostgreSQLError.self) { try context.save() }

        #expect(error?.isStoreUnavailable == true)
        #expect(error?.isOutcomeUnknown == false)
        #expect(try yard.context().names("Tool") == [])
        #expect(throws: PostgreSQLError.self) { try context.save() }
    }

    @Test("One that is silent is waited for no longer than the limit of who reads, and a little")
    func silent() throws {
        let server = try TestServer.own()
        let connection = try ServerConnection(ServerAddress(server.address))
        let backend = try connection.run("SELECT CAST(pg_backend_pid() AS bigint)")[0].integer(0)
        let stopped = [pid_t(backend), try #require(server.processIdentifier)]
        for process in stopped { kill(process, SIGSTOP) }
        defer { for process in stopped { kill(process, SIGCONT) } }
        connection.deadline = .now + .milliseconds(100)
        let begun = ContinuousClock.now

        let error = #expect(throws: PersistenceError.self) { try connection.run("SELECT 1") }

        guard case .timeLimitExceeded? = error else {
            Issue.record("It ended with \(String(describing: error))")
            return
        }
        #expect(ContinuousClock.now - begun < .seconds(60))
        #expect(connection.isLost)
    }

    @Test("A save on one that falls silent is refused, and the next one goes on when it is back")
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
        // Those who come right after do not wait one after the other.
        let next = ContinuousClock.now
        #expect(throws: PostgreSQLError.self) { try context.save() }

        #expect(error?.isStoreUnavailable == true && error?.isOutcomeUnknown == false)
        #expect(next - begun < .seconds(60))
        #expect(ContinuousClock.now - next < .seconds(2))
        for process in processes { kill(process, SIGCONT) }
        Thread.sleep(forTimeInterval: 3)
        try context.save()
        #expect(try yard.context().names("Tool") == ["Spade"])
    }

    @Test("What takes its time is waited for")
    func slow() throws {
        let connection = try ServerConnection(ServerAddress(TestServer.shared().newAddress()))
        let answer = try connection.run("SELECT CAST(1 AS bigint) FROM pg_sleep(12)")
        #expect(answer[0].integer(0) == 1)
    }

    @Test("What somebody has locked is waited for as long as the store is told to")
    func locked() throws {
        var options = PostgreSQLStoreOptions()
        options.patience = 0.2
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

    @Test(
        "Rights that are taken away are a store that is away, and saving goes on when they are back"
    )
    func rights() throws {
        let server = try TestServer.shared()
        let role = "clerk_" + UUID().uuidString.prefix(8).lowercased()
        let address = try server.newAddress()
        let owner = try TestYard(address)
        let schema = try #require(address.components(separatedBy: "search_path%3D").last)
        try server.run(
            "CREATE ROLE \(role) LOGIN; GRANT ALL ON SCHEMA \(schema) TO \(role); "
                + "GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role)")
        let yard = try TestYard(address.replacing("tester@", with: "\(role)@"))
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
