import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The first questions of an empty household")
struct StartTests {
    @Test(
        "The browser's first language suggests country and currency",
        arguments: [
            ("de-DE,de;q=0.9,en;q=0.8", "DE", "EUR", "Germany"), ("de", "DE", "EUR", "Germany"),
            ("de-CH", "CH", "CHF", "Switzerland"), ("en", "US", "USD", "United States"),
            ("ja;q=1", "JP", "JPY", "Japan"), ("zh-Hant-TW", "TW", "TWD", "Taiwan"),
            ("*", nil, nil, ""), ("", nil, nil, ""), ("x\"><y", nil, nil, ""),
        ] as [(String, String?, String?, String)])
    func regions(text: String, code: String?, currency: String?, name: String) {
        let region = BrowserRegion(acceptLanguage: text)

        #expect(region.code == code)
        #expect(region.currency?.code == currency)
        #expect(region.countryName == name)
    }

    private static let german: HTTPFields = [.acceptLanguage: "de-AT,de;q=0.9"]

    @Test("They are one form, prefilled by the browser’s language; saving it completes them")
    func saving() async throws {
        try await TestSite.inventory { client in
            let first = try await client.get("/", headers: Self.german).text
            #expect(first.contains("<option value=\"EUR\" selected>"))
            #expect(first.contains("name=\"countryCode\" value=\"Austria\""))
            #expect(first.contains("<option value=\"de_AT\" selected>"))
            #expect(try await client.get("/").text.contains("<option value=\"USD\" selected>"))

            let saved = try await client.post(
                "/settings",
                [
                    ("currency", "EUR"), ("countryCode", "Austria"), ("region", "de_AT"),
                    ("start", "save"),
                ])

            #expect(saved.status == .seeOther)
            #expect(saved.headers[.location] == "/")
            #expect(try await client.json("/settings.json")["currency"] as? String == "EUR")
            #expect(try await client.json("/settings.json")["region"] as? String == "de_AT")
            #expect(try await client.json("/shop.json")["countryCode"] as? String == "AT")
            let page = try await client.get("/", headers: Self.german).text
            #expect(page.contains("Welcome home") && !page.contains("name=\"start\""))
        }
    }

    @Test("They can be skipped, and then nothing is chosen")
    func skipping() async throws {
        try await TestSite.inventory { client in
            let skipped = try await client.post(
                "/settings",
                [("currency", "EUR"), ("countryCode", "Austria"), ("start", "skip")])

            #expect(skipped.headers[.location] == "/")
            #expect(try await client.json("/settings.json")["currency"] as? String == "USD")
            #expect(try await !client.get("/").text.contains("name=\"start\""))
        }
    }

    @Test(
        "Invalid answers are refused and asked again; an unchanged currency can be saved")
    func refusing() async throws {
        try await TestSite.inventory { client in
            let refused = try await client.post(
                "/settings",
                [("currency", "EUR"), ("countryCode", "Nowhere"), ("start", "save")])
            #expect(refused.status == .unprocessableContent)
            #expect(try await client.get("/").text.contains("name=\"start\""))

            let saved = try await client.post(
                "/settings", [("currency", "USD"), ("countryCode", ""), ("start", "save")])

            #expect(saved.status == .seeOther)
            #expect(try await !client.get("/").text.contains("name=\"start\""))
        }
    }

    @Test("A household with an item is not asked")
    func used() async throws {
        try await TestSite.inventory { client in
            try await client.add("Chair", [])
            #expect(try await !client.get("/").text.contains("name=\"start\""))
        }
    }
}
