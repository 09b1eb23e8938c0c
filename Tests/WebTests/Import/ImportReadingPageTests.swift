import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Questions about a file before its import")
struct ImportReadingPageTests {
    private static let browser: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate"]

    /// A table of products that is not in UTF-8.
    private static func products() throws -> Data {
        try #require("name;price\r\nTäßchen;1,50\r\n".data(using: .windowsCP1252))
    }

    @Test(
        "The encoding is asked for with a preview of each, on both pages",
        arguments: ["/import", "/sales/import"])
    func encoding(address: String) async throws {
        let data = try Self.products()
        try await TestSite.importing { imports, _ in
            let imports = ImportClient(site: imports.site, address: address)

            let asked = try await imports.upload(data, kind: "products", headers: Self.browser)
            let path = try #require(
                asked.text.firstMatch(of: #/action="(/[a-z/]+/[0-9a-f]+/mapping)"/#)?.1)
            let nothing = try await imports.site.post(String(path), headers: Self.browser)
            let wrong = try await imports.site.post(
                String(path), [("encoding", "Klingon")], headers: InventoryClient.json)
            let said = try await imports.site.post(
                String(path), [("encoding", "Windows-1252")], headers: Self.browser)

            #expect(asked.status == .unprocessableContent)
            #expect(asked.text.contains("Windows-1252 (Western Europe)"))
            #expect(asked.text.contains(">Täßchen</small>"))
            #expect(asked.text.contains(">TдЯchen</small>"))
            #expect(nothing.status == .unprocessableContent)
            #expect(nothing.text.contains(">Täßchen</small>"))
            #expect(try wrong.faults["encoding"]?.contains("Klingon") == true)
            let page = try #require(said.headers[.location])
            let plan = try await imports.text(page)
            #expect(plan.contains("written in Windows-1252"))
            let digest = try #require(plan.firstMatch(of: /name="plan" value="([0-9a-f]+)"/)?.1)
            let done = try await imports.site.post(
                page, [("plan", String(digest))], headers: Self.browser)
            #expect(done.status == .seeOther)
            #expect(try await imports.text("/products.csv").contains("Täßchen,1.50"))
        }
    }

    @Test("The mapping of columns is a question and no fault, and the read values are shown")
    func question() async throws {
        try await TestSite.importing { imports, _ in
            let imports = ImportClient(site: imports.site, address: "/import")
            try await imports.site.post(
                "/settings", [("currency", "EUR"), ("region", "de_DE")])

            let asked = try await imports.upload("Ding;Preis\nSofa;5\n", headers: Self.browser)
            let plan = try await imports.upload(
                "Name;Replacement value;Bought on\nSofa;1.299,00 €;28.02.2019\n",
                headers: Self.browser)

            #expect(asked.status == .unprocessableContent)
            #expect(asked.text.contains("<title>Match the columns"))
            #expect(!asked.text.contains("notice--fault"))
            let page = try await imports.text(try #require(plan.headers[.location]))
            #expect(page.contains("1.299,00\u{A0}€"))
            #expect(page.contains("28.02.2019"))
        }
    }

    @Test("A program gets the reading in each encoding, and chooses one")
    func encodingByScript() async throws {
        let data = try Self.products()
        try await TestSite.importing { imports, _ in
            let asked = try await imports.upload(data)
            let samples = try #require(try asked.json["encodings"] as? [[String: String]])
            let path = try #require(try asked.json["mapping"] as? String)
            let plan = try await imports.site.post(
                path, [("encoding", "windows-1251")], headers: InventoryClient.json)

            #expect(asked.status == .unprocessableContent)
            #expect(
                samples.contains { $0 == ["encoding": "Windows-1252", "sample": "Täßchen"] })
            #expect(try plan.json["encoding"] as? String == "Windows-1251")
            #expect(try plan.verdicts == ["new"])
        }
    }

    @Test("A UTF-8 file with one invalid row is refused at its line, and encodings are offered")
    func mixed() async throws {
        let data =
            Data("name;price\r\nTäßchen;1\r\nMöbel;2\r\n".utf8) + Data([0xF6])
            + Data(";3\r\n".utf8)
        try await TestSite.importing { imports, _ in
            let refused = try await imports.upload(data)

            #expect(refused.status == .unprocessableContent)
            #expect(try refused.faults["file"]?.contains("Line 4, character 1") == true)
            let samples = try #require(try refused.json["encodings"] as? [[String: String]])
            #expect(
                samples.first == ["encoding": "Windows-1252", "sample": "TÃ¤ÃŸchen · MÃ¶bel · ö"])
            let page = try await imports.upload(data, headers: Self.browser)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Line 4, character 1"))
            #expect(page.text.contains("Shift-JIS") || page.text.contains("Mac Roman"))
        }
    }

    @Test("A file with a card number is not stored for another encoding")
    func cardNumber() async throws {
        let data = try #require(
            "name;price\nTäßchen 4111111111111111;1\n".data(using: .windowsCP1252))
        try await TestSite.importing { imports, site in
            let refused = try await imports.upload(data)

            #expect(refused.status == .unprocessableContent)
            #expect(try refused.json["encodings"] == nil)
            #expect(try site.dataBytes().range(of: Data("4111111111111111".utf8)) == nil)
        }
    }

    @Test("Ambiguous days are asked about once per column")
    func days() async throws {
        try await TestSite.importing { imports, _ in
            let imports = ImportClient(site: imports.site, address: "/import")
            let table = "Name,Serial,Bought,Warranty\nSofa,S,11/12/2026,24/12/2026\n"

            let asked = try await imports.upload(table, headers: Self.browser)
            let path = try #require(
                asked.text.firstMatch(of: #/action="(/imports/[0-9a-f]+/mapping)"/#)?.1)
            let said = try await imports.site.post(
                String(path), [("dates", "Bought=month-first")], headers: Self.browser)

            #expect(asked.status == .unprocessableContent)
            #expect(
                asked.text.contains(
                    "“11/12/2026” is Dec 11, 2026 with the day first, and Nov 12, 2026 with the month first"
                ))
            #expect(asked.text.contains("What 11/12/2026 means in “Bought”"))
            #expect(asked.text.contains("value=\"Bought=day-first\">2026-12-11, the day first"))
            #expect(!asked.text.contains("Warranty=day-first"))
            #expect(asked.text.contains("Say below what its days mean"))
            let plan = try await imports.text(try #require(said.headers[.location]))
            #expect(plan.contains("Bought on: Nov 12, 2026"))
            #expect(plan.contains("value=\"Bought=month-first\" selected"))
        }
    }

    @Test("A program sends the order of days with the file, and gets the open ones")
    func daysByScript() async throws {
        try await TestSite.importing { imports, _ in
            let table = "number,date,customer,product,quantity,price\n1,11/12/2025,Ann,Mug,1,2\n"

            let open = try await imports.upload(table)
            let path = try #require(try open.json["mapping"] as? String)
            let nope = try await imports.upload(
                Data(table.utf8), fields: [("dates", "Nope=month-first")])
            #expect(nope.status == .unprocessableContent)
            #expect(try nope.faults["dates"]?.contains("no column “Nope”") == true)
            #expect(try nope.faults["dates"]?.contains("“customer”, “product”") == true)
            let unknown = try await imports.upload(
                Data(table.utf8), fields: [("map", "Nope=note")])
            #expect(unknown.status == .unprocessableContent)
            #expect(try unknown.faults["map"]?.contains("no column “Nope”") == true)
            let noon = try await imports.site.post(
                path, [("dates", "noon")], headers: InventoryClient.json)
            let later = try await imports.site.post(
                path, [("dates", "day-first")], headers: InventoryClient.json)
            let atOnce = try await imports.upload(
                Data(table.utf8), fields: [("dates", "date=month-first")])

            let days = try #require(try open.json["days"] as? [[String: Any]])
            #expect(open.status == .unprocessableContent)
            #expect(days.first?["column"] as? String == "date")
            #expect(days.first?["day-first"] as? String == "2025-12-11")
            #expect(days.first?["month-first"] as? String == "2025-11-12")
            #expect(try noon.faults["dates"]?.contains("“noon”") == true)
            #expect(try later.verdicts == ["new"])
            #expect(try atOnce.verdicts == ["new"])
            _ = try await imports.confirm(atOnce)
            #expect(try await imports.text("/sales.csv").contains("2025-11-12"))
        }
    }
}
