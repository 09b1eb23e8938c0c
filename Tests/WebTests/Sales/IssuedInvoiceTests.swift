import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

/// Issued invoices stay unchanged, whatever the shop is called later.
struct IssuedInvoiceTests {
    private static let shop: [(name: String, value: String)] = [
        ("name", "Corner Shop"), ("address", "1 High Street"), ("taxNumber", "12/345"),
        ("countryCode", "DE"), ("iban", "DE89 3704 0044 0532 0130 00"), ("currency", "EUR"),
        ("contactno", "555 0100"), ("emailid", "corner@example.org"),
        ("invoiceNote", "No discount"), ("footer", "Come again"),
    ]
    private static let moved: [(name: String, value: String)] = [
        ("name", "Other Shop"), ("address", "9 New Road"), ("taxNumber", "99/999"),
        ("countryCode", "FR"), ("iban", "FR14 2004 1010 0505 0001 3M02 606"),
        ("contactno", "555 0999"), ("emailid", "other@example.org"),
        ("invoiceNote", "Other note"), ("footer", "Good bye"),
    ]

    @Test("An issued invoice is unchanged when the shop moves and a product is renamed")
    func moving() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop", Self.shop)
            try await client.post("/products/1", [("unit", "kg")])
            try await client.post("/sales/1/invoice")
            let json = try await client.get("/invoices/1.json").text

            try await client.post("/shop", Self.moved)
            try await client.post("/products/1", [("name", "Lantern"), ("unit", "g")])
            try await client.post("/sales/1/returns", [("all", "yes")])
            try await client.post("/sales/2/invoice")

            let page = try await client.get("/invoices/1").text
            for text in [
                "Corner Shop", "1 High Street", "12/345", "555 0100",
                "corner@example.org", "No discount", "Lamp", "1 kg", "€12.50",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            for text in [
                "Other Shop", "9 New Road", "99/999", "FR14", "555 0999", "other@example.org",
                "Other note", "Good bye", "Lantern",
            ] {
                #expect(!page.contains(text), "\(text)")
            }
            // The due amount changes with the return.
            let after = try await client.get("/invoices/1.json").text
            #expect(json.contains("Corner Shop"))
            #expect(Self.head(after) == Self.head(json))
            let parts = try #require(
                try await client.json("/invoices/1.json")["en16931"] as? [String: Any])
            #expect(parts.text("BT-27") == "Corner Shop")
            #expect(parts.text("BT-40") == "DE")
            #expect(parts.text("BT-5") == "EUR")
            let line = try #require((parts["BG-25"] as? [[String: Any]])?.first)
            #expect(line.text("BT-153") == "Lamp")
            #expect(line.text("BT-130") == "KGM")
            // The credit note is of another day, and has the shop's details of that day.
            let note = try await client.json("/invoices/2.json")
            #expect((note["seller"] as? [String: Any])?.text("name") == "Other Shop")
            #expect((note["en16931"] as? [String: Any])?.text("BT-27") == "Other Shop")
            #expect((note["en16931"] as? [String: Any])?.text("BT-25") == "1")
            #expect(try await client.get("/invoices/2").text.contains("Lantern"))
        }
    }

    /// The JSON of an invoice up to the amount due.
    private static func head(_ json: String) -> String? {
        json.components(separatedBy: "\"due\":").first
    }

    @Test("An issued invoice keeps its currency when the program is started with another")
    func currency() async throws {
        let site = try TestSite()
        _ = try site.addCustomer()
        try await site.test { client in
            let client = InventoryClient(client: client)
            try await client.post("/shop", Self.shop)
            try await client.post("/sales/1/invoice")
        }

        let folder = site.configuration.dataDirectory
        let other = try TestSite {
            $0.dataDirectory = folder
            $0.currency = Currency("GBP")
            $0.shop.name = "Started Shop"
        }
        try await other.test { client in
            let client = InventoryClient(client: client)
            #expect(try await client.get("/sales/1").text.contains("£12.50"))
            for address in ["/invoices", "/invoices/1"] {
                let page = try await client.get(address).text
                #expect(page.contains("€12.50"), "\(address)")
                #expect(!page.contains("£"), "\(address)")
            }
            #expect(!(try await client.get("/invoices/1").text.contains("Started Shop")))
        }
    }

    @Test("An invoice without stored texts uses the shop’s current details")
    func former() async throws {
        let site = try TestSite()
        _ = try site.addCustomer()
        try await site.test { client in
            let client = InventoryClient(client: client)
            try await client.post("/shop", Self.shop)
            try await client.post("/sales/1/invoice")
        }
        let household = try Household(
            directory: DataDirectory(
                path: site.configuration.dataDirectory,
                storeAddress: site.configuration.storeAddress))
        try await household.container.write { context in
            try Invoice.find(1, in: context)?.issuedTexts = nil
            try household.save(context)
        }
        try household.close()

        try await site.test { client in
            let client = InventoryClient(client: client)
            try await client.post("/shop", Self.moved)

            let page = try await client.get("/invoices/1").text
            let json = try await client.json("/invoices/1.json")

            #expect(page.contains("Other Shop") && page.contains("9 New Road"))
            #expect(!page.contains("Corner Shop"))
            #expect(json["seller"] is NSNull && json["currency"] is NSNull)
            #expect((json["en16931"] as? [String: Any])?.text("BT-27") == "Other Shop")
        }
    }

    @Test("Missing details of the shop are asked for before an invoice is made")
    func gaps() async throws {
        try await TestSite.sales { client in
            let bare = try await client.get("/sales/1/invoice").text
            try await client.post("/sales/1/invoice")
            // There is an invoice in dollars, so the currency cannot be changed.
            try await client.post("/shop", Self.shop.filter { $0.name != "currency" })
            try await client.post(
                "/customers/1/sales", SalesClient.fields([("Lamp", 1, "9.99")]))

            #expect(bare.contains("needs the name of the shop"))
            #expect(bare.contains("<a href=\"/shop\">the shop’s page</a>"))
            #expect(!(try await client.get("/sales/2/invoice").text.contains("Please check")))
            let issued = try await client.get("/invoices/1").text
            #expect(!issued.contains("needs the name of the shop"))
        }
    }
}
