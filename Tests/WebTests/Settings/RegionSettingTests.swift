import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The region of the household, over HTTP.
struct RegionSettingTests {
    /// What a browser sends with the form of a page.
    static let page: HTTPFields = [.secFetchSite: "same-origin"]

    @Test("Pages are written as in the region from the save on; JSON and CSV are as before")
    func writing() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("currency", "EUR")])
            try await client.post("/products/1", [("price", "1234.50")])
            let programs = ["/products/1.json", "/products.csv", "/sales/1.json", "/sales.csv"]
            var before: [String] = []
            for path in programs { before.append(try await client.get(path).text) }
            let english = try await client.get("/products/1").text

            let saved = try await client.post(
                "/settings", [("region", "de_DE")], headers: InventoryClient.json)

            #expect(english.contains("€1,234.50"))
            #expect(try saved.json["region"] as? String == "de_DE")
            let german = try await client.get("/products/1").text
            #expect(german.contains("1.234,50\u{A0}€"))
            #expect(!german.contains("€1,234.50"))
            #expect(try await client.get("/sales/1").text.contains("20. November 2026"))
            let settings = try await client.get("/settings").text
            #expect(settings.contains("<option value=\"de_DE\" selected>German (Germany)"))
            #expect(settings.contains("31.12.2026, 14:05 · 1.234,50\u{A0}€"))
            for (path, text) in zip(programs, before) {
                #expect(try await client.get(path).text == text, "\(path)")
            }
        }
    }

    @Test("Forms of pages are read by the region; scripts are asked what is unclear as before")
    func reading() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("region", "de_DE")])
            func save(_ price: String, _ headers: HTTPFields = [:]) async throws -> String {
                let answer = try await client.post(
                    "/products/1", [("price", price)], headers: headers)
                guard answer.status == .seeOther else { return "\(answer.status.code)" }
                return try await client.json("/products/1.json")["price"] as? String ?? ""
            }

            #expect(try await save("1.234") == "422")
            #expect(try await save("1.234", Self.page) == "1234.00")
            #expect(try await save("1.234", [.origin: "http://localhost"]) == "1234.00")
            #expect(try await save("12.50", Self.page) == "12.50")
            #expect(try await save("1,234", Self.page) == "422")
            try await client.post("/settings", [("region", "")])
            #expect(try await save("1.234", Self.page) == "422")
        }
    }

    @Test("A region that is not known is refused, and the typed one stays")
    func unknown() async throws {
        try await TestSite.inventory { client in
            let refused = try await client.post(
                "/settings", [("region", "xx_YY"), ("household", "Us")])

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("“xx_YY” is not a known region"))
            #expect(refused.text.contains("value=\"Us\""))
            #expect(try await client.json("/settings.json")["region"] as? String == "")
        }
    }
}
