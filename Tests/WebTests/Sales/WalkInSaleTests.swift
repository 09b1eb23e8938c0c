import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Sales to walk-ins, and parked sales.
struct WalkInSaleTests {
    @Test("A name in the form of a walk-in creates a customer, who may pay later")
    func newName() async throws {
        try await TestSite.sales { client in
            let form = try await client.get("/sales/new/walk-in").text
            let sold = try await client.post(
                "/sales",
                SalesClient.fields([("Lamp", 1, "9.99")])
                    + [("customerName", "Jürgen"), ("payments[0][kind]", "later")],
                headers: InventoryClient.json)
            let nobody = try await client.post(
                "/sales", SalesClient.fields([("Lamp", 1, "9.99")]) + [("customerName", " ")],
                headers: InventoryClient.json)

            #expect(form.contains("name=\"customerName\""))
            #expect(form.contains("<option value=\"1\" selected>Cash</option>"))
            #expect((try sold.json["customer"] as? [String: Any])?.text("name") == "Jürgen")
            #expect(try sold.json.text("owed") == "9.99")
            #expect(try nobody.json["customer"] is NSNull)
        }
    }

    @Test("The form of a new customer redirects to the sale, and a script to the customer")
    func firstSale() async throws {
        try await TestSite.sales { client in
            let fields = [
                ("name", "Jürgen"), ("lines[0][productName]", "Lamp"),
                ("lines[0][unitPrice]", "5"),
            ]
            let browser = try await client.post(
                "/customers", fields + [("endsOn", "sale")], headers: [.secFetchMode: "navigate"])
            let script = try await client.post("/customers", fields)

            let path = try #require(browser.headers[.location])
            #expect(path.hasPrefix("/sales/"))
            let page = try await client.get(path, headers: browser.sentCookie)
            #expect(page.text.contains("Print receipt"))
            #expect(script.headers[.location]?.hasPrefix("/customers/") == true)
        }
    }

    @Test("A sale needs no customer, and every page says so")
    func walkIn() async throws {
        try await TestSite.sales { client in
            let form = try await client.get("/sales/new/walk-in")
            let response = try await client.post(
                "/sales", SalesClient.fields([("Lamp", 1, "12.50")]), headers: InventoryClient.json)

            let sale = try response.json
            #expect(form.status == .ok)
            #expect(form.text.contains("action=\"/sales\""))
            #expect(response.status == .created, "\(response.text)")
            #expect(sale["customer"] is NSNull)
            #expect(sale["isWalkIn"] as? Bool == true)
            #expect(try await client.get("/sales").text.contains("Walk-in"))
            #expect(try await client.get("/sales/2").text.contains("Walk-in"))
            #expect(try await client.get("/sales/2/receipt").status == .ok)
            let later = try await client.post(
                "/sales", SalesClient.fields([("Lamp", 1, "1")]) + [("payments[0][kind]", "later")],
                headers: InventoryClient.json)
            #expect(try later.faultFields == ["payments"])
        }
    }

    @Test("A return of a walk-in sale is a walk-in’s, and not a removed person’s")
    func walkInReturn() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales", SalesClient.fields([("Rug", 1, "12.50")]))

            let back = try await client.post(
                "/sales/2/returns", [("lines[0][productName]", "Rug")],
                headers: InventoryClient.json)

            #expect(try back.json["isWalkIn"] as? Bool == true, "\(back.text)")
            for page in ["/sales", "/sales/3", "/products/2"] {
                let text = try await client.get(page).text
                #expect(!text.lowercased().contains("removed"), "\(page)")
            }
            #expect(try await client.get("/sales/3").text.contains("Walk-in"))
            #expect(try await client.get("/products/2").text.contains("No customer"))
        }
    }

    @Test("A refused sale to a walk-in keeps what was typed")
    func refused() async throws {
        try await TestSite.sales { client in
            let response = try await client.post("/sales", [("lines[0][productName]", "New thing")])

            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("value=\"New thing\""))
            #expect(response.text.contains("Walk-in customer"))
        }
    }

    @Test("The receipt of a sale just made is one keystroke away")
    func receipt() async throws {
        try await TestSite.sales { client in
            let made = try await client.post(
                "/sales", SalesClient.fields([("Lamp", 1, "12.50")]),
                headers: [.secFetchMode: "navigate"])
            let path = try #require(made.headers[.location])

            let page = try await client.get(path, headers: made.sentCookie)

            #expect(page.text.contains("notice__action\" href=\"/sales/2/receipt\">Print receipt"))
        }
    }

    @Test("A sale is parked, resumed and sold, and then no longer parked")
    func parking() async throws {
        try await TestSite.sales { client in
            let fields =
                SalesClient.fields([("Lamp", 3, "12.50"), ("Rug <x>", 1, "40")])
                + [("discount", "5 %"), ("note", "Comes back at 5"), ("form", "abc")]
            let parked = try await client.post(
                "/customers/1/sales", fields + [("park", "yes")], headers: InventoryClient.json)
            let list = try await client.get("/sales/parked").text
            let page = try await client.get("/sales/parked/1").text

            #expect(parked.status == .created, "\(parked.text)")
            #expect(try parked.json.text("label") == "3 × Lamp, Rug <x>")
            #expect(list.contains("3 × Lamp, Rug &lt;x&gt;"))
            #expect(list.contains("Amina Diallo"))
            #expect(try await client.get("/sales/new").text.contains("1 parked sale"))
            #expect(page.contains("value=\"Rug &lt;x&gt;\""))
            #expect(page.contains("Comes back at 5"))
            #expect(page.contains("name=\"parked\" value=\"1\""))
            #expect(!page.contains("value=\"abc\""))
            #expect(try await client.numbers() == [1])

            let again = try await client.post(
                "/customers/1/sales", fields + [("parked", "1"), ("park", "yes")])
            #expect(again.headers[.location]?.hasPrefix("/sales/parked") == true)
            #expect(try await client.json("/sales/parked.json")["total"] as? Int == 1)

            let sold = try await client.post(
                "/customers/1/sales", fields + [("parked", "1")], headers: InventoryClient.json)
            #expect(sold.status == .created)
            #expect(try await client.json("/sales/parked.json")["total"] as? Int == 0)
            #expect(try await client.get("/sales/parked/1").status == .notFound)
            // Another counter that resumed it gets a question before it can sell it again.
            let others = fields.filter { $0.0 != "form" } + [("form", "xyz"), ("parked", "1")]
            let late = try await client.post(
                "/customers/1/sales", others, headers: InventoryClient.json)
            let question = try await client.post("/customers/1/sales", others)
            #expect(late.status == .conflict)
            #expect(try late.faultFields == ["lines"])
            #expect(question.status == .conflict)
            #expect(question.text.contains("was sold or discarded meanwhile"))
            #expect(!question.text.contains("name=\"parked\""))
            #expect(try await client.json("/sales.json")["total"] as? Int == 2)
        }
    }

    @Test("A parked sale of a product's number has the product's name in the list")
    func parkingByNumber() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales", SalesClient.fields([("Lamp", 1, "9.99")]))
            let parked = try await client.post(
                "/sales",
                [("lines[0][product]", "1"), ("lines[0][quantity]", "2"), ("park", "yes")],
                headers: InventoryClient.json)

            #expect(parked.status == .created, "\(parked.text)")
            #expect(try parked.json.text("label") == "2 × Lamp", "\(parked.text)")
        }
    }

    @Test("A parked sale can be discarded; one without a product, or with a card, is refused")
    func discarding() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales", [("lines[0][productName]", "Lamp"), ("park", "yes")])
            let deleted = try await client.post("/sales/parked/1/delete")
            let empty = try await client.post(
                "/sales", [("note", "x"), ("park", "yes")], headers: InventoryClient.json)
            let card = try await client.post(
                "/sales",
                [
                    ("lines[0][productName]", "Lamp"), ("note", "4111 1111 1111 1111"),
                    ("park", "yes"),
                ], headers: InventoryClient.json)

            #expect(deleted.status == .seeOther)
            #expect(try empty.faultFields == ["lines"])
            #expect(card.status == .unprocessableContent)
            #expect(try await client.json("/sales/parked.json")["total"] as? Int == 0)
            #expect(try await client.post("/sales/parked/1/delete").status == .notFound)
        }
    }

    @Test("The only customer found is chosen at once")
    func uniqueBuyer() async throws {
        try await TestSite.sales { client in
            let found = try await client.get("/sales/new?q=12345")
            let nobody = try await client.get("/sales/new?q=99999")

            #expect(found.status == .seeOther)
            #expect(found.headers[.location] == "/customers/1/sales/new")
            #expect(nobody.status == .ok)
        }
    }

    @Test("A name of no product is returned with the similar products")
    func choices() async throws {
        try await TestSite.sales { client in
            try await client.post("/products", [("name", "Lamp <oil>"), ("price", "9")])
            let refused = try await client.post("/sales", [("lines[0][productName]", "lam")])
            let chosen = try await client.post(
                "/sales",
                [("lines[0][productName]", "lam"), ("lines[0][productName]", "Lamp <oil>")],
                headers: InventoryClient.json)

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("value=\"Lamp\">Lamp, $12.50"))
            #expect(refused.text.contains("value=\"Lamp &lt;oil&gt;\">Lamp &lt;oil&gt;, $9.00"))
            #expect(chosen.status == .created, "\(chosen.text)")
            #expect(try chosen.json.text("total") == "9.00")
        }
    }
}
