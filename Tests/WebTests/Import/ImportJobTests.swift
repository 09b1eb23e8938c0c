import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Long imports")
struct ImportJobTests {
    private static let browser: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate"]
    private static let table =
        "itemName,serialNumber,valueInDollars\n"
        + (1...3_000).map { "Thing \($0),S\($0),\($0 % 500)\n" }.joined()

    /// Reads a page until it shows no progress. Returns it, and the progress that it showed.
    private static func follow(
        _ address: String, _ client: ImportClient
    ) async throws -> (pages: [String], last: TestResponse) {
        var pages: [String] = []
        var shown = try await client.site.get(address)
        while shown.headers[.refresh] != nil {
            pages.append(shown.text)
            #expect(try await client.site.get("/items").status == .ok)
            let state = try await client.site.get(address + ".json")
            #expect(state.status == .accepted || state.status == .ok)
            try await Task.sleep(for: .milliseconds(20))
            shown = try await client.site.get(address)
        }
        return (pages, shown)
    }

    /// Reads a page until it shows no progress.
    private static func end(
        of address: String, _ client: ImportClient
    ) async throws -> TestResponse {
        var shown = try await client.site.get(address)
        while shown.headers[.refresh] != nil {
            try await Task.sleep(for: .milliseconds(20))
            shown = try await client.site.get(address)
        }
        return shown
    }

    @Test("The progress is shown, and other requests are answered meanwhile")
    func progress() async throws {
        try await undisturbed {
            try await TestSite.importing(saysHowFarAfter: 0) { imports, _ in
                let client = ImportClient(site: imports.site, address: "/import")
                let posted = try await client.upload(Self.table, headers: Self.browser)
                let address = try #require(posted.headers[.location])
                let (pages, shown) = try await Self.follow(address, client)
                #expect(shown.text.contains("Import 3,000 rows"))

                let done = try await client.site.post(address, headers: Self.browser)
                #expect(done.status == .seeOther)
                _ = try await Self.end(of: address, client)
                #expect(try await client.site.json("/items.json")["total"] as? Int == 3_000)
                return pages.contains {
                    $0.contains("<progress") && $0.contains("Cancel the import")
                }
            }
        }
    }

    @Test("An import cancelled midway leaves no trace either")
    func cancelledHalfway() async throws {
        try await undisturbed {
            try await TestSite.importing(saysHowFarAfter: 0) { imports, site in
                let client = ImportClient(site: imports.site, address: "/import")
                let plan = try await client.upload(Self.table)
                let address = try #require(try plan.json["confirm"] as? String)
                let begun = try await client.site.post(address, headers: Self.browser)
                #expect(begun.headers[.location] == address)
                var shown = try await client.site.get(address)
                while shown.headers[.refresh] != nil, !shown.text.contains("Importing: ") {
                    try await Task.sleep(for: .milliseconds(20))
                    shown = try await client.site.get(address)
                }
                let off = try await client.site.post(address + "/cancel", headers: Self.browser)
                // It may be saving already, when it cannot be cancelled.
                guard shown.text.contains("Importing: "), off.headers[.location] == "/import"
                else { return false }

                #expect(try await client.site.names() == [])
                #expect(try await client.site.get(address).status == .notFound)
                let folder = site.configuration.dataDirectory + "/imports"
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
                return true
            }
        }
    }

    @Test("Lists and the page of imports say that an import is half done, until it is complete")
    func halfDone() async throws {
        let (list, link) = ("A file is being imported.", "· being imported")
        try await undisturbed {
            try await TestSite.importing(saysHowFarAfter: 0) { imports, _ in
                let client = ImportClient(site: imports.site, address: "/import")
                let plan = try await client.upload(Self.table)
                let address = try #require(try plan.json["confirm"] as? String)
                _ = try await client.site.post(address, headers: Self.browser)
                var isMarked = false
                while try await client.site.get(address).headers[.refresh] != nil {
                    let items = try await client.text("/items")
                    let page = try await client.text("/import")
                    isMarked = isMarked || items.contains(list) && page.contains(link)
                }

                #expect(try await client.site.json("/items.json")["total"] as? Int == 3_000)
                #expect(try await !client.text("/items").contains(list))
                #expect(try await !client.text("/import").contains(link))
                return isMarked
            }
        }
    }

    @Test("A program whose import is cancelled is told that nothing was imported")
    func cancelledForProgram() async throws {
        try await undisturbed {
            try await TestSite.importing(saysHowFarAfter: 0) { imports, _ in
                let client = ImportClient(site: imports.site, address: "/import")
                let plan = try await client.upload(Self.table)
                let address = try #require(try plan.json["confirm"] as? String)
                async let confirmed = client.site.post(address, headers: InventoryClient.json)
                var shown = try await client.site.get(address)
                while shown.headers[.refresh] == nil, shown.status == .ok,
                    shown.text.contains("Import 3,000 rows")
                {
                    shown = try await client.site.get(address)
                }
                let off = try await client.site.post(address + "/cancel", headers: Self.browser)
                let answer = try await confirmed
                // It may be saving already, or not have begun.
                guard shown.headers[.refresh] != nil, off.headers[.location] == "/import" else {
                    return false
                }
                #expect(answer.status == .notFound, "\(answer.text)")
                #expect(answer.text.contains("nothing was imported"))
                #expect(try await client.site.names() == [])
                return true
            }
        }
    }

    @Test("In a long file, the row with a card number is named")
    func cardNumber() async throws {
        try await TestSite.importing(saysHowFarAfter: 0) { imports, site in
            let client = ImportClient(site: imports.site, address: "/import")
            let table = Self.table + "Imp 4111111111111111,S,1\n"
            let posted = try await client.upload(table, headers: Self.browser)
            let address = try #require(posted.headers[.location])
            let shown = try await Self.end(of: address, client)

            #expect(shown.status == .unprocessableContent)
            #expect(shown.text.contains("line-3002") && !shown.text.contains("4111111111111111"))
            let folder = site.configuration.dataDirectory + "/imports"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test("The undo of a long import shows its progress, and other requests are answered meanwhile")
    func undone() async throws {
        let table =
            "itemName,serialNumber\n" + (1...5_000).map { "Thing \($0),S\($0)\n" }.joined()
        try await undisturbed {
            try await TestSite.importing(saysHowFarAfter: 0) { imports, _ in
                let client = ImportClient(site: imports.site, address: "/import")
                let done = try await client.confirm(client.upload(table))
                let address = try #require(done.headers[.location])

                let undone = try await client.site.post(address + "/undo", headers: Self.browser)
                #expect(undone.status == .seeOther && undone.headers[.location] == address)
                let (pages, shown) = try await Self.follow(address, client)

                #expect(shown.text.contains("was undone"))
                #expect(try await client.site.json("/items.json")["total"] as? Int == 0)
                return pages.contains {
                    $0.contains("<progress") && $0.contains("Undoing: ")
                }
            }
        }
    }

    @Test("A cancelled import leaves no trace")
    func cancelled() async throws {
        try await TestSite.importing(saysHowFarAfter: 0) { imports, site in
            let client = ImportClient(site: imports.site, address: "/import")
            let posted = try await client.upload(Self.table, headers: Self.browser)
            let address = try #require(posted.headers[.location])
            let off = try await client.site.post(address + "/cancel", headers: Self.browser)
            #expect(off.headers[.location] == "/import")
            #expect(try await client.site.get(address).status == .notFound)
            #expect(try await client.site.post(address + "/cancel").status == .notFound)
            #expect(try await client.site.names() == [])
            let folder = site.configuration.dataDirectory + "/imports"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }
}
