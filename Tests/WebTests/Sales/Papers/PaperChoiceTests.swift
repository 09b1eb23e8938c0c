import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The language of papers, by the choices for the shop and for a customer.
struct PaperChoiceTests {
    /// The printed part of a page.
    static func article(_ page: String) -> String {
        let start = page.range(of: "<article class=\"receipt")?.lowerBound ?? page.endIndex
        let end = page.range(of: "</article>")?.lowerBound ?? page.endIndex
        return start < end ? String(page[start..<end]) : ""
    }

    @Test("The language of papers is the customer’s, or else the shop’s, or else the region’s")
    func order() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Lamp", 1, "1")])
            try await client.post("/sales", SalesClient.fields([("Lamp", 1, "2")]))
            func titles() async throws -> [String] {
                var titles: [String] = []
                for sale in [1, 3] {
                    let page = try await client.get("/sales/\(sale)/receipt").text
                    let title = page.firstMatch(of: /receipt__title">(.*) \d+</)
                    titles.append(title.map { String($0.1) } ?? "")
                    // Pages stay in English.
                    #expect(page.contains("<h1>Receipt \(sale)</h1>"))
                }
                return titles
            }

            #expect(try await titles() == ["Receipt", "Receipt"])
            try await client.post("/settings", [("region", "de_AT")])
            #expect(try await titles() == ["Kassenbon", "Kassenbon"])
            try await client.post("/shop", [("paperLanguage", "FR")])
            #expect(try await titles() == ["Ticket de caisse", "Ticket de caisse"])
            try await client.post("/customers/1", [("paperLanguage", "en")])
            #expect(try await titles() == ["Receipt", "Ticket de caisse"])
            #expect(try await client.json("/shop.json").text("paperLanguage") == "fr")
            #expect(try await client.json("/settings.json").text("paperLanguage") == "fr")
            #expect(try await client.json("/customers/1.json").text("paperLanguage") == "en")
            #expect(try await client.get("/customers.csv").text.contains(",en\r\n"))
            #expect(try await client.get("/customers/1").text.contains(">English</dd>"))
            let edit = try await client.get("/customers/1/edit").text
            #expect(edit.contains("<option value=\"en\" selected>English</option>"))

            try await client.post("/customers/1", [("paperLanguage", "")])
            try await client.post("/shop", [("paperLanguage", "")])
            #expect(try await titles() == ["Kassenbon", "Kassenbon"])
            #expect(try await client.json("/shop.json")["paperLanguage"] is NSNull)
            let shop = try await client.get("/shop").text
            #expect(shop.contains("That of the region: Deutsch"))
        }
    }

    @Test("An unknown language is refused", arguments: ["/shop", "/customers/1"])
    func unknown(path: String) async throws {
        try await TestSite.sales { client in
            let refused = try await client.post(
                path, [("paperLanguage", "xx")], headers: InventoryClient.json)

            #expect(refused.status == .unprocessableContent)
            #expect(try refused.faultFields == ["paperLanguage"])
            #expect(refused.text.contains("“xx” is not one of de, en, fr"))
        }
    }

    @Test("An issued invoice keeps the language and the region in which it was issued")
    func issued() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("region", "de_DE"), ("currency", "EUR")])
            try await client.post("/sales/1/invoice")
            let before = Self.article(try await client.get("/invoices/1").text)

            try await client.post(
                "/shop", [("paperLanguage", "en"), ("region", "en_US")])
            try await client.post("/customers/1", [("paperLanguage", "fr")])
            try await client.sell([("Lamp", 1, "1234.50")])
            try await client.post("/sales/2/invoice")

            #expect(before.contains(">Rechnung 1<") && before.contains("12,50\u{A0}€"))
            #expect(Self.article(try await client.get("/invoices/1").text) == before)
            let later = Self.article(try await client.get("/invoices/2").text)
            #expect(later.contains(">Facture 2<") && later.contains("€1,234.50"))
            #expect(later.contains("lang=\"fr-US\" ") || later.contains("lang=\"fr-US\">"))
        }
    }

    @Test("A paper in another language has its months, and the household’s amounts")
    func mixed() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("region", "de_DE"), ("currency", "EUR")])
            try await client.post("/customers/1", [("paperLanguage", "fr")])
            try await client.sell([("Lamp", 1, "1234.50")])

            let receipt = Self.article(try await client.get("/sales/2/receipt").text)
            let sale = try await client.get("/sales/2").text

            #expect(receipt.contains("lang=\"fr-DE\""))
            #expect(receipt.contains("21 novembre 2026") && receipt.contains("1.234,50\u{A0}€"))
            #expect(sale.contains("21. November 2026") && sale.contains(">Unit price<"))
        }
    }

    @Test("Papers have the size of the region; a roll and a chosen size are kept")
    func size() async throws {
        try await TestSite.sales { client in
            let invoice = try await client.post("/sales/1/invoice")
            #expect(invoice.status == .seeOther)
            try await client.post(
                "/quotes", SalesClient.fields([("Lamp", 1, "1")]) + [("customer", "1")])
            func pages(_ query: String = "") async throws -> [String] {
                var pages: [String] = []
                for path in ["/sales/1/receipt\(query)", "/quotes/1", "/customers/1/statement"] {
                    let page = try await client.get(path).text
                    let name = page.firstMatch(of: /data-page="([a-z0-9-]+)"/)
                    pages.append(name.map { String($0.1) } ?? "")
                }
                return pages
            }

            #expect(try await pages() == ["a4", "a4", "a4"])
            try await client.post("/settings", [("region", "en_US")])
            #expect(try await pages() == ["letter", "letter", "letter"])
            #expect(try await pages("?paper=a4").first == "a4")
            #expect(try await pages("?paper=roll").first?.hasPrefix("roll-") == true)
            let css = try await client.get("/sales/1/receipt").text
            #expect(css.contains("aria-current=\"true\">Letter<"))
        }
    }

    @Test("Merging two customers keeps a language")
    func merging() async throws {
        try await TestSite.sales { client in
            try await client.inventory.addCustomer("Ann", [("paperLanguage", "fr")])
            try await client.post("/customers/2/merge", [("into", "1")])

            #expect(try await client.json("/customers/1.json").text("paperLanguage") == "fr")
        }
    }

    @Test("The replacement name of a removed person is in the language of the invoice")
    func removed() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop", [("paperLanguage", "de")])
            try await client.post("/sales/1/invoice")
            try await client.post("/customers/1/anonymization")

            let invoice = Self.article(try await client.get("/invoices/1").text)
            #expect(invoice.contains("Die Person wurde entfernt"))
            #expect(!invoice.contains("The person"))
        }
    }
}
