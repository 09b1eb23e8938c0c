import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct ProductTests {
    @Test(
        "A barcode with a wrong check digit is refused, unlike the shop’s own numbers",
        arguments: [
            ("barcode", "9999999999999", false), ("barcode", "4006381333932", false),
            ("barcode", "12345678", false), ("barcode", "4006381333931", true),
            ("barcode", "A-9999999999999", true), ("sku", "9999999999999", true),
        ])
    func checkDigit(field: String, code: String, isTaken: Bool) async throws {
        try await TestSite.sales { client in
            let answer = try await client.post(
                "/products", [("name", "Mug"), ("price", "5"), (field, code)],
                headers: InventoryClient.json)

            #expect((answer.status == .created) == isTaken, "\(answer.text)")
            if !isTaken { #expect(try answer.faultFields == ["barcode"]) }
        }
    }

    @Test("A product is added, listed, changed and deleted")
    func life() async throws {
        try await TestSite.inventory { client in
            let created = try await client.post(
                "/products", [("name", "Lamp"), ("price", "19,99")])
            let path = try #require(created.headers[.location])

            let product = try await client.json(path + ".json")
            let table = try await client.get("/products.csv")
            let changed = try await client.post(path, [("price", "$21")])
            let after = try await client.json(path + ".json")
            let question = try await client.get(path + "/delete")
            let deleted = try await client.post(path + "/delete")

            #expect(created.status == .seeOther)
            #expect(product["price"] as? String == "19.99")
            #expect(table.text.contains("1,Lamp,19.99,,0,0,0.00,"))
            #expect(changed.headers[.location] == path)
            #expect(after["price"] as? String == "21.00")
            #expect(after["name"] as? String == "Lamp")
            #expect(question.text.contains("Delete product"))
            #expect(deleted.headers[.location] == "/products")
            #expect(try await client.get(path).status == .notFound)
        }
    }

    @Test("Products are sorted by their sales, on every page and in the CSV file")
    func salesOrder() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Chair", 3, "2"), ("Bowl", 1, "100")])
            try await client.sell([("Chair", 1, "2")])
            try await client.post("/products", [("name", "Vase"), ("price", "1")])
            func names(_ uri: String) async throws -> [String] {
                try await client.sales(uri).compactMap { $0["name"] as? String }
            }

            #expect(
                try await names("/products.json?sort=-quantity") == [
                    "Chair", "Bowl", "Lamp", "Vase",
                ])
            #expect(
                try await names("/products.json?sort=-total") == ["Bowl", "Lamp", "Chair", "Vase"])
            #expect(try await names("/products.json?sort=total&q=a") == ["Vase", "Chair", "Lamp"])
            #expect(
                try await names("/products.json?sort=-total&perPage=2&page=2") == [
                    "Chair", "Vase",
                ])
            let table = try await client.get("/products.csv?sort=-total").text
            let rows = table.split(separator: "\r\n").dropFirst().map {
                $0.split(separator: ",")[1]
            }
            #expect(rows == ["Bowl", "Lamp", "Chair", "Vase"])
            #expect(
                try await client.get("/products?sort=-total").text.contains(
                    "aria-sort=\"descending\""))
        }
    }

    @Test(
        "An invalid form is a 422 with the fault at its field",
        arguments: [
            ("name", "", "name"), ("name", "LAMP", "name"), ("price", "", "price"),
            ("price", "x", "price"), ("price", "1.234", "price"), ("price", "-1", "price"),
            ("price", "1.005", "price"), ("name", "4111 1111 1111 1111", "name"),
        ])
    func refusal(field: String, value: String, fault: String) async throws {
        try await TestSite.inventory { client in
            _ = try await client.post("/products", [("name", "Lamp"), ("price", "1")])
            let good = [("name", "Chair"), ("price", "5")].filter { $0.0 != field }

            let page = try await client.post("/products", good + [(field, value)])
            let forProgram = try await client.post(
                "/products", good + [(field, value)], headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("href=\"#\(fault)\""))
            #expect(try forProgram.faults.keys.contains(fault))
            #expect(try await client.json("/products.json")["total"] as? Int == 1)
        }
    }

    @Test("An ambiguous price is returned with both readings")
    func readings() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/products", [("name", "Lamp"), ("price", "1,234")], headers: InventoryClient.json)

            let faults = try #require(try response.json["faults"] as? [[String: Any]])
            #expect(faults.first?["readings"] as? [String] == ["1234.00", "1.23"])
        }
    }

    @Test("A product in a quote cannot be deleted, and its page says so")
    func quoted() async throws {
        try await TestSite.sales { client in
            let product = try await client.post("/products", [("name", "Jug"), ("price", "10")])
            let path = try #require(product.headers[.location])
            try await client.post(
                "/quotes", SalesClient.fields([("Jug", 1, "10")]) + [("buyerName", "Bo")])

            let asked = try await client.get(path + "/delete").text
            let refused = try await client.post(path + "/delete")

            #expect(asked.contains("1 line of your quotes has it"))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("is in a quote"))
        }
    }

    @Test("A sold product cannot be deleted, but can be retired and offered again")
    func retirement() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann")

            let refused = try await client.post("/products/1/delete")
            let forProgram = try await client.post(
                "/products/1/delete", headers: InventoryClient.json)
            let retired = try await client.post("/products/1/retirement")
            let list = try await client.values("name", "/products.json?retired=yes")
            let sale = try await client.post(
                "/customers/1/sales", [("lines[0][product]", "1")], headers: InventoryClient.json)
            _ = try await client.post("/products/1/retirement/delete")

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Retire it instead"))
            #expect(forProgram.status == .unprocessableContent)
            #expect(retired.headers[.location] == "/products/1")
            #expect(list == ["Desk lamp"])
            #expect(sale.status == .unprocessableContent)
            #expect(try await client.values("name", "/products.json?retired=no") == ["Desk lamp"])
        }
    }

    @Test("A later price does not change sales")
    func copiedPrice() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann")

            _ = try await client.post("/products/1", [("price", "99")])

            #expect(try await client.json("/customers/1.json")["total"] as? String == "19.99")
            #expect(try await client.json("/products/1.json")["total"] as? String == "19.99")
        }
    }

    @Test("A product’s page has its buyers and totals")
    func buyers() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann", [("quantity", "2")])
            try await client.addCustomer("Bob & Co")

            let page = try await client.get("/products/1")
            let list = try await client.json("/products.json")

            #expect(page.text.contains("Bob &amp; Co"))
            #expect(page.text.contains("$59.97"))
            #expect((list["totals"] as? [String: Any])?["quantity"] as? Int == 3)
        }
    }

    @Test("A stale edit is a 409 with both versions")
    func stale() async throws {
        try await TestSite.inventory { client in
            _ = try await client.post("/products", [("name", "Lamp"), ("price", "1")])
            _ = try await client.post("/products/1", [("price", "2"), ("version", "1")])

            let stale = try await client.post("/products/1", [("price", "3"), ("version", "1")])

            #expect(stale.status == .conflict)
            #expect(stale.text.contains("2.00"))
            #expect(stale.text.contains("value=\"3\""))
        }
    }

    @Test("A missing product is a 404", arguments: ["", ".json", "/edit", "/delete"])
    func missing(suffix: String) async throws {
        try await TestSite.inventory { client in
            for id in ["99", "0", "x"] {
                let page = try await client.get("/products/\(id)\(suffix)")
                #expect(page.status == .notFound)
            }
            for path in ["", "/delete", "/retirement", "/retirement/delete"] {
                let posted = try await client.post("/products/99\(path)")
                #expect(posted.status == .notFound)
            }
        }
    }
}
