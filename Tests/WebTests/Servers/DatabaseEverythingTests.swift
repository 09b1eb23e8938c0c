import Backup
import Domain
import Foundation
import Persistence
import PersistencePostgreSQL
import PostgreSQLServer
import TestSupport
import Testing

@testable import Web

@Suite("A complete household in a database, made by an earlier program")
struct DatabaseEverythingTests {
    /// The schema of the fixture, which is replaced by the test's own.
    private static let schema = "everything_fixture"

    /// Accounts are in no backup.
    private static let leftBehind: Set<String> = ["/people"]

    private static func household() async throws -> GoldenHousehold {
        PostgreSQLStoreFactory.register()
        let server = try TestServer.shared()
        let schema = "everything_" + UUID().uuidString.prefix(8).lowercased()
        let household = try await GoldenHousehold.unpacked(
            "database", storeAddress: server.address + "&schema=\(schema)")
        let dump = try String(contentsOfFile: household.file("database.sql"), encoding: .utf8)
        try server.run(dump.replacing(Self.schema, with: schema))
        return household
    }

    @Test("It is valid, and its lists equal those of the file, except a longer activity")
    func lists() async throws {
        let household = try await Self.household()

        #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
        let lists = try await household.test {
            try await GoldenLists($0, of: household.about).withoutPhotos
        }

        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try lists.record(as: "database")
        }

        let found = try lists.differences(from: GoldenLists.recorded().withoutPhotos)
        let expected = try GoldenLists.recordedDifferences(of: "database")
        #expect(found == expected)
        #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
    }

    @Test("Recent changes can be undone, deleted records restored, and the import continued")
    func undo() async throws {
        let household = try await Self.household()
        let about = household.about
        try await household.test { try await $0.checkWhatWaits(about) }
        #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
    }

    @Test("Servers that start at once upgrade it once, and have the same photos")
    func atOnce() async throws {
        let household = try await Self.household()
        let (path, address) = (household.directory.path, household.directory.storeAddress)

        let servers = try await withThrowingTaskGroup(of: Household.self) { group in
            for _ in 0..<3 {
                group.addTask(executorPreference: ThreadExecutor.shared) {
                    try Household(directory: DataDirectory(path: path, storeAddress: address))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        var photos: Set<[Int64]> = []
        for server in servers {
            photos.insert(
                try await server.container.read { context in
                    let items = try context.fetch(FetchRequest<Item>())
                    for item in items where item.hasThumbnail {
                        #expect(item.listedPhotos.first?.key == item.key)
                    }
                    #expect(items.contains { $0.photos.count > 1 })
                    return try context.fetch(FetchRequest<ItemPhoto>()).map(\.savedNumber).sorted()
                })
            try server.close()
        }
        #expect(photos.count == 1)
        let faults = try HouseholdCheck(household.directory).run().faults.map(\.description)
        #expect(faults == [])
    }

    @Test("Its people sign in, with a code too; tokens and links keep their recorded uses")
    func people() async throws {
        try await Self.household().checkPeople()
    }

    @Test(
        "The backup of a file’s household is restored into a database with unchanged lists")
    func restored() async throws {
        PostgreSQLStoreFactory.register()
        let schema = "everything_" + UUID().uuidString.prefix(8).lowercased()
        let household = try GoldenHousehold(
            of: "euro", storeAddress: TestServer.shared().address + "&schema=\(schema)")
        _ = try BackupRestorer(
            GoldenHousehold.folder + "/euro.backup.tar.zst", to: household.directory
        ).run()

        #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
        let lists = try await household.test {
            try await GoldenLists($0, of: household.about, without: Self.leftBehind).withoutPhotos
        }
        let found = try lists.differences(
            from: GoldenLists.recorded().withoutPhotos, without: Self.leftBehind)
        #expect(found == [])
    }
}
