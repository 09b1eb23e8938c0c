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
}
