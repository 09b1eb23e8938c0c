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

    @Test("Of several servers on a database, one takes each reminder")
    func reminders() async throws {
        let servers = (0..<4).map { _ in
            Accounts(directory: directory, passwordCost: .init(bytes: 1 << 20, passes: 1))
        }
        let choice = ReminderChoice([.webhook: "https://example.invalid/"], kinds: [.care])
        for name in ["Ada", "Ben", "Cleo"] {
            let account = try await servers[0].add(
                name, password: "violet tin drum, eleven", role: .owner)
            try await servers[0].remind(account, choice)
        }

        let taken = try await withThrowingTaskGroup(of: [ClaimedReminder].self) { group in
            for server in servers {
                group.addTask {
                    var taken: [ClaimedReminder] = []
                    for _ in 0..<5 {
                        try await server.claimReminders(.daily(.today())) { _, _ in true }
                        taken += try await server.takeReminders(limit: 1)
                    }
                    return taken
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }

        #expect(taken.map(\.account.name).sorted() == ["Ada", "Ben", "Cleo"])
        #expect(Set(taken.map(\.id)).count == 3)
        for server in servers { try server.close() }
    }
}
