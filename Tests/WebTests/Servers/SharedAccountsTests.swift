import Foundation
import Persistence
import PersistencePostgreSQL
import PostgreSQLServer
import Testing

@testable import Domain

@Suite("People in a database")
struct SharedAccountsTests {
    private let directory: DataDirectory

    init() throws {
        PostgreSQLStoreFactory.register()
        let schema = "people_" + UUID().uuidString.prefix(8).lowercased()
        directory = DataDirectory(
            path: NSTemporaryDirectory() + schema,
            storeAddress: try TestServer.shared().address + "&schema=\(schema)")
    }

    private var hasStore: Bool {
        get throws {
            try PersistentStoreCoordinator.hasPersistentStore(at: directory.accountsLocation)
        }
    }

    @Test("Reading people creates no tables, and finds people who are added later")
    func looking() async throws {
        let looking = Accounts(directory: directory, makesDatabase: false)
        #expect(try await looking.isEmpty)
        await #expect(throws: AccountError.self) { try await looking.change("Ada", to: .viewer) }
        #expect(try !hasStore)
        let adding = Accounts(directory: directory, passwordCost: .init(bytes: 1 << 20, passes: 1))
        try await adding.add("Ada", password: "violet tin drum, eleven", role: .owner)
        #expect(try hasStore)
        #expect(try await looking.all().map(\.name) == ["Ada"])
        try adding.close()
        try looking.close()
    }
}
