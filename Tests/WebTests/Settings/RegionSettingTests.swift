import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The region of the household, over HTTP.
struct RegionSettingTests {
    /// The headers of a browser that posts the form of a page.
    static let page: HTTPFields = [.secFetchSite: "same-origin"]

    @Test("Pages use the region from the save on; JSON and CSV are unchanged")
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

    @Test("Forms of pages are read by the region; scripts are still asked about ambiguous values")
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

    @Test(
        "Filters of pages are read by the region, and shown in its format")
    func filters() async throws {
        try await TestSite.inventory { client in
            try await client.post("/settings", [("currency", "EUR"), ("region", "de_DE")])
            try await client.add(
                "Sofa", [("replacementValue", "1299.50"), ("purchaseDate", "2027-02-01")])
            try await client.add("Lamp", [("replacementValue", "12.34")])

            let page = try await client.get("/items?minValue=1.234", headers: Self.page).text
            let cents = try await client.get("/items?minValue=12,34", headers: Self.page).text
            let days = try await client.get(
                "/items?from=01.02.2027&to=01.02.2027", headers: Self.page
            ).text

            #expect(page.contains(">Sofa</a>"))
            #expect(!page.contains(">Lamp</a>"))
            #expect(page.contains("name=\"minValue\" value=\"1234\""))
            #expect(cents.contains("name=\"minValue\" value=\"12,34\""))
            #expect(days.contains(">Sofa</a>"))
            #expect(!days.contains(">Lamp</a>"))
            #expect(
                try await client.get("/items.json?minValue=1.234").status == .unprocessableContent)
            #expect(try await client.names("/items.json?minValue=1234") == ["Sofa"])
        }
    }

    @Test("Saved values are shown in the region’s format, and saved again unchanged")
    func fields() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("currency", "EUR"), ("region", "de_DE")])
            try await client.post(
                "/item-fields", [("name", "Weight"), ("kind", "number")])
            let path = try #require(
                try await client.post(
                    "/items",
                    [
                        ("itemName", "Sofa"), ("purchasePrice", "150,00"),
                        ("replacementValue", "1.299,50"), ("valueInDollars", "1.050"),
                        ("warrantyUntil", "01.03.2027"), ("fields[1]", "1.234,5"),
                    ], headers: Self.page
                ).headers[.location])

            let form = try await client.get(path + "/edit").text
            let product = try await client.get("/products/1/edit").text
            let json = try await client.json(path + ".json")

            #expect(form.contains("name=\"purchasePrice\" value=\"150,00\""))
            #expect(form.contains("name=\"replacementValue\" value=\"1299,50\""))
            #expect(form.contains("name=\"shown[replacementValue]\" value=\"1299,50\""))
            #expect(form.contains("name=\"fields[1]\" value=\"1234,5\""))
            #expect(product.contains("name=\"price\" value=\""))
            #expect(!product.contains("name=\"price\" value=\"19.99\""))
            #expect(json["replacementValue"] as? String == "1299.50")
            #expect(json["valueInDollars"] as? Int == 1050)
            #expect(json["warrantyUntil"] as? String == "2027-03-01")
            #expect((json["fields"] as? [String: Any])?["Weight"] as? String == "1234.5")
            let again = try await client.post(
                path,
                [
                    ("itemName", "Sofa"), ("replacementValue", "1299,50"),
                    ("fields[1]", "1234,5"),
                ], headers: Self.page)
            #expect(again.status == .seeOther)
            let saved = try await client.json(path + ".json")
            #expect(saved["replacementValue"] as? String == "1299.50")
        }
    }

    @Test(
        "The rate of a currency and percentages use the region’s format")
    func rates() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("currency", "EUR"), ("region", "de_DE")])
            try await client.post(
                "/shop/tax-rates", [("rateName", "MwSt"), ("percent", "7,5")], headers: Self.page)
            let sale = try await client.post(
                "/sales",
                [
                    ("lines[0][productName]", "Linen"), ("lines[0][quantity]", "1.125"),
                    ("lines[0][unitPrice]", "8"), ("discount", "2,5 %"),
                ], headers: Self.page)

            let page = try await client.get(try #require(sale.headers[.location])).text

            #expect(page.contains("MwSt 7,5\u{A0}%") || page.contains("MwSt 7,5 %"))
            #expect(page.contains("2,5 %"))
            #expect(page.contains("1.125"))
        }
    }

    @Test("The limit of a return is written as the region writes numbers")
    func limits() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("region", "de_DE")])
            let product = try await client.post(
                "/products", [("name", "Linen"), ("price", "8"), ("unit", "m")])
            let number = try #require(product.headers[.location]).dropFirst("/products/".count)
            let sale = try await client.post(
                "/sales",
                [("lines[0][productName]", "Linen"), ("lines[0][quantity]", "1.125")])
            let path = try #require(sale.headers[.location], "\(sale.text)")

            let refused = try await client.post(
                path + "/returns",
                [("lines[0][product]", "\(number)"), ("lines[0][quantity]", "1,5")],
                headers: Self.page)

            #expect(refused.text.contains("t most 1,125 can be returned"), "\(refused.text)")
        }
    }

    @Test("Quotes are read by the region, and programs copy fractions whatever the region")
    func quotesAndCopies() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("region", "de_DE")])
            let product = try await client.post(
                "/products",
                [("name", "Linen"), ("price", "8"), ("unit", "m"), ("lowStock", "1.125")])
            let quote = try await client.post(
                "/quotes",
                [
                    ("buyerName", "Ben"), ("lines[0][productName]", "Linen"),
                    ("lines[0][quantity]", "1,125"), ("lines[0][unitPrice]", "1.000"),
                ], headers: Self.page)

            for (made, name, number) in [(product, "lowStock", 1.125), (quote, "quantity", 1.125)] {
                let path = try #require(made.headers[.location], "\(made.text)")
                let copied = try await client.post(path + "/copy", headers: InventoryClient.json)
                let record = try #require(
                    (try copied.json["records"] as? [[String: Any]])?.first, "\(copied.text)")
                let line = (record["lines"] as? [[String: Any]])?.first
                #expect((line ?? record)[name] as? Double == number)
                if let line { #expect(line["unitPrice"] as? String == "1000.00") }
            }
        }
    }

    @Test("A page continues a sale that a program has parked with its quantities")
    func parking() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("region", "de_DE")])
            let parked = try await client.post(
                "/sales",
                [
                    ("park", "yes"), ("lines[0][productName]", "Linen"),
                    ("lines[0][quantity]", "1.125"),
                ], headers: InventoryClient.json)

            let page = try await client.get(try #require(try parked.json["path"] as? String)).text

            #expect(try parked.json["label"] as? String == "1,125 × Linen")
            #expect(page.contains("name=\"lines[0][quantity]\" value=\"1,125\""))
        }
    }

    @Test("An unknown region is refused, and the typed one is kept")
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
