import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Patterns of the shop's numbers, over HTTP.
struct ShopNumberPatternTests {
    @Test("Papers are numbered by the patterns from then on, and found by the written number")
    func patterns() async throws {
        try await TestSite.sales { client in
            let today = CalendarDay.today()
            let year = today.year
            try await client.post("/sales/1/invoice")
            try await client.post(
                "/shop",
                [
                    ("invoicePattern", "R-{year}-{0000}"), ("quotePattern", "Q{000}"),
                    ("receiptPattern", "S-{00000}"),
                ])

            let sold = try await client.sell([("Tea", 1, "5")], day: today.description)
            let sale = try #require(sold["id"] as? Int)
            try await client.post("/sales/\(sale)/invoice")
            try await client.post(
                "/quotes", [("customer", "1"), ("productName", "Lamp"), ("unitPrice", "9")])
            try await client.post(
                "/sales/\(sale)/returns",
                [("all", "yes")])
            let back = try #require(try await client.numbers("/sales.json?state=returned").first)
            let returned = try await client.sales("/sales.json?state=returned").first
            try await client.post("/sales/\(try #require(returned?["id"] as? Int))/invoice")

            #expect(sold["number"] as? Int == 2)
            #expect(sold["numberText"] as? String == "S-00002")
            #expect(try await client.get("/sales/\(sale)/receipt").text.contains("Receipt S-00002"))
            #expect(try await client.get("/sales/\(sale)").text.contains("<h1>Sale S-00002</h1>"))
            #expect(try await client.get("/sales/1/receipt").text.contains("Receipt 1"))
            #expect(back == 3)
            #expect(returned?["numberText"] as? String == "S-00003")
            let statement = try await client.get("/customers/1/statement").text
            #expect(statement.contains("Sale S-00002") && statement.contains("Return S-00003"))
            let again = try await client.get(
                "/sales/\(try #require(returned?["id"] as? Int))/returns")
            #expect(again.text.contains("Return S-00003"))

            #expect(try await client.get("/invoices/1").text.contains("<h1>Invoice 1</h1>"))
            let invoice = try await client.json("/invoices/2.json")
            #expect(invoice["number"] as? Int == 2)
            #expect(invoice["numberText"] as? String == "R-\(year)-0001")
            #expect(try await client.get("/invoices/2").text.contains("Invoice R-\(year)-0001"))
            let credit = try await client.get("/invoices/3").text
            #expect(credit.contains("Credit note R-\(year)-0002"))
            #expect(credit.contains("R-\(year)-0001"))
            let parts = try #require(
                try await client.json("/invoices/3.json")["en16931"] as? [String: Any])
            #expect(parts["BT-1"] as? String == "R-\(year)-0002")
            #expect(parts["BT-25"] as? String == "R-\(year)-0001")
            #expect(try await client.get("/quotes/1").text.contains("<h1>Quote Q001</h1>"))

            for (text, address, title) in [
                ("R-\(year)-0001", "/invoices", "Invoice R-\(year)-0001"),
                ("s-00002", "/sales", "Sale S-00002"), ("Q001", "/quotes", "Quote Q001"),
            ] {
                let found = try await client.json("/search.json?q=\(text)")
                let groups = try #require(found["groups"] as? [[String: Any]])
                let records = groups.compactMap { $0["records"] as? [[String: Any]] }.joined()
                #expect(records.map { $0["label"] as? String } == [title])
                let list = try await client.json("\(address).json?q=\(text.uppercased())")
                #expect(list["total"] as? Int == 1, "\(text)")
            }
        }
    }

    @Test("An invalid pattern is refused with the reason, and kept in its field")
    func refusals() async throws {
        try await TestSite.sales { client in
            let refused = try await client.post(
                "/shop",
                [
                    ("invoicePattern", "R-{year}"), ("quotePattern", "{0}1"),
                    ("receiptPattern", String(repeating: "S", count: 40) + "{0}"),
                ])

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("value=\"R-{year}\""))
            #expect(refused.text.contains("it has no {0000} for the count"))
            #expect(refused.text.contains("it has a digit beside the count"))
            #expect(refused.text.contains("id=\"receiptPattern-fault\""))
            let shop = try await client.json("/shop.json")
            #expect(shop["invoicePattern"] is NSNull)
        }
    }

    @Test("CSV files of papers have the written numbers, and those of sales restore them elsewhere")
    func tables() async throws {
        let files = try await TestSite.sales { client in
            try await client.post(
                "/shop",
                [
                    ("invoicePattern", "R{00}"), ("quotePattern", "Q{00}"),
                    ("receiptPattern", "S{00}"),
                ])
            let sale = try #require(try await client.sell([("Tea", 1, "5")])["id"] as? Int)
            try await client.post("/sales/\(sale)/invoice")
            try await client.post(
                "/quotes", [("customer", "1"), ("productName", "Lamp"), ("unitPrice", "9")])
            var files: [String] = []
            for address in ["/sales/lines.csv", "/quotes/lines.csv", "/invoices.csv"] {
                files.append(try await client.get(address).text)
            }
            return files
        }

        #expect(files.allSatisfy { $0.contains("numberText") })
        #expect(files[1].contains("Q01") && files[2].contains("R01"))
        try await TestSite.importing { imports, _ in
            let imports = ImportClient(site: imports.site, address: "/import")
            try await imports.importing(files[0], kind: "lines")
            let sales = try await imports.site.json("/sales.json?sort=number")
            let records = try #require(sales["records"] as? [[String: Any]])
            #expect(records.map { $0["numberText"] as? String } == [nil, "S02"])
        }
    }
}
