import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

@Suite("Hidden sections")
struct SectionTests {
    private static let choices = SectionCatalog.standard.choices

    @Test("A hidden section is not in the navigation or on the first page, and still answers")
    func puttingAway() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            try await client.post("/groceries", [("entry", "milk")])
            let before = try await client.get("/")
            let list = try await client.get("/items")

            let done = try await client.post("/sections/groceries", [("shown", "no")])

            #expect(done.status == .seeOther)
            #expect(done.headers[.location] == "/sections")
            #expect(before.text.contains("<a href=\"/groceries\">Groceries</a>"))
            let first = try await client.get(
                "/", headers: [.ifNoneMatch: before.headers[.eTag] ?? ""])
            #expect(first.status == .ok)
            #expect(!first.text.contains("/groceries\""))
            let after = try await client.get(
                "/items", headers: [.ifNoneMatch: list.headers[.eTag] ?? ""])
            #expect(!after.text.contains("/groceries\""))
            #expect(try await client.get("/groceries").text.contains("milk"))
            #expect(try await client.json("/search.json?q=milk")["total"] as? Int == 1)
        }
        // The next run of the program knows it.
        try await site.test { test in
            let client = InventoryClient(client: test)
            #expect(!(try await client.get("/items").text.contains("/groceries\"")))
            let sections = try await client.json("/sections.json")["records"] as? [[String: Any]]
            let groceries = sections?.first { $0["id"] as? String == "groceries" }
            #expect(groceries?["shown"] as? Bool == false)

            let back = try await client.post(
                "/sections/groceries", [("shown", "yes")], headers: InventoryClient.json)

            #expect(try back.json["shown"] as? Bool == true)
            #expect(try await client.get("/items").text.contains("/groceries\""))
        }
    }

    @Test("Every section is in the search, the activity and the overview")
    func everywhere() throws {
        let searched = Set(SectionCatalog.standard.search.map(\.section))
        let told = Set(SectionCatalog.standard.activity.values.map(\.section))
        let site = try TestSite()
        let household = try Household.open(site.configuration)
        defer { try? household.close() }
        let whole = try site.site(household)
        let parts = try household.container.read { records in
            var page = try OverviewPage(Inventory(whole), in: records)
            try page.add(sectionsOf: whole, in: records)
            return page.parts.map(\.title)
        }

        #expect(searched == Set(Self.choices))
        #expect(told == Set(Self.choices))
        // The first two have parts of their own.
        #expect(
            parts == Self.choices.map(\.label).filter { !["Inventory", "Sales"].contains($0) })
    }

    @Test("The inventory can be hidden, and with it the welcome and the button on the first page")
    func withoutInventory() async throws {
        try await TestSite.inventory { client in
            try await client.post("/sections/inventory", [("shown", "no")])

            let page = try await client.get("/").text

            #expect(!page.contains("Welcome home"))
            #expect(!page.contains("/items/new"))
        }
    }

    @Test("A first page without sections links to the page that shows them again")
    func allPutAway() async throws {
        try await TestSite.inventory { client in
            let before = try await client.get("/").text
            for section in Self.choices {
                try await client.post("/sections/\(section.rawValue)", [("shown", "no")])
            }

            let page = try await client.get("/").text

            #expect(!before.contains("Every section is hidden"))
            #expect(page.contains("Every section is hidden"))
            #expect(page.contains("href=\"/sections\">Show sections again"))
        }
    }

    @Test("An unknown section, and an invalid choice, are refused")
    func refusals() async throws {
        try await TestSite.inventory { client in
            for name in ["overview", "garden", "Groceries"] {
                let answer = try await client.post("/sections/\(name)", [("shown", "no")])
                #expect(answer.status == .notFound, "\(name)")
            }
            let forms: [[(name: String, value: String)]] = [
                [], [("shown", "")], [("shown", "perhaps")],
            ]
            for fields in forms {
                let answer = try await client.post("/sections/books", fields)
                #expect(answer.status == .unprocessableContent)
            }
            #expect(try await client.get("/items").text.contains("/book-categories\""))
        }
    }

    @Test("Invalid settings end the start with the name of the file")
    func brokenFile() async throws {
        let site = try TestSite()
        let directory = DataDirectory(path: site.configuration.dataDirectory)
        try directory.create()
        try Data("{".utf8).write(to: URL(fileURLWithPath: directory.sections))

        let error = await #expect(throws: ConfigurationError.self) {
            _ = try await site.application()
        }
        #expect(error?.description.contains(directory.sections) == true)
    }

    @Test("Concurrent changes of hidden sections by several servers are all saved")
    func severalServers() async throws {
        let path = NSTemporaryDirectory() + "sections-\(UUID()).json"
        defer {
            for file in [path, path + ".lock"] { try? FileManager.default.removeItem(atPath: file) }
        }
        let servers = [
            try SectionSettings(path: path, isShared: true),
            try SectionSettings(path: path, isShared: true),
        ]
        for round in 0..<40 {
            let isShown = !round.isMultiple(of: 2)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, section) in Self.choices.enumerated() {
                    let server = servers[index % 2]
                    group.addTask { try server.set(section, isShown: isShown) }
                }
                try await group.waitForAll()
            }
            for server in servers {
                let shown = server.shown
                #expect(shown.count == (isShown ? Self.choices.count : 0) + 1, "\(shown)")
            }
        }
    }
}
