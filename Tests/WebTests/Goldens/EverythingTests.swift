import Backup
import Foundation
import HTTPTypes
import Testing

@testable import Web

@Suite("A complete household made by an earlier version")
struct EverythingTests {
    /// Addresses that are not lists of the household: information about the program.
    private static let others: Set<String> = [
        "/backup", "/help", "/help/{page}", "/model", "/openapi",
        "/reminders", "/session", "/stocktakes/{id}/names",
        "/settings", "/settings/reminders",
    ]

    /// Accounts are in no backup.
    private static let peopleAside: Set<String> = ["/people"]

    /// `RECORD_GOLDENS=1 swift test --filter EverythingTests` writes the lists; the difference is then read
    /// like any other change.
    @Test("Its folder is valid, and every list is unchanged")
    func folder() async throws {
        for name in ["euro", "dollar"] { try await Self.checkFolder(name) }
    }

    private static func checkFolder(_ name: String) async throws {
        let household = try await GoldenHousehold.unpacked(name)

        #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
        let lists = try await household.test { try await GoldenLists($0, of: household.about) }
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try lists.record(as: name)
        }

        let found = try lists.differences(from: GoldenLists.recorded())
        let expected = try GoldenLists.recordedDifferences(of: name)
        #expect(found == expected)
        #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
    }

    @Test("Its backup restores every list unchanged, and so does a backup of the result")
    func backup() async throws {
        let golden = try GoldenLists.recorded()
        let second = NSTemporaryDirectory() + "everything-\(UUID()).tar.zst"
        defer { unlink(second) }
        for archive in [GoldenHousehold.folder + "/euro.backup.tar.zst", second] {
            let household = try GoldenHousehold(of: "euro")
            _ = try BackupRestorer(archive, to: household.directory).run()

            #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
            let lists = try await household.test {
                try await GoldenLists($0, of: household.about, without: Self.peopleAside)
            }
            #expect(lists.differences(from: golden, without: Self.peopleAside) == [])
            if archive != second {
                _ = try BackupFile(BackupMaker(household.directory), path: second).make()
            }
        }
    }

    @Test("Recent changes can be undone, deleted records restored, and the import continued")
    func undo() async throws {
        let household = try await GoldenHousehold.unpacked("euro")
        let about = household.about
        try await household.test { try await $0.checkWhatWaits(about) }
        #expect(try HouseholdCheck(household.directory).run().faults.map(\.description) == [])
    }

    @Test("Its people sign in, with a code too; tokens and links keep their recorded uses")
    func people() async throws {
        let household = try await GoldenHousehold.unpacked("euro")
        try await household.checkPeople()
    }

    @Test("Every list of the site is compared")
    func addresses() async throws {
        let lists = Set(GoldenLists.addresses.map { $0.replacing("{itemKey}", with: "{key}") })
        let routes = try await RouteAccessTests.addresses(TestSite()).filter {
            $0.method == .get && $0.path.hasSuffix(".json")
        }.map { String($0.path.dropLast(".json".count)) }
        let missing = routes.filter { path in
            let isRecord = path.hasSuffix("}")
            return !lists.contains(path) && !Self.others.contains(path) && !isRecord
        }
        #expect(missing == [])
        #expect(lists.subtracting(routes).sorted() == [])
    }

    @Test("A difference names the list, the record and the field")
    func differences() throws {
        func value(_ text: String) throws -> GoldenValue {
            try JSONDecoder().decode(GoldenValue.self, from: Data(text.utf8))
        }
        let old = try value(
            #"{"/items": {"records": [{"id": 1, "name": "Lamp", "price": 2}, {"id": 2, "tags": ["a"]}]}}"#
        )
        let new = try value(
            #"{"/items": {"records": [{"id": 2, "tags": ["b"]}, {"id": 1, "name": "Lamp", "price": 3}]}}"#
        )
        #expect(
            old.differences(of: new, at: "lists") == [
                "lists, /items, records 1 “Lamp”, price: 3 instead of 2",
                "lists, /items, records 2, tags 1: “b” instead of “a”",
                "lists, /items, records, order: 2, 1 instead of 1, 2",
            ])
        let moved = try value(
            #"{"/items": {"records": [{"id": 2, "tags": ["a"]}, {"id": 1, "name": "Lamp", "price": 2}]}}"#
        )
        #expect(
            old.differences(of: moved, at: "lists")
                == ["lists, /items, records, order: 2, 1 instead of 1, 2"])
        #expect(old.differences(of: old, at: "lists") == [])
    }
}
