import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Quotes, over HTTP.
struct QuoteTests {
    @Test("A quote has its number and last day in print, and becomes the sale that it offers")
    func selling() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "25")])
            try await client.post("/shop", [("name", "Corner Shop")])

            let lastDay = CalendarDay.today().adding(days: 30)
            let made = try await client.post(
                "/quotes",
                SalesClient.fields([("Lamp", 2, "15.00"), ("Rug", 1, "20.00")]) + [
                    ("customer", "1"), ("taxRate", "1"), ("discount", "10 %"),
                    ("date", "2026-11-21"), ("validThrough", lastDay.description),
                    ("buyerAddress", "2 Low Street\nShelbyville"), ("note", "Free delivery"),
                ], headers: InventoryClient.json)

            #expect(made.status == .created, "\(made.text)")
            let json = try made.json
            #expect(json["number"] as? Int == 1)
            #expect(json.text("total") == "45.00")
            #expect(json.text("tax") == "9.00")
            #expect(json.text("state") == "open")
            let page = try await client.get("/quotes/1").text
            for text in [
                "Quote 1", "Corner Shop", "Amina Diallo", "2 Low Street\nShelbyville",
                DayText.long(lastDay), "Lamp", "Rug", "$45.00", "VAT 25 %", "Free delivery",
                "/quotes/1/sale",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            // It sells nothing.
            #expect(try await client.numbers() == [1])

            let form = try await client.get("/quotes/1/sale").text
            let sold = try await client.post(
                "/quotes/1/sale", [("payments[0][kind]", "1"), ("payments[0][amount]", "50")],
                headers: InventoryClient.json)

            #expect(form.contains("$45.00"))
            #expect(sold.status == .created, "\(sold.text)")
            let sale = try sold.json
            #expect(sale["number"] as? Int == 2)
            #expect(sale.text("total") == "45.00")
            #expect(sale.text("tax") == "9.00")
            #expect(sale.text("owed") == "0.00")
            #expect((sale["customer"] as? [String: Any])?["name"] as? String == "Amina Diallo")
            #expect(try await client.json("/quotes/1.json").text("state") == "sold")
            #expect(try await client.get("/quotes/1").text.contains("Sale 2"))
            let again = try await client.post(
                "/quotes/1/sale", headers: InventoryClient.json)
            #expect(try again.faultFields == ["quote"])
            #expect(
                try await client.get("/quotes/1/sale").headers[.location] == "/sales/2")
        }
    }

    @Test("A buyer who accepts a quote becomes a customer with its address, as in the invoice")
    func newCustomer() async throws {
        try await TestSite.sales { client in
            let address = "Mühlenweg 3\n80331 München\nDeutschland"
            try await client.post(
                "/quotes",
                SalesClient.fields([("Lamp", 1, "15.00")])
                    + [("buyerName", "Café Ölmühle"), ("buyerAddress", address)])

            let sold = try await client.post(
                "/quotes/1/sale", [("addCustomer", "yes"), ("payments[0][kind]", "1")],
                headers: InventoryClient.json)

            let number = try #require((sold.json["customer"] as? [String: Any])?["id"] as? Int)
            let customer = try await client.json("/customers/\(number).json")
            let kept = try #require((customer["addresses"] as? [[String: Any]])?.first)
            #expect(kept.text("street") == "Mühlenweg 3")
            #expect(kept.text("postalCode") == "80331" && kept.text("city") == "München")
            #expect(kept.text("countryCode") == "DE")
            let sale = try #require(try sold.json["id"] as? Int)
            #expect(try await client.get("/sales/\(sale)/invoice").text.contains(address))
        }
    }

    @Test("A quote can be changed until it is accepted, and keeps its number")
    func changing() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post(
                "/quotes",
                SalesClient.fields([("Lamp", 2, "9.99"), ("Chair", 1, "30")])
                    + [
                        ("buyerName", "Ann"), ("note", "As discussed"),
                        ("lines[1][discount]", "10 %"),
                    ])
            let former = try await client.json("/quotes/1.json")

            let form = try await client.get("/quotes/1/edit").text
            let saved = try await client.post(
                "/quotes/1",
                SalesClient.fields([("Lamp", 3, "9.99")])
                    + [
                        ("buyerName", "Ann"), ("version", String(former["version"] as? Int ?? 0)),
                        ("taxRate", "1"),
                    ], headers: InventoryClient.json)
            let stale = try await client.post(
                "/quotes/1",
                SalesClient.fields([("Lamp", 9, "9.99")])
                    + [("buyerName", "Ann"), ("version", String(former["version"] as? Int ?? 0))])

            for text in ["Edit quote 1", "value=\"Lamp\"", "value=\"10 %\"", "As discussed"] {
                #expect(form.contains(text), "\(text)")
            }
            #expect(saved.status == .ok, "\(saved.text)")
            #expect(stale.status == .conflict)
            #expect(stale.text.contains("It was changed meanwhile"))
            let quote = try await client.json("/quotes/1.json")
            #expect(quote["number"] as? Int == 1)
            #expect(quote.text("total") == "29.97")
            #expect(quote.lines.count == 1)

            try await client.post("/quotes/1/sale")
            let late = try await client.post(
                "/quotes/1", SalesClient.fields([("Lamp", 1, "1")]) + [("buyerName", "Ann")],
                headers: InventoryClient.json)
            #expect(late.status == .unprocessableContent)
            #expect(try await client.get("/quotes/1/edit").headers[.location] == "/quotes/1")
        }
    }

    @Test("A change keeps what it does not post, and an empty field clears")
    func partly() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post(
                "/quotes",
                SalesClient.fields([("Lamp", 2, "10"), ("Chair", 1, "30")])
                    + [
                        ("customer", "1"), ("buyerAddress", "1 High Street"), ("note", "Old"),
                        ("date", "2026-01-02"), ("validThrough", "2026-02-03"),
                        ("discount", "10 %"), ("taxRate", "none"),
                    ])
            let former = try await client.json("/quotes/1.json")

            let noted = try await client.post(
                "/quotes/1", [("note", "AAA")], headers: InventoryClient.json)
            #expect(noted.status == .ok, "\(noted.text)")
            var quote = try await client.json("/quotes/1.json")
            #expect(quote.text("note") == "AAA")
            for name in ["date", "validThrough", "buyerName", "buyerAddress", "total", "tax"] {
                #expect(quote.text(name) == former.text(name), "\(name)")
            }
            #expect((quote["customer"] as? [String: Any])?.id == 1)
            #expect(quote.lines.map { $0.text("unitPrice") } == ["10.00", "30.00"])

            try await client.post(
                "/quotes/1",
                [("note", ""), ("validThrough", ""), ("discount", ""), ("taxRate", "1")])
            quote = try await client.json("/quotes/1.json")
            #expect(quote["note"] is NSNull && quote["validThrough"] is NSNull)
            #expect(quote.text("total") == "50.00")
            #expect(quote.text("tax") == "7.98")
            #expect(quote.text("buyerAddress") == "1 High Street")

            try await client.post("/quotes/1", SalesClient.fields([("Lamp", 1, "7")]))
            quote = try await client.json("/quotes/1.json")
            #expect(quote.lines.map { $0.text("unitPrice") } == ["7.00"])
            #expect((quote["customer"] as? [String: Any])?.id == 1)
            try await client.post("/quotes/1", [("buyerName", "Bea")])
            quote = try await client.json("/quotes/1.json")
            #expect(quote.text("buyerName") == "Bea" && quote["customer"] is NSNull)
            #expect(quote["buyerAddress"] is NSNull)
            let nobody = try await client.post(
                "/quotes/1", [("buyerName", "")], headers: InventoryClient.json)
            #expect(try nobody.faultFields == ["buyerName"])
        }
    }

    @Test("A stale change shows both versions, and answers with the saved quote as JSON")
    func conflict() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/quotes", SalesClient.fields([("Lamp", 2, "10")]) + [("buyerName", "Ann")])
            try await client.post("/quotes/1", [("note", "Saved elsewhere")])
            let stale =
                SalesClient.fields([("Desk", 3, "9")]) + [
                    ("buyerName", "Bea"), ("note", "Typed here"), ("version", "1"),
                ]

            let page = try await client.post("/quotes/1", stale)
            let json = try await client.post("/quotes/1", stale, headers: InventoryClient.json)

            #expect(page.status == .conflict && json.status == .conflict)
            for text in [
                "Saved elsewhere", "Typed here", "2 × Lamp, 10.00", "3 × Desk, 9", "Saved now",
                "name=\"version\" value=\"2\"",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            let current = try #require(try json.json["current"] as? [String: Any])
            #expect(current.text("note") == "Saved elsewhere")
            #expect(try await client.json("/quotes/1.json").text("buyerName") == "Ann")
            let refused = try await client.post(
                "/quotes/1", [("date", "x"), ("version", "2")])
            #expect(refused.text.contains("name=\"version\" value=\"2\""))
        }
    }

    @Test("A quote for a new buyer becomes a sale to a new customer, or to a walk-in")
    func newcomers() async throws {
        try await TestSite.sales { client in
            for name in ["Bea", "Cleo"] {
                try await client.post(
                    "/quotes",
                    [("buyerName", name), ("productName", "Lamp"), ("unitPrice", "9")])
            }

            let kept = try await client.post(
                "/quotes/1/sale", [("addCustomer", "yes")], headers: InventoryClient.json)
            let walkIn = try await client.post("/quotes/2/sale", headers: InventoryClient.json)

            #expect((try kept.json["customer"] as? [String: Any])?["name"] as? String == "Bea")
            #expect(try walkIn.json["isWalkIn"] as? Bool == true)
            #expect(try await client.json("/customers.json")["total"] as? Int == 2)
            #expect(
                (try await client.json("/quotes/1.json")["customer"] as? [String: Any])?["name"]
                    as? String == "Bea")
        }
    }

    @Test("The list finds quotes by state and name, in JSON and CSV too")
    func list() async throws {
        try await TestSite.sales { client in
            for (name, day) in [
                ("Bea", CalendarDay.today().description), ("Cleo", "2026-01-02"), ("Dan", ""),
            ] {
                try await client.post(
                    "/quotes",
                    [
                        ("buyerName", name), ("productName", "Lamp"), ("unitPrice", "9"),
                        ("date", "2026-01-01"), ("validThrough", day),
                    ])
            }
            try await client.post("/quotes/3/withdrawal")

            for (state, number) in [("open", 1), ("expired", 2), ("withdrawn", 3)] {
                let list = try await client.sales("/quotes.json?state=\(state)")
                #expect(list.map { $0["number"] as? Int } == [number], "\(state)")
            }
            #expect(try await client.sales("/quotes.json?q=cleo").map(\.id) == [2])
            let csv = try await client.get("/quotes.csv").text
            #expect(csv.contains("2,2,2026-01-01,2026-01-02,expired,Cleo,Lamp,9.00,0.00,9.00,"))
            let page = try await client.get("/quotes").text
            #expect(page.contains("Quote 1"))
            #expect(page.contains("withdrawn"))
            let ended = "These prices were valid until January 2, 2026"
            #expect(try await client.get("/quotes/2/sale").text.contains(ended))
            #expect(!(try await client.get("/quotes/1/sale").text.contains("prices ended")))
            let twice = try await client.post(
                "/quotes/3/withdrawal", headers: InventoryClient.json)
            #expect(try twice.faultFields == ["quote"])
            #expect(try await client.get("/quotes/9").status == .notFound)
            #expect(try await client.post("/quotes/9/withdrawal").status == .notFound)
        }
    }

    private static let refused: [(field: String, value: String)] = [
        ("buyerName", ""), ("buyerName", String(repeating: "x", count: 101)),
        ("date", "x"), ("validThrough", "x"), ("validThrough", "2000-01-01"),
        ("customer", "99"), ("buyerAddress", "4111 1111 1111 1111"),
        ("lines[0][quantity]", "0"), ("discount", "200 %"), ("taxRate", "7"),
    ]

    @Test("An invalid value of a quote is a fault at its field")
    func faults() async throws {
        try await TestSite.sales { client in
            for (field, value) in Self.refused {
                let fields =
                    ([("buyerName", "Bea")] + SalesClient.fields([("Lamp", 1, "9")])).filter {
                        $0.0 != field
                    } + [(field, value)]
                let response = try await client.post(
                    "/quotes", fields, headers: InventoryClient.json)
                let page = try await client.post("/quotes", fields)

                #expect(try response.faultFields == [field], "\(field)")
                #expect(page.status == .unprocessableContent, "\(field)")
                #expect(page.text.contains("value=\"Lamp\""), "\(field)")
                #expect(try await client.json("/quotes.json")["total"] as? Int == 0, "\(field)")
            }
        }
    }
}
