import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The currency of the shop, over HTTP.
struct ShopCurrencyTests {
    @Test("Every amount of the sales is in the shop’s currency from the save on")
    func euros() async throws {
        try await TestSite.sales { client in
            let before = try await client.get("/sales/1/receipt").text
            let saved = try await client.post(
                "/shop", [("currency", "EUR")], headers: InventoryClient.json)
            // A customer with an invoice stays, and the totals are unchanged.
            #expect(try await client.get("/customers/1/delete").text.contains("€"))
            try await client.post("/sales/1/invoice")
            try await client.post("/products/1", [("cost", "7.50")])
            try await client.post(
                "/quotes", [("customer", "1"), ("productName", "Lamp"), ("unitPrice", "9")])

            #expect(before.contains("$12.50"))
            #expect(try saved.json.text("currency") == "EUR")
            for page in [
                "/sales", "/sales/1", "/sales/1/receipt", "/sales/1/void", "/sales/1/returns",
                "/sales/1/payments", "/sales/days/2026-11-20", "/sales/totals",
                "/sales/totals?by=product", "/customers", "/customers/1",
                "/customers/1/statement", "/customers/1/anonymization",
                "/products", "/products/1", "/products/1/edit", "/products/labels?id=1",
                "/invoices", "/invoices/1",
                "/quotes", "/quotes/1", "/quotes/1/sale", "/sales/new/walk-in", "/shop", "/",
            ] {
                let text = try await client.get(page).text
                #expect(text.contains("€"), "\(page)")
                #expect(!text.contains("$"), "\(page)")
            }
            #expect(try await client.get("/invoices/1").text.contains("EUR"))
            #expect(try await client.get("/products/1").text.contains("€7.50"))
            let late = try await client.post("/products/1", [("version", "0"), ("price", "9")])
            #expect(late.status == .conflict)
            #expect(late.text.contains("€9.00") && !late.text.contains("$"))
            #expect(try await !client.get("/items/new").text.contains("$"))
        }
    }

    @Test("Where a currency has no smaller unit, prices have no decimals, and taxes are whole")
    func yen() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop", [("currency", "jpy")])
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "10")])

            let cents = try await client.post(
                "/customers/1/sales", SalesClient.fields([("Tea", 1, "105.50")]),
                headers: InventoryClient.json)
            let sold = try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Tea", 1, "105")]) + [("taxRate", "1"), ("discount", "5 %")],
                headers: InventoryClient.json)

            #expect(try cents.faultFields == ["lines[0][unitPrice]"])
            let sale = try sold.json
            #expect(sale.text("discount") == "5.00")
            #expect(sale.text("total") == "100.00")
            #expect(sale.text("tax") == "9.00")
            #expect(try await client.get("/sales/2/receipt").text.contains("¥100<"))
            let part = try await client.post(
                "/sales/2/payments", [("kind", "1"), ("amount", "10.50")],
                headers: InventoryClient.json)
            let closed = try await client.post(
                "/sales/days/2026-11-20/closing", [("counted", "10.50")],
                headers: InventoryClient.json)
            #expect(try part.faultFields == ["amount"])
            #expect(try closed.faultFields == ["counted"])
        }
    }

    @Test("An amount with the symbol of another currency is refused in every form of the sales")
    func foreign() async throws {
        try await TestSite.sales { client in
            let fields = [("lines[0][productName]", "Tea"), ("lines[0][unitPrice]", "5 €")]
            let dollars = try await client.post(
                "/customers/1/sales", fields, headers: InventoryClient.json)
            try await client.post("/shop", [("currency", "EUR")])
            let euros = try await client.post(
                "/customers/1/sales", fields, headers: InventoryClient.json)

            #expect(try dollars.faultFields == ["lines[0][unitPrice]"])
            #expect(dollars.text.contains("amounts here are in USD"))
            #expect(euros.status == .created, "\(euros.text)")
            for (path, field, others) in [
                ("/products", "price", [("name", "Cup")]), ("/products/1", "cost", []),
                ("/customers/1/sales", "lines[0][unitPrice]", [("lines[0][productName]", "Tea")]),
                ("/sales/1/payments", "payments[0][amount]", [("payments[0][kind]", "1")]),
                (
                    "/quotes", "lines[0][unitPrice]",
                    [("buyerName", "Ann"), ("lines[0][productName]", "Tea")]
                ),
            ] as [(String, String, [(name: String, value: String)])] {
                let refused = try await client.post(
                    path, others + [(field, "$5")], headers: InventoryClient.json)
                #expect(try refused.faultFields.contains(field), "\(path)")
                #expect(refused.text.contains("amounts here are in EUR"), "\(path)")
            }
            for (price, status) in [("$5", .unprocessableContent), ("5 €", .created)]
                as [(String, HTTPResponse.Status)]
            {
                let book = try await client.post(
                    "/books", [("title", "Tea"), ("price", price), ("category", "1")],
                    headers: InventoryClient.json)
                #expect(book.status == status, "\(price) \(book.text)")
            }
        }
    }

    @Test("An invalid currency is a fault at its field", arguments: ["XYZ", "EURO", "KWD"])
    func faults(code: String) async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/shop", [("currency", code)], headers: InventoryClient.json)
            let page = try await client.post("/shop", [("currency", code)])

            #expect(try response.faultFields == ["currency"])
            #expect(page.text.contains("id=\"currency-fault\""))
            #expect(try await client.json("/shop.json").text("currency") == "USD")
        }
    }

    @Test("The currency of the shop cannot be changed once there is an invoice")
    func invoices() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales/1/invoice")
            let changed = try await client.post(
                "/shop", [("currency", "JPY")], headers: InventoryClient.json)
            let same = try await client.post(
                "/shop", [("currency", "usd"), ("name", "Corner Shop")],
                headers: InventoryClient.json)

            #expect(try changed.faultFields == ["currency"])
            #expect(same.status == .ok, "\(same.text)")
            #expect(try await client.get("/invoices/1").text.contains("USD"))
        }
    }

    @Test("Where a currency has no smaller unit, fields and examples have no decimals")
    func yenFields() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("currency", "JPY"), ("region", "ja_JP")])
            let item = try await client.inventory.add(
                "Radio", [("valueInDollars", "900"), ("purchasePrice", "800")])
            try await client.post("/products", [("name", "Mug"), ("price", "876")])
            let today = CalendarDay.today()

            for (page, field) in [
                (item + "/sale", "value=\"900\""), (item + "/edit", "value=\"800\""),
                ("/products/2/edit", "value=\"876\""), ("/sales/days/\(today)", "value=\"0\""),
                ("/settings", "1,234<"),
            ] {
                let text = try await client.get(page).text
                #expect(text.contains(field), "\(page)")
                #expect(!text.contains(".00\"") && !text.contains("1,234.5"), "\(page)")
            }
        }
    }

    @Test("The currency given at the start overrides the page’s")
    func commandLine() async throws {
        let site = try TestSite { $0.currency = Currency("GBP") }
        _ = try site.addCustomer()
        try await site.test { client in
            let client = InventoryClient(client: client)
            try await client.post("/shop", [("currency", "EUR")])

            #expect(try await client.get("/sales/1/receipt").text.contains("£12.50"))
            #expect(try await client.get("/shop").text.contains("currency GBP"))
        }
    }
}
