import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

/// The page of the shop: the details on receipts, tax rates and payment methods.
struct ShopTests {
    @Test("Details on the page are printed on receipts, and the command line overrides them")
    func receipts() async throws {
        let fields = [
            ("name", "Corner Shop"), ("address", "1 High Street\nSpringfield"),
            ("taxNumber", "12/345"), ("footer", "Come again"), ("opening", "50"),
        ]
        for given in ["", "Lamps & More"] {
            let site = try TestSite { $0.shop.name = given }
            _ = try site.addCustomer()
            try await site.test { test in
                let client = InventoryClient(client: test)

                let saved = try await client.post("/shop", fields)
                let receipt = try await client.get("/sales/1/receipt").text
                let shop = try await client.json("/shop.json")
                let page = try await client.get("/shop").text

                #expect(saved.headers[.location]?.hasPrefix("/shop") == true)
                #expect(receipt.contains(given.isEmpty ? ">Corner Shop<" : ">Lamps &amp; More<"))
                #expect(receipt.contains("1 High Street\nSpringfield"))
                #expect(receipt.contains("Tax number 12/345"))
                #expect(receipt.contains("Come again"))
                #expect(shop.text("opening") == "50.00")
                #expect(page.contains("started with the name") == !given.isEmpty)
            }
        }
    }

    @Test("A form that posts one field keeps the others, and an empty one clears")
    func partial() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop", [("name", "Corner Shop"), ("footer", "Bye")])
            try await client.post("/shop", [("footer", "")])

            let shop = try await client.json("/shop.json")

            #expect(shop.text("name") == "Corner Shop")
            #expect(shop["footer"] is NSNull)
            #expect(try await client.get("/sales/1/receipt").text.contains("Thank you"))
        }
    }

    @Test("A stale form is refused and shows both versions; a form without a version is not")
    func stale() async throws {
        try await TestSite.sales { client in
            let opened = try await client.get("/shop").text
            #expect(opened.contains("name=\"version\" value=\"0\""))
            try await client.post("/shop", [("name", "Saved elsewhere"), ("version", "0")])
            let stale = [("name", "Typed here"), ("version", "0")]

            let page = try await client.post("/shop", stale)
            let json = try await client.post("/shop", stale, headers: InventoryClient.json)
            let unseen = try await client.post(
                "/shop",
                [
                    ("name", ""), ("shown[name]", ""), ("footer", "Bye"), ("shown[footer]", ""),
                    ("version", "0"),
                ])

            #expect(page.status == .conflict && json.status == .conflict)
            #expect(page.text.contains("Saved elsewhere") && page.text.contains("Typed here"))
            #expect(page.text.contains("name=\"version\" value=\"1\""))
            #expect((try json.json["current"] as? [String: Any])?.text("name") == "Saved elsewhere")
            #expect(unseen.status == .conflict)
            #expect(try await client.json("/shop.json").text("name") == "Saved elsewhere")
            let current = try await client.post(
                "/shop", [("name", "Typed here"), ("version", "1")])
            let last = try await client.post("/shop", [("name", "Last")])
            #expect(current.status == .seeOther && last.status == .seeOther)
        }
    }

    @Test("The last payment method in use cannot be retired")
    func lastKind() async throws {
        try await TestSite.sales { client in
            for kind in 1...2 { try await client.post("/shop/payment-kinds/\(kind)/retirement") }

            let page = try await client.post("/shop/payment-kinds/3/retirement")
            let json = try await client.post(
                "/shop/payment-kinds/3/retirement", headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("“Transfer” is the last one in use"))
            #expect(json.status == .unprocessableContent)
            #expect(
                try await client.get("/sales/new/walk-in").text.contains(">Transfer</option>"))
            try await client.post("/shop/payment-kinds/1/retirement/delete")
            #expect(
                try await client.post("/shop/payment-kinds/3/retirement").status == .seeOther)
        }
    }

    @Test("The first tax rate becomes the default, and is shown on the page of a product")
    func firstRate() async throws {
        try await TestSite.sales { client in
            #expect(try await client.get("/products/1").text.contains(">None</dd>"))

            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "7")])

            let shop = try await client.json("/shop.json")
            #expect(shop["taxRate"] as? Int == 1)
            let rates = try #require(shop["taxRates"] as? [[String: Any]])
            #expect(rates.map { $0.text("category") } == ["S", "S"])
            #expect(
                try await client.get("/products/1").text
                    .contains("VAT 19 %, as the shop’s default"))
            #expect(try await client.get("/shop").text.contains("included in the prices · default"))
            let sale = try await client.sell([("Chair", 1, "11.90")])
            #expect(try await client.json("/sales/\(sale.id).json").text("tax") == "1.90")
        }
    }

    @Test("After an untaxed sale, a shop with rates and no default gets a hint once")
    func untaxed() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post("/shop", [("taxRate", "")])

            let sold = try await client.post(
                "/customers/1/sales", SalesClient.fields([("Chair", 1, "30")]),
                headers: [.secFetchMode: "navigate"])
            let path = try #require(sold.headers[.location])
            let first = try await client.get(path, headers: sold.sentCookie).text
            let again = try await client.get(path).text

            #expect(first.contains("“Chair” was sold without tax."))
            #expect(!again.contains("sold without tax"))
        }
    }

    @Test(
        "A rate of 0 % needs a valid exemption, with its reason",
        arguments: [
            ("0", "E", "", "exemptionReason"), ("19", "E", "x", "category"),
            ("0", "S", "", "category"), ("0", "X", "", "category"),
            ("0", "", "because", "exemptionReason"), ("0", "O", "", nil), ("0", "AE", "", nil),
            ("0", "E", "§ 19 UStG", nil),
        ])
    func exemptions(percent: String, category: String, reason: String, fault: String?) async throws
    {
        try await TestSite.sales { client in
            let fields = [
                ("rateName", "None"), ("percent", percent), ("category", category),
                ("exemptionReason", reason),
            ]

            let answer = try await client.post(
                "/shop/tax-rates", fields, headers: InventoryClient.json)

            guard let fault else {
                #expect(answer.status == .created, "\(answer.text)")
                return
            }
            #expect(try answer.faultFields == [fault])
            let page = try await client.post("/shop/tax-rates", fields)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("\(fault)-fault"))
            #expect(page.text.contains("<details class=\"fold\" open>"))
        }
    }

    private static let refused: [(field: String, value: String)] = [
        ("name", String(repeating: "x", count: 101)),
        ("address", String(repeating: "a\n", count: 11) + "b"),
        ("footer", String(repeating: "x", count: 101)), ("taxNumber", "x\u{7}"),
        ("opening", "1.234"), ("opening", "x"), ("taxRate", "7"),
        ("address", "4111 1111 1111 1111"), ("emailid", "nonsense"), ("contactno", "abc"),
    ]

    @Test("Details too long for a receipt are faults at their fields")
    func faults() async throws {
        try await TestSite.sales { client in
            for (field, value) in Self.refused {
                let response = try await client.post(
                    "/shop", [(field, value)], headers: InventoryClient.json)
                let page = try await client.post("/shop", [(field, value)])

                #expect(response.status == .unprocessableContent, "\(field)")
                #expect(try response.faultFields == [field], "\(field)")
                #expect(page.status == .unprocessableContent, "\(field)")
                #expect(try await client.json("/shop.json")["name"] is NSNull, "\(field)")
            }
        }
    }

    @Test("Tax rates are added, retired with a successor, and used again")
    func rates() async throws {
        try await TestSite.sales { client in
            let first = try await client.post(
                "/shop/tax-rates", [("rateName", "VAT"), ("percent", "19 %")],
                headers: InventoryClient.json)
            let double = try await client.post(
                "/shop/tax-rates", [("rateName", "vat"), ("percent", "19")],
                headers: InventoryClient.json)
            #expect(try double.faultFields == ["rateName"])
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "20")])
            try await client.post("/shop", [("taxRate", "1")])
            let retired = try await client.post(
                "/shop/tax-rates/1/retirement", [("successor", "2")])

            let shop = try await client.json("/shop.json")
            let again = try await client.post(
                "/shop/tax-rates/1/retirement/delete", headers: InventoryClient.json)

            #expect(first.status == .created)
            #expect(retired.status == .seeOther)
            #expect(shop["taxRate"] as? Int == 2)
            #expect(
                (shop["taxRates"] as? [[String: Any]])?.map { $0["retiredAt"] is NSNull } == [
                    true, false,
                ])
            #expect(again.status == .ok)
            let unknown = try await client.post("/shop/tax-rates/9/retirement")
            #expect(unknown.status == .notFound)
        }
    }

    @Test(
        "An invalid tax rate is refused",
        arguments: [
            ("", "19", "rateName"), ("VAT", "", "percent"), ("VAT", "101", "percent"),
            ("VAT", "1.2345", "percent"), (String(repeating: "x", count: 61), "1", "rateName"),
        ])
    func refusedRate(name: String, percent: String, field: String) async throws {
        try await TestSite.sales { client in
            let fields = [("rateName", name), ("percent", percent)]
            let response = try await client.post(
                "/shop/tax-rates", fields, headers: InventoryClient.json)
            let page = try await client.post("/shop/tax-rates", fields)

            #expect(response.status == .unprocessableContent)
            #expect(try response.faultFields == [field])
            #expect(page.text.contains("id=\"\(field)-fault\""))
        }
    }

    @Test("Payment methods are added once, retired and offered again")
    func kinds() async throws {
        try await TestSite.sales { client in
            let added = try await client.post("/shop/payment-kinds", [("kindName", "Gift card")])
            let twice = try await client.post(
                "/shop/payment-kinds", [("kindName", "gift CARD")], headers: InventoryClient.json)
            try await client.post("/shop/payment-kinds/2/retirement")

            let kinds = try #require(
                try await client.json("/shop.json")["paymentKinds"] as? [[String: Any]])
            let form = try await client.get("/customers/1/sales/new").text
            try await client.post("/shop/payment-kinds/2/retirement/delete")

            #expect(added.status == .seeOther)
            #expect(try twice.faultFields == ["kindName"])
            #expect(kinds.map { $0.text("name") } == ["Cash", "Transfer", "Gift card", "Card"])
            #expect(form.contains(">Gift card</option>"))
            #expect(!form.contains(">Card</option>"))
            #expect(try await client.get("/customers/1/sales/new").text.contains(">Card</option>"))
            #expect(
                try await client.post("/shop/payment-kinds/9/retirement").status == .notFound)
        }
    }

    @Test(
        "Actions without fields accept any body",
        arguments: [
            "tax-rates/1/retirement/delete", "payment-kinds/2/retirement",
            "payment-kinds/2/retirement/delete",
        ])
    func bodyWithoutFields(action: String) async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])

            let response = try await client.inventory.client.execute(
                uri: "/shop/\(action)", method: .post,
                headers: [.accept: "application/json", .contentType: "application/json"],
                body: ByteBuffer(string: "{}"))

            #expect(response.status == .ok)
        }
    }
}
