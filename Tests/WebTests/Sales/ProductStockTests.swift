import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Numbers, barcodes, categories and stocks of products.
struct ProductStockTests {
    @Test("A product has a number, a barcode, a unit, a category, a tax and a cost")
    func details() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            let saved = try await client.post(
                "/products/1",
                [
                    ("sku", "L-1"), ("barcode", "4006381333931"), ("unit", "piece"),
                    ("category", "Lights"), ("taxRate", "1"), ("cost", "7.50"), ("lowStock", "3"),
                ], headers: InventoryClient.json)
            try await client.post(
                "/products", [("name", "Bulb"), ("price", "2"), ("category", "lights")])

            let (lamp, bulb) = (
                try await client.json("/products/1.json"), try await client.json("/products/2.json")
            )
            let page = try await client.get("/products/1").text
            #expect(saved.status == .ok, "\(saved.text)")
            #expect(lamp.text("sku") == "L-1")
            #expect(lamp.text("barcode") == "4006381333931")
            #expect(lamp.text("category") == "Lights")
            #expect(bulb.text("category") == "Lights")
            #expect(lamp.text("cost") == "7.50")
            #expect(lamp["taxRate"] as? Int == 1)
            for text in ["L-1", "4006381333931", "Lights", "VAT 19 %", "$7.50"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(try await client.get("/products/1/edit").text.contains(">VAT 19 %</option>"))
            for search in ["l-1", "40063813"] {
                let found = try await client.json("/products.json?q=\(search)")
                #expect(found["total"] as? Int == 1)
            }
            let sale = try await client.post(
                "/sales", [("lines[0][productName]", "4006381333931")],
                headers: InventoryClient.json)
            #expect(try sale.json.text("tax") == "2.00")
            #expect(try sale.json.text("total") == "12.50")
        }
    }

    @Test("The stock history is exported as CSV, of one product or of all")
    func journal() async throws {
        try await TestSite.sales { client in
            try await client.post("/products", [("name", "=Bulb"), ("price", "2")])
            for product in ["1", "2"] {
                try await client.post(
                    "/products/\(product)/stock",
                    [("kind", "delivered"), ("quantity", "4"), ("note", "From Ann")])
            }
            try await client.sell([("Lamp", 3, "1")])

            let (all, one) = (
                try await client.get("/products/stock.csv"),
                try await client.get("/products/1/stock.csv")
            )

            let rows = all.text.split(separator: "\r\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            #expect(all.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(
                rows.first?.joined(separator: ",")
                    == "id,date,product,productName,sku,barcode,kind,change,level,sale,note")
            #expect(
                rows.dropFirst().map { $0.dropFirst(2).joined(separator: ",") } == [
                    "1,Lamp,,,delivered,4,4,,From Ann", "2,'=Bulb,,,delivered,4,4,,From Ann",
                    "1,Lamp,,,sold,-3,1,2,",
                ])
            #expect(one.text.split(separator: "\r\n").count == 3)
            #expect(try await client.get("/products/9/stock.csv").status == .notFound)
        }
    }

    @Test("A number or barcode of another product is a fault at its field")
    func doubles() async throws {
        try await TestSite.sales { client in
            try await client.post("/products/1", [("sku", "L-1"), ("barcode", "12345670")])

            for (field, value) in [("sku", "l-1"), ("barcode", "L-1"), ("barcode", "12345670")] {
                let other = try await client.post(
                    "/products", [("name", "Bulb"), ("price", "2"), (field, value)],
                    headers: InventoryClient.json)
                #expect(try other.faultFields == [field])
            }
            let same = try await client.post("/products/1", [("sku", "L-1"), ("price", "13")])
            #expect(same.status == .seeOther)
        }
    }

    @Test("An article has one number in forms, lists and sales, and is shown as typed")
    func numbers() async throws {
        try await TestSite.sales { client in
            let typed = "]d2\u{1D}0100476587231456"
            let saved = try await client.post(
                "/products/1", [("barcode", typed)], headers: InventoryClient.json)
            #expect(try saved.json["barcode"] as? String == "]d2␝0100476587231456")
            #expect(try saved.json["gtin"] as? String == "00476587231456")
            let spellings = [
                "476587231456", "0476587231456", "4 76587 23145 6", "476587-231456", typed,
                "(01)00476587231456(10)LOT",
            ]
            for spelling in spellings {
                let other = try await client.post(
                    "/products", [("name", "Bulb"), ("price", "2"), ("barcode", spelling)],
                    headers: InventoryClient.json)
                #expect(try other.faultFields == ["barcode"], "\(spelling)")
                let query = try #require(
                    spelling.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let list = try await client.json("/products.json?q=\(query)")
                #expect(list["total"] as? Int == 1, "\(spelling)")
                let found = try await client.get("/search?q=\(query)").text
                #expect(found.contains("/products/1\""), "\(spelling)")
                try await client.sell([(spelling, 1, "12.50")])
            }
            #expect(try await client.json("/products.json")["total"] as? Int == 1)
            // Another notation of its own number is accepted.
            let again = try await client.post("/products/1", [("barcode", "0476587231456")])
            #expect(again.status == .seeOther)
            #expect(
                try await client.json("/products/1.json")["barcode"] as? String == "0476587231456")
        }
    }

    @Test("Codes changed by a spreadsheet are read in forms and at the counter as in a table")
    func spreadsheets() async throws {
        try await TestSite.sales { client in
            for (typed, code) in [
                ("711719814153.0", "711719814153"), ("=\"036000291452\"", "036000291452"),
                ("'036000291452", "036000291452"), ("7.11719814153E+11", "711719814153"),
                ("711,719,814,153", "711719814153"),
            ] {
                for field in ["sku", "barcode"] {
                    let saved = try await client.post(
                        "/products/1", [("sku", ""), ("barcode", ""), (field, typed)],
                        headers: InventoryClient.json)
                    #expect(try saved.json[field] as? String == code, "\(typed)")
                }
            }
            for lost in ["7.1172E+11", "711719814153.5"] {
                for field in ["sku", "barcode"] {
                    let refused = try await client.post(
                        "/products/1", [(field, lost)], headers: InventoryClient.json)
                    #expect(try refused.faultFields == [field], "\(lost)")
                }
                let sale = try await client.post(
                    "/sales",
                    [
                        ("date", "2026-11-21"), ("lines[0][productName]", lost),
                        ("lines[0][quantity]", "1"), ("lines[0][unitPrice]", "1"),
                    ], headers: InventoryClient.json)
                #expect(try sale.faultFields == ["lines[0][productName]"])
            }
            try await client.sell([("711719814153.0", 1, "12.50")])
            try await client.sell([("=\"711719814153\"", 1, "12.50")])
            #expect(try await client.json("/products.json")["total"] as? Int == 1)
            let list = try await client.json("/products.json?q=7.11719814153E%2B11")
            #expect(list["total"] as? Int == 1)
            let cleared = try await client.post(
                "/products/1", [("barcode", "=\"\"")], headers: InventoryClient.json)
            #expect(try cleared.json["barcode"] is NSNull)
        }
    }

    @Test("A stock form that is sent twice is saved once")
    func twice() async throws {
        try await TestSite.sales { client in
            let fields = [("kind", "delivered"), ("quantity", "4"), ("form", "stock1")]
            let page = try await client.get("/products/1/stock").text
            let first = try await client.post("/products/1/stock", fields)
            let second = try await client.post("/products/1/stock", fields)

            #expect(page.contains("name=\"form\" value=\""))
            #expect(first.status == .seeOther)
            #expect(second.status == .conflict)
            #expect(second.text.contains("saved before"))
            #expect(try await client.json("/products/1.json")["stock"] as? Int == 4)
        }
    }

    @Test("Stock is entered, reduced by sales, explained, and found when it runs low")
    func stock() async throws {
        try await TestSite.sales { client in
            #expect(try await client.get("/products/1/stock").text.contains("Not counted yet"))
            let entered = try await client.post(
                "/products/1/stock",
                [("kind", "delivered"), ("quantity", "4"), ("note", "From <Ann>")],
                headers: InventoryClient.json)
            try await client.post("/products/1", [("lowStock", "2"), ("unit", "pieces")])
            try await client.sell([("Lamp", 2, "12.50")])

            let page = try await client.get("/products/1/stock").text
            let list = try await client.get("/products?low=yes").text
            let json = try await client.json("/products/1/stock.json")

            #expect(entered.status == .created, "\(entered.text)")
            #expect(page.contains("2 pieces in stock"))
            #expect(page.contains("From &lt;Ann&gt;"))
            #expect(page.contains("href=\"/sales/2\""))
            #expect(list.contains("running low"))
            #expect(list.contains("2 pieces"))
            #expect(json["stock"] as? Int == 2)
            #expect((json["records"] as? [[String: Any]])?.map { $0["change"] as? Int } == [-2, 4])
            #expect(try await client.json("/products.json?low=no")["total"] as? Int == 0)

            // Where no product runs low any more, the filter can still be switched off.
            try await client.post("/products/1", [("lowStock", "1")])
            let none = try await client.get("/products?low=yes").text
            #expect(none.contains("href=\"/products\" aria-current=\"true\"><span"))
        }
    }

    @Test(
        "An invalid stock entry is a fault at its field",
        arguments: [
            ("", "4", "kind"), ("sold", "4", "kind"), ("x", "4", "kind"),
            ("delivered", "", "quantity"), ("delivered", "0", "quantity"),
            ("counted", "-1", "quantity"), ("broken", "1.5", "quantity"),
        ])
    func faults(kind: String, quantity: String, field: String) async throws {
        try await TestSite.sales { client in
            let fields = [("kind", kind), ("quantity", quantity)]
            let response = try await client.post(
                "/products/1/stock", fields, headers: InventoryClient.json)
            let page = try await client.post("/products/1/stock", fields)

            #expect(try response.faultFields == [field])
            #expect(page.text.contains("id=\"\(field)-fault\""))
            #expect(try await client.post("/products/9/stock", fields).status == .notFound)
        }
    }
}
