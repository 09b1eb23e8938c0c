import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct SaleFormTests {
    @Test("A posted sale has its lines, its day and the next number")
    func create() async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/\(client.customer)/sales",
                [("date", "2026-11-21")]
                    + SalesClient.fields([("Lamp", 2, "12.50"), ("Chair", 1, "$1,234.50")]))

            let path = try #require(response.headers[.location])
            let sale = try await client.json(path + ".json")
            #expect(response.status == .seeOther)
            #expect(sale["number"] as? Int == 2)
            #expect(sale.text("date") == "2026-11-21")
            #expect(sale.text("total") == "1259.50")
            #expect(sale.lines.map { $0["quantity"] as? Int } == [2, 1])
            #expect(sale.lines.map { $0["unitPrice"] as? String } == ["12.50", "1234.50"])
            #expect((sale["customer"] as? [String: Any])?["name"] as? String == "Amina Diallo")
            #expect(try await client.get(path).text.contains("Sale 2"))
        }
    }

    @Test("A sale on a future day is saved with a warning")
    func dayToCome() async throws {
        try await TestSite.sales { client in
            let (today, later) = (CalendarDay.today(), CalendarDay.today().adding(days: 365))
            func sell(_ day: CalendarDay) async throws -> TestResponse {
                try await client.post(
                    "/customers/1/sales",
                    SalesClient.fields([("Lamp", 1, "1")]) + [("date", day.description)],
                    headers: InventoryClient.json)
            }

            let (now, ahead) = (try await sell(today), try await sell(later))

            let warnings = try #require(try ahead.json["warnings"] as? [[String: Any]])
            #expect(ahead.status == .created)
            #expect(warnings.map { $0.text("field") } == ["date"])
            #expect(warnings.first?.text("message") == "\(later) is in the future.")
            #expect(try now.json["warnings"] == nil)
            let text = "is in the future"
            #expect(try await client.get("/sales/\(try ahead.json.id)").text.contains(text))
            #expect(!(try await client.get("/sales/\(try now.json.id)").text.contains(text)))
            #expect(try await sell(later.adding(days: 3_650)).faultFields == ["date"])
        }
    }

    @Test("A missing unit price defaults to the product’s")
    func productsPrice() async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/\(client.customer)/sales",
                [("lines[0][product]", "1"), ("lines[1][productName]", "lamp")],
                headers: InventoryClient.json)

            let sale = try response.json
            #expect(response.status == .created)
            #expect(sale.lines.map { $0["unitPrice"] as? String } == ["12.50", "12.50"])
            #expect(sale.lines.map { $0["quantity"] as? Int } == [1, 1])
        }
    }

    @Test("A refused form names every fault at its field, keeps what was typed and saves nothing")
    func refusal() async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/\(client.customer)/sales",
                [
                    ("date", "2026-02-30"), ("lines[0][productName]", "<b>Lamp</b>"),
                    ("lines[0][unitPrice]", "12.505"), ("lines[0][quantity]", "0"),
                    ("lines[4][quantity]", "3"),
                ])

            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("href=\"#lines[0][unitPrice]\""))
            #expect(response.text.contains("href=\"#lines[0][quantity]\""))
            #expect(response.text.contains("href=\"#lines[4][productName]\""))
            #expect(response.text.contains("id=\"lines[4][productName]\""))
            #expect(response.text.contains("href=\"#date\""))
            #expect(response.text.contains("value=\"&lt;b&gt;Lamp&lt;/b&gt;\""))
            #expect(response.text.contains("value=\"12.505\""))
            #expect(try await client.numbers() == [1])
        }
    }

    private static let refused: [(field: String, value: String)] = [
        ("lines[0][quantity]", "0"), ("lines[0][quantity]", "1.5"),
        ("lines[0][quantity]", "1000001"), ("lines[0][unitPrice]", "0.001"),
        ("lines[0][unitPrice]", "-1"), ("lines[0][unitPrice]", "five"),
        ("lines[0][unitPrice]", "1.234"), ("lines[0][product]", "x"),
        ("date", "yesterday"),
    ]

    @Test("An invalid line is a fault at its field")
    func faults() async throws {
        try await TestSite.sales { client in
            for (field, value) in Self.refused {
                let response = try await client.post(
                    "/customers/\(client.customer)/sales",
                    [("lines[0][productName]", "Lamp"), (field, value)],
                    headers: InventoryClient.json)

                #expect(response.status == .unprocessableContent, "\(field)")
                #expect(try response.faultFields == [field], "\(field)")
                #expect(try await client.numbers() == [1], "\(field)")
            }
        }
    }

    @Test("A missing product is refused; a typed name takes precedence over a number")
    func unknownProduct() async throws {
        try await TestSite.sales { client in
            let path = "/customers/\(client.customer)/sales"

            let unknown = try await client.post(
                path, [("lines[0][product]", "99")], headers: InventoryClient.json)
            let named = try await client.post(
                path, [("lines[0][product]", "99"), ("lines[0][productName]", "Lamp")],
                headers: InventoryClient.json)

            #expect(unknown.status == .unprocessableContent)
            #expect(try unknown.faultFields == ["lines[0][product]"])
            #expect(named.status == .created)
        }
    }

    @Test("A sale without a line is refused")
    func noLines() async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/\(client.customer)/sales", [("date", "2026-11-21")],
                headers: InventoryClient.json)

            #expect(response.status == .unprocessableContent)
            #expect(try response.faultFields == ["lines"])
        }
    }

    @Test("A new product needs a price")
    func newProduct() async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/\(client.customer)/sales", [("lines[0][productName]", "Carpet")],
                headers: InventoryClient.json)

            #expect(response.status == .unprocessableContent)
            #expect(try response.faultFields == ["lines[0][unitPrice]"])
        }
    }

    @Test("A corrected price takes precedence over a chosen reading")
    func corrected() async throws {
        try await TestSite.sales { client in
            let path = "/customers/\(client.customer)/sales"
            func total(_ text: String, _ reading: String) async throws -> String? {
                let response = try await client.post(
                    path,
                    [
                        ("lines[0][productName]", "Lamp"), ("lines[0][unitPrice]", text),
                        ("lines[0][unitPrice]", reading),
                    ], headers: InventoryClient.json)
                return try response.json.text("total")
            }

            let corrected = try await total("5.00", "1234.00")
            let chosen = try await [total("1.234", "1234.00"), total("1.234", "1.23")]
            let other = try await total("1.234", "7.00")

            #expect(corrected == "5.00")
            #expect(chosen == ["1234.00", "1.23"])
            #expect(other == nil)
        }
    }

    @Test("An ambiguous price is returned with both readings, one of which can be chosen")
    func readings() async throws {
        try await TestSite.sales { client in
            let fields = [
                ("lines[0][productName]", "Lamp"), ("lines[0][unitPrice]", "1.234"),
            ]
            let path = "/customers/\(client.customer)/sales"

            let asked = try await client.post(path, fields)
            let chosen = try await client.post(
                path, fields + [("lines[0][unitPrice]", "1234.00")], headers: InventoryClient.json)

            #expect(asked.status == .unprocessableContent)
            #expect(
                asked.text.contains("name=\"lines[0][unitPrice]\" value=\"1234.00\""))
            #expect(asked.text.contains("value=\"1.23\""))
            #expect(chosen.status == .created)
            #expect(try chosen.json.text("total") == "1234.00")
        }
    }

    @Test("“Add a line” returns the form with one more line and saves nothing")
    func addLine() async throws {
        try await TestSite.sales { client in
            let fields = SalesClient.fields([
                ("Lamp", 2, "1"), ("Chair", 1, "x"), ("Rug", 1, "2"), ("Vase", 3, "4"),
            ])

            let response = try await client.post(
                "/customers/\(client.customer)/sales", fields + [("add", "line")])

            #expect(response.status == .ok)
            #expect(response.text.contains("value=\"Vase\""))
            #expect(response.text.contains("value=\"x\""))
            #expect(response.text.contains("name=\"lines[4][productName]\""))
            #expect(!response.text.contains("name=\"lines[5][productName]\""))
            #expect(try await client.numbers() == [1])
        }
    }

    @Test("Line numbers may have gaps, and blank lines are ignored")
    func gaps() async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/\(client.customer)/sales",
                [
                    ("lines[7][productName]", "Chair"), ("lines[7][unitPrice]", "3"),
                    ("lines[2][productName]", "Lamp"), ("lines[3][productName]", " "),
                    ("lines[3][quantity]", ""), ("lines[3][unitPrice]", ""),
                ], headers: InventoryClient.json)

            let sale = try response.json
            let names = sale.lines.map { ($0["product"] as? [String: Any])?["name"] as? String }
            #expect(names == ["Lamp", "Chair"])
        }
    }

    @Test("A security code is refused, and neither it nor a card number is returned")
    func cards() async throws {
        try await TestSite.sales { client in
            let path = "/customers/\(client.customer)/sales"
            let fields = SalesClient.fields([("Lamp", 1, "5")])

            let code = try await client.post(path, fields + [("card[cvv]", "737")])
            let number = try await client.post(
                path, fields + [("lines[1][productName]", "4111 1111 1111 1111")])

            #expect(code.status == .unprocessableContent)
            #expect(!code.text.contains("737"))
            #expect(number.status == .unprocessableContent)
            #expect(number.text.contains("looks like it contains a card number"))
            #expect(!number.text.contains("1111"))
            #expect(try await client.numbers() == [1])
        }
    }

    @Test("A sale to a missing customer is refused")
    func noCustomer() async throws {
        try await TestSite.sales { client in
            for path in ["/customers/99/sales", "/customers/99/sales/new", "/customers/x/sales"] {
                #expect(try await client.get(path).status == .notFound)
            }
            let posted = try await client.post(
                "/customers/99/sales", SalesClient.fields([("Lamp", 1, "5")]))
            #expect(posted.status == .notFound)
        }
    }

    @Test("Two browsers that add sales at once get numbers without gaps")
    func numbers() async throws {
        try await TestSite.sales { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for browser in 0..<2 {
                    group.addTask {
                        for sale in 0..<10 {
                            try await client.sell([("Thing \(browser) \(sale)", 1, "1.10")])
                        }
                    }
                }
                try await group.waitForAll()
            }

            #expect(try await client.numbers("/sales.json?sort=number") == Array(1...21))
        }
    }

    @Test("The form of a new sale has the current day, blank lines and the products")
    func newForm() async throws {
        try await TestSite.sales { client in
            let page = try await client.get("/customers/\(client.customer)/sales/new")

            #expect(page.status == .ok)
            #expect(page.text.contains("name=\"lines[2][unitPrice]\""))
            #expect(
                page.text.contains(
                    "<option value=\"Lamp\" data-price=\"12.50\" data-tax=\"\">$12.50</option>"))
            #expect(page.text.contains("Add a line"))
        }
    }

    @Test("A new sale begins with a search for the customer by a part of the number")
    func buyers() async throws {
        try await TestSite.sales { client in
            try await client.post("/customers", [("name", "Amina Two"), ("productName", "Lamp")])
            let found = try await client.get("/sales/new?q=amina")
            let notFound = try await client.get("/sales/new?q=99999")

            #expect(found.text.contains("/customers/\(client.customer)/sales/new"))
            #expect(found.text.contains("2 customers have “amina”"))
            #expect(!notFound.text.contains("/customers/\(client.customer)/sales/new"))
            #expect(try await client.get("/sales/new").text.contains("Amina Diallo"))
        }
    }
}
