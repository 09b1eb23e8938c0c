import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct SaleTests {
    @Test("A void sale keeps its number and is not counted")
    func void() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 1, "30")])

            let asked = try await client.get("/sales/\(sale.id)/void")
            let response = try await client.post(
                "/sales/\(sale.id)/void", [("reason", "Typed twice")])

            let list = try await client.json("/sales.json")
            let voided = try await client.json("/sales/\(sale.id).json")
            #expect(asked.text.contains("Void Sale 2?"))
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/sales/\(sale.id)")
            #expect(voided.text("voidReason") == "Typed twice")
            #expect(voided["voidedAt"] is String)
            #expect(list["total"] as? Int == 2)
            #expect((list["totals"] as? [String: Any])?["total"] as? String == "12.50")
            #expect(try await client.get("/sales/\(sale.id)").text.contains("Typed twice"))
        }
    }

    @Test("A sale that has changed is not made void by an outdated page")
    func staleVoid() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Lamp", 1, "5")])
            let path = "/sales/\(sale.id)/void"
            let stale = [("reason", "Typed <twice>"), ("version", "99")]

            let page = try await client.post(path, stale)
            let forProgram = try await client.post(path, stale, headers: InventoryClient.json)
            let version = String(sale["version"] as? Int ?? 0)
            let fresh = try await client.post(path, [("reason", "x"), ("version", version)])

            #expect(page.status == .conflict)
            #expect(page.text.contains("value=\"Typed &lt;twice&gt;\""))
            #expect(page.text.contains("name=\"version\" value=\"\(version)\""))
            #expect(forProgram.status == .conflict)
            #expect(try forProgram.json["current"] is [String: Any])
            #expect(fresh.status == .seeOther)
        }
    }

    @Test("Without a reason, or twice, a sale is not made void")
    func voidRefused() async throws {
        try await TestSite.sales { client in
            let path = "/sales/1/void"

            let silent = try await client.post(path, headers: InventoryClient.json)
            let card = try await client.post(
                path, [("reason", "4111111111111111")], headers: InventoryClient.json)
            try await client.post(path, [("reason", "Wrong")])
            let twice = try await client.post(path, [("reason", "Again")])

            #expect(silent.status == .unprocessableContent)
            #expect(try silent.faultFields == ["reason"])
            #expect(card.status == .unprocessableContent)
            #expect(!card.text.contains("4111"))
            #expect(twice.status == .unprocessableContent)
            #expect(twice.text.contains("void already"))
        }
    }

    @Test("A return is a separate record, linked to the sale")
    func returns() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 3, "30"), ("Lamp", 1, "12.50")])

            let form = try await client.get("/sales/\(sale.id)/returns")
            let response = try await client.post(
                "/sales/\(sale.id)/returns",
                [
                    ("date", "2026-11-22"), ("lines[0][product]", "2"),
                    ("lines[0][quantity]", "2"), ("lines[0][unitPrice]", "30.00"),
                    ("lines[1][product]", "1"), ("lines[1][quantity]", ""),
                ], headers: InventoryClient.json)

            let back = try response.json
            let sold = try await client.json("/sales/\(sale.id).json")
            #expect(form.text.contains("0 to 3"))
            #expect(response.status == .created)
            #expect(back.text("total") == "-60.00")
            #expect((back["returnOf"] as? [String: Any])?["number"] as? Int == 2)
            #expect((sold["returns"] as? [[String: Any]])?.map(\.id) == [back.id])
            let totals = try await client.json("/sales.json")["totals"] as? [String: Any]
            #expect(totals?["total"] as? String == "55.00")
            let page = try await client.get("/sales/\(back.id)").text
            #expect(page.contains("Return 3"))
            #expect(page.contains(", of which $42.50 is left</a></dd>"))
        }
    }

    @Test("A return may name a line by its number alone; another line is named in the fault")
    func returnOfLine() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 3, "30"), ("Lamp", 1, "12.50")])
            let line = try #require(sale.lines.first?.id)
            let path = "/sales/\(sale.id)/returns"
            func fields(_ line: Int) -> [(name: String, value: String)] {
                [("lines[0][line]", String(line)), ("lines[0][quantity]", "2")]
            }

            let back = try await client.post(path, fields(line), headers: InventoryClient.json)
            let page = try await client.post(path, fields(99))
            let json = try await client.post(path, fields(99), headers: InventoryClient.json)

            #expect(back.status == .created, "\(back.text)")
            #expect(try back.json.text("total") == "-60.00")
            #expect(try json.faultFields == ["lines[0][line]"])
            #expect(page.text.contains("his sale has no line 99"))
        }
    }

    @Test(
        "No more can be returned than was sold",
        arguments: [("2", "2"), ("1", ""), ("9", "1"), ("1", "x")])
    func returnsRefused(product: String, quantity: String) async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/sales/1/returns",
                [("lines[0][product]", product), ("lines[0][quantity]", quantity)])

            #expect(response.status == .unprocessableContent)
            #expect(try await client.numbers() == [1])
        }
    }

    @Test("The rest of a sale is returned with one button, and once")
    func wholeReturn() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 3, "30"), ("Lamp", 1, "12.50")])
            let path = "/sales/\(sale.id)/returns"
            try await client.post(
                path, [("lines[0][product]", "2"), ("lines[0][quantity]", "1")])
            let all = [("all", "yes"), ("date", "2026-11-22"), ("lines[0][quantity]", "")]

            let form = try await client.get(path)
            let first = try await client.post(path, all, headers: InventoryClient.json)
            let second = try await client.post(path, all, headers: InventoryClient.json)

            #expect(form.text.contains("name=\"all\" value=\"yes\""))
            #expect(first.status == .created)
            #expect(try first.json.text("total") == "-72.50")
            #expect(second.status == .unprocessableContent)
            #expect(try second.faultFields == ["lines"])
        }
    }

    @Test("A later price of the product does not change sales")
    func laterPrice() async throws {
        try await TestSite.sales { client in
            let changed = try await client.post("/products/1", [("price", "99")])
            let sale = try await client.json("/sales/1.json")
            let next = try await client.post(
                "/customers/\(client.customer)/sales", [("lines[0][product]", "1")],
                headers: InventoryClient.json)

            #expect(changed.status == .seeOther)
            #expect(sale.lines.first?["unitPrice"] as? String == "12.50")
            #expect(try next.json.text("total") == "99.00")
        }
    }

    @Test("Receipts and day sheets name the shop")
    func shopDetails() async throws {
        let site = try TestSite {
            $0.shop.name = "Lamps & More"
            $0.shop.address = ["1 High Street", "Tax number 12"]
            $0.shop.footer = ["Come again"]
        }
        _ = try site.addCustomer()
        try await site.test { test in
            let client = InventoryClient(client: test)

            let receipt = try await client.get("/sales/1/receipt?paper=roll").text
            let day = try await client.get("/sales/days/2026-11-20").text

            #expect(receipt.contains(">Lamps &amp; More</p>"))
            #expect(receipt.contains(">1 High Street\nTax number 12</p>"))
            #expect(receipt.contains(">Come again</p>"))
            #expect(!receipt.contains("Thank you"))
            #expect(day.contains(">Lamps &amp; More</p>"))
        }
    }

    @Test("Details too long for a receipt prevent the start", arguments: [0, 1, 2])
    func longDetails(which: Int) {
        var configuration = AppConfiguration(
            dataDirectory: "", viewsDirectory: "", publicDirectory: "")
        switch which {
        case 0: configuration.shop.name = String(repeating: "x", count: 101)
        case 1: configuration.shop.address = Array(repeating: "x", count: 11)
        default: configuration.shop.footer = ["a\nb"]
        }

        #expect(throws: ConfigurationError.self) { try configuration.validate() }
    }

    @Test("The receipt is available in each paper size, repeatedly")
    func receipts() async throws {
        try await TestSite.sales { client in
            for (paper, page) in [
                ("", "data-page=\"a4\""), ("?paper=a4", "data-page=\"a4\""),
                ("?paper=letter", "data-page=\"letter\""),
                ("?paper=roll", "data-page=\"roll-100\""),
            ] {
                let receipt = try await client.get("/sales/1/receipt\(paper)")
                #expect(receipt.status == .ok)
                #expect(receipt.text.contains(page))
                #expect(receipt.text.contains("$12.50"))
            }
            #expect(
                try await client.get("/sales/1/receipt?paper=a5").status == .unprocessableContent)
            #expect(try await client.get("/sales/9/receipt").status == .notFound)
        }
    }

    @Test("A missing sale is a 404, and a wrong method a 405")
    func missing() async throws {
        try await TestSite.sales { client in
            for path in ["/sales/99", "/sales/99.json", "/sales/x", "/sales/99/void"] {
                #expect(try await client.get(path).status == .notFound, "\(path)")
            }
            #expect(try await client.post("/sales/99/void", [("reason", "x")]).status == .notFound)
            #expect(try await client.post("/sales/99/returns").status == .notFound)
            let wrong = try await client.post("/sales/1")
            #expect(wrong.status == .methodNotAllowed)
            #expect(wrong.headers[.allow] == "GET, HEAD")
        }
    }

    @Test("Void sales and returns cannot be returned, and have no form for it")
    func noReturns() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 2, "30")])
            let back = try await client.post(
                "/sales/\(sale.id)/returns",
                [("lines[0][product]", "2"), ("lines[0][quantity]", "1")],
                headers: InventoryClient.json
            ).json
            let void = try await client.sell([("Chair", 1, "30")])
            try await client.post("/sales/\(void.id)/void", [("reason", "Wrong")])

            for (id, text) in [
                (back.id, "Nothing can be returned from a return"),
                (void.id, "Nothing can be returned from a voided sale"),
            ] {
                let form = try await client.get("/sales/\(id)/returns")
                let post = try await client.post(
                    "/sales/\(id)/returns",
                    [("lines[0][product]", "2"), ("lines[0][quantity]", "1")])

                #expect(form.status == .unprocessableContent)
                #expect(form.text.contains(text))
                #expect(!form.text.contains("name=\"lines[0]"))
                #expect(post.status == .unprocessableContent)
            }
        }
    }

    @Test("The amounts of a return are negative, as its total is")
    func returnSigns() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 2, "30")])
            let back = try await client.post(
                "/sales/\(sale.id)/returns",
                [("lines[0][product]", "2"), ("lines[0][quantity]", "2")],
                headers: InventoryClient.json
            ).json

            for path in ["/sales/\(back.id)/receipt", "/sales/\(back.id)"] {
                let text = try await client.get(path).text
                #expect(text.components(separatedBy: ">−$60.00</td>").count == 3)
                #expect(text.contains("$30.00"))
            }
        }
    }
}
