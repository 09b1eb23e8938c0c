import Dispatch
import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

@Suite("The undo log during the removal of a person")
struct UndoLogTests {
    @Test(
        "A change is stored before others save, so that removing a person finds it",
        arguments: [
            "/tags/1/delete", "/asset-types/1/merge", "/items/selection", "/tasks/1/done",
            "/loans/1/return",
        ])
    func order(path: String) async throws {
        let test = try TestSite()
        let household = try Household.open(test.configuration)
        let site = try test.site(household)
        let sources = PhotoSourceStates(try PhotoLibrary(household))
        let application = try makeApplication(
            site, routeProviders(site, sources), services: [], logger: LogRecorder().logger)

        try await application.test(.router) { client in
            let client = InventoryClient(client: client)
            try await client.add("Lamp", [("tags", "old")])
            try await client.post("/tasks", [("item", "A-0001"), ("title", "Dust it")])
            try await client.post("/loans", [("item", "A-0001"), ("borrower", "Bob")])
            let records = try await client.json("/items.json")["records"] as? [[String: Any]]
            let key = try #require(records?.first?["itemKey"] as? String)
            let kept = Self.keptWhenOthersSave(household)

            let answer = try await client.post(
                path,
                [
                    ("into", "2"), ("key", key), ("action", "value"), ("valueInDollars", "5"),
                ])

            #expect(answer.status == .seeOther, "\(answer.text)")
            var counts: [Int] = []
            for await count in kept { counts.append(count) }
            #expect(counts == [1])
        }
        try household.close()
    }

    /// The number of stored changes at the moment when a waiting save starts.
    private static func keptWhenOthersSave(_ household: Household) -> AsyncStream<Int> {
        let (counts, told) = AsyncStream.makeStream(of: Int.self)
        let folder = household.directory.undo
        household.changes.observe { _ in
            let isWaiting = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                isWaiting.signal()
                let names = try? household.container.write { _ in
                    try FileManager.default.contentsOfDirectory(atPath: folder)
                }
                told.yield(names?.count ?? 0)
                told.finish()
            }
            isWaiting.wait()
        }
        return counts
    }
}
