import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct ItemSaleTests {
    @Test("A sold item has its line, links to the customer, and leaves the totals")
    func sell() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa", [("valueInDollars", "800")])
            try await client.inventory.add("Table", [("valueInDollars", "100")])

            let form = try await client.get(item + "/sale")
            let response = try await client.post(
                item + "/sale",
                [
                    ("customer", String(client.customer)), ("unitPrice", "750.50"),
                    ("date", "2026-11-21"),
                ])

            let path = try #require(response.headers[.location])
            let sale = try await client.json(path + ".json")
            let page = try await client.get(item)
            let items = try await client.json("/items.json")
            let sold = try await client.json(item + ".json")
            #expect((sold["buyer"] as? [String: Any])?.text("name") == "Amina Diallo")
            #expect((sold["sale"] as? [String: Any])?.id == sale.id)
            #expect((sold["sale"] as? [String: Any])?["number"] as? Int == 2)
            #expect(form.text.contains("value=\"800.00\""))
            #expect(response.status == .seeOther)
            #expect(sale.text("total") == "750.50")
            #expect(item.hasSuffix(sale.lines.first?["itemKey"] as? String ?? "none"))
            #expect(page.text.contains("href=\"\(path)\""))
            #expect(page.text.contains("Amina Diallo"))
            #expect(!page.text.contains("\(item)/sale"))
            #expect(items["total"] as? Int == 2)
            #expect((items["totals"] as? [String: Any])?["valueInDollars"] as? Int == 100)
            #expect(try await client.inventory.names("/items.json?sold=yes") == ["Sofa"])
            #expect(try await client.inventory.names("/items.json?sold=no") == ["Table"])
            #expect(try await client.get("/items").text.contains(">sold</span>"))
            #expect(
                try await client.get("/items?q=sofa").text.contains("1 of 2 items, 1 of them sold"))
            #expect(try await client.get("/items?sold=maybe").status == .unprocessableContent)
        }
    }

    @Test("An item in the trash is not sold, and the answer says where it is")
    func trashed() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa")
            try await client.post(item + "/delete", [])

            let form = try await client.get(item + "/sale")
            let sold = try await client.post(item + "/sale", [("customer", "1")])

            for answer in [form, sold] {
                #expect(answer.status == .notFound)
                #expect(answer.text.contains("Restore it from there first"))
            }
        }
    }

    @Test("Items in sales with several lines are untaxed unless a rate is chosen")
    func severalWithoutTax() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "25")])
            for (name, rate, tax) in [("Toaster", "", "2.00"), ("Kettle", "1", "7.00")] {
                let item = try await client.inventory.add(name, [("valueInDollars", "25")])
                let key = try await client.json(item + ".json")["itemKey"] as? String ?? ""

                let sold = try await client.post(
                    "/customers/1/sales",
                    [("lines[0][itemKey]", key), ("taxRate", rate)]
                        + [("lines[1][productName]", "Jug"), ("lines[1][unitPrice]", "10")],
                    headers: InventoryClient.json)

                #expect(try sold.json.text("tax") == tax, "\(sold.text)")
            }
        }
    }

    @Test("An item is sold without tax to a neighbor, who becomes a customer")
    func newCustomer() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            let item = try await client.inventory.add("Toaster", [("valueInDollars", "25")])

            let form = try await client.get(item + "/sale").text
            let sold = try await client.post(
                item + "/sale",
                [
                    ("customer", "new"), ("customerName", "Jürgen"), ("unitPrice", "25"),
                    ("payments[0][kind]", "1"), ("payments[0][amount]", "30"),
                ], headers: InventoryClient.json)

            #expect(form.contains("value=\"walk-in\" checked"))
            #expect(form.contains("<option value=\"1\" selected>Cash</option>"))
            #expect(sold.status == .created, "\(sold.text)")
            let sale = try sold.json
            #expect((sale["customer"] as? [String: Any])?.text("name") == "Jürgen")
            #expect(sale.text("tax") == "0.00")
            #expect(sale.text("owed") == "0.00")
        }
    }

    @Test("An item is sold to a walk-in, with a tax if the form has one")
    func walkIn() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            let item = try await client.inventory.add("Toaster", [("valueInDollars", "25")])

            let sold = try await client.post(
                item + "/sale",
                [("customer", "walk-in"), ("unitPrice", "11.90"), ("taxRate", "1")],
                headers: InventoryClient.json)

            let sale = try sold.json
            #expect(sale["customer"] is NSNull)
            #expect(sale.text("tax") == "1.90")
        }
    }

    @Test(
        "A missing buyer is asked for, and what was typed is kept",
        arguments: [
            (["customer": ""], "customer"), (["customer": "new"], "customerName"),
            (["customer": "1", "customerName": "Ann"], "customerName"),
            (["customer": "walk-in", "payments[0][kind]": "later"], "payments"),
        ])
    func buyers(fields: [String: String], fault: String) async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Toaster", [("valueInDollars", "25")])
            let form = fields.map { ($0.key, $0.value) } + [("unitPrice", "12.34")]

            let answer = try await client.post(item + "/sale", form, headers: InventoryClient.json)
            let page = try await client.post(item + "/sale", form)

            #expect(try answer.faultFields == [fault])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("value=\"12.34\""))
        }
    }

    @Test("The customer is found by several words, as a form encodes them")
    func severalWords() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa")

            let page = try await client.get("\(item)/sale?q=Amina+Diallo")

            #expect(page.text.contains("name=\"customer\""))
            #expect(page.text.contains("value=\"Amina Diallo\""))
        }
    }

    @Test("An item without a value is sold at a given price, and not for nothing")
    func withoutValue() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa")
            let buyer = ("customer", String(client.customer))

            let form = try await client.get(item + "/sale")
            let empty = try await client.post(
                item + "/sale", [buyer, ("unitPrice", "")], headers: InventoryClient.json)
            let free = try await client.post(
                item + "/sale", [buyer, ("unitPrice", "0")], headers: InventoryClient.json)

            #expect(!form.text.contains("value=\"0.00\""))
            #expect(empty.status == .unprocessableContent)
            #expect(try empty.faultFields == ["unitPrice"])
            #expect(free.status == .created)
        }
    }

    @Test("The price of an item is its value by default, in the household’s currency")
    func otherCurrency() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add(
                "Sofa", [("valueInDollars", "700"), ("replacementValue", "799.50")])
            let key = try #require(item.split(separator: "/").last.map(String.init))
            let buyer = ("customer", String(client.customer))
            try await client.post("/shop", [("currency", "EUR")])

            let form = try await client.get(item + "/sale").text
            let several = try await client.post(
                "/items/selection", [("key", key), ("action", "sell")])
            let empty = try await client.post(
                item + "/sale", [buyer, ("unitPrice", "")], headers: InventoryClient.json)

            #expect(form.contains("value=\"799.50\""))
            let target = try #require(several.headers[.location])
            #expect(
                target.hasPrefix("/sales/new") && "\(target)&".contains("=799.50&"), "\(target)")
            #expect(empty.status == .created)
            #expect(try empty.json["total"] as? String == "799.50")
        }
    }

    @Test("The question before a buyer is deleted names the items that are restored")
    func deletedBuyer() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa", [("valueInDollars", "800")])
            try await client.post(item + "/sale", [("customer", String(client.customer))])
            let path = "/customers/\(client.customer)"

            let question = try await client.get(path + "/delete")
            try await client.post(path + "/delete")

            #expect(question.text.contains("“Sofa”, which was sold to them from your inventory"))
            #expect(try await client.json(item + ".json")["soldDate"] is NSNull)
        }
    }

    @Test("An item is restored by a return, and by making its sale void")
    func comesBack() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa", [("valueInDollars", "800")])
            func sell() async throws -> [String: Any] {
                let response = try await client.post(
                    item + "/sale", [("customer", String(client.customer))],
                    headers: InventoryClient.json)
                #expect(response.status == .created)
                return try response.json
            }

            let first = try await sell()
            try await client.post("/sales/\(first.id)/void", [("reason", "Wrong")])
            let second = try await sell()
            let product = (second.lines.first?["product"] as? [String: Any])?.id ?? 0
            try await client.post(
                "/sales/\(second.id)/returns",
                [("lines[0][product]", String(product)), ("lines[0][quantity]", "1")])

            let totals = try await client.json("/items.json")["totals"] as? [String: Any]
            #expect(second.text("total") == "800.00")
            #expect(totals?["valueInDollars"] as? Int == 800)
            #expect(try await client.json(item + ".json")["soldDate"] is NSNull)
        }
    }

    @Test(
        "Without a customer, or with an invalid price, nothing is sold",
        arguments: [
            ("customer", ""), ("customer", "99"), ("unitPrice", "0.001"), ("unitPrice", "1.234"),
            ("date", "x"),
        ])
    func refused(field: String, value: String) async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa", [("valueInDollars", "8")])
            let fields = [("customer", String(client.customer)), (field, value)]

            let page = try await client.post(item + "/sale", fields)
            let document = try await client.post(
                item + "/sale", fields, headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("href=\"#\(field)\""))
            #expect(try document.faultFields == [field])
            #expect(try await client.inventory.names("/items.json?sold=yes").isEmpty)
        }
    }

    @Test("The line of a deleted item has no link, and keeps its name")
    func deletedItem() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa", [("valueInDollars", "8")])
            try await client.post(item + "/sale", [("customer", String(client.customer))])
            let before = try await client.get("/sales/2").text

            try await client.post(item + "/delete")
            let after = try await client.get("/sales/2").text

            #expect(before.contains("href=\"\(item)\">from the inventory</a>"))
            #expect(!after.contains(item))
            #expect(after.contains(">Sofa</a> <span class=\"pill\">from the inventory</span>"))
        }
    }

    @Test("An item is sold once")
    func twice() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Sofa", [("valueInDollars", "8")])
            let fields = [("customer", String(client.customer))]

            try await client.post(item + "/sale", fields)
            let again = try await client.post(item + "/sale", fields)

            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains("“Sofa” was sold already"))
            #expect(try await client.numbers().count == 2)
        }
    }

    @Test("A missing item cannot be sold")
    func missing() async throws {
        try await TestSite.sales { client in
            let path = "/items/\(UUID().uuidString)/sale"

            let got = try await client.get(path)
            let posted = try await client.post(path, [("customer", "1")])

            #expect(got.status == .notFound)
            #expect(posted.status == .notFound)
        }
    }

    @Test("The typed price and day are kept while the customer is searched")
    func typedMeanwhile() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann")
            try await client.addCustomer("Bob")
            let path = try await client.add("Sofa", [("valueInDollars", "300")])

            let found = try await client.get(
                path + "/sale?q=ann&unitPrice=275.50&date=2026-01-02&customer=2")

            #expect(found.text.contains("value=\"275.50\""))
            #expect(found.text.contains("value=\"2026-01-02\""))
            // The only customer found is chosen, and the form continues there.
            #expect(found.text.contains("value=\"1\" checked autofocus"))
        }
    }

    @Test("The question before a sold item is deleted names the sale")
    func deletionOfSold() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann")
            let path = try await client.add("Sofa")
            _ = try await client.post(
                path + "/sale", [("customer", "1"), ("unitPrice", "5"), ("date", "2026-01-02")])

            let question = try await client.get(path + "/delete")

            #expect(question.text.contains("It was sold to “Ann” on January 2, 2026, in sale 2."))
        }
    }
}
