import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Discounts, taxes, notes and times, as forms post them and pages show them.
struct SalePricingTests {
    @Test("Discounts and taxes are on the sale, on its receipt, on the day sheet and in the totals")
    func everywhere() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            let response = try await client.post(
                "/customers/\(client.customer)/sales",
                [
                    ("date", "2026-11-21"), ("time", "9:05"), ("discount", "1.00"),
                    ("taxRate", "1"), ("note", "For the\nhall"), ("lines[0][discount]", "10 %"),
                ] + SalesClient.fields([("Lamp", 2, "12.50"), ("Rug", 1, "7.50")]),
                headers: InventoryClient.json)

            let sale = try response.json
            let (lines, taxes) = (sale.lines, sale["taxes"] as? [[String: Any]] ?? [])
            #expect(response.status == .created, "\(response.text)")
            #expect(sale.text("total") == "29.00")
            #expect(sale.text("discount") == "1.00")
            #expect(sale.text("tax") == "4.63")
            #expect(sale.text("time") == "09:05")
            #expect(sale.text("note") == "For the\nhall")
            #expect(lines.map { $0["discount"] as? String } == ["2.50", nil])
            #expect(lines.map { $0["discountPercent"] as? String } == ["10", nil])
            #expect(lines.map { $0["discountShare"] as? String } == ["0.75", "0.25"])
            #expect(lines.map { $0["amount"] as? String } == ["21.75", "7.25"])
            #expect(taxes.map { $0.text("tax") } == ["4.63"])
            #expect(taxes.map { $0.text("net") } == ["24.37"])

            let receipt = try await client.get("/sales/2/receipt").text
            for text in [
                "less 10 %", "$22.50", "Discount", "−$1.00", "VAT 19 % in $29.00", "$4.63", "09:05",
                "For the\nhall",
            ] {
                #expect(receipt.contains(text), "\(text)")
                #expect(try await client.get("/sales/2").text.contains(text), "\(text)")
            }
            let day = try await client.json("/sales/days/2026-11-21.json")
            #expect((day["taxes"] as? [[String: Any]])?.first?.text("tax") == "4.63")
            #expect((day["totals"] as? [String: Any])?.text("total") == "29.00")
            #expect(try await client.get("/sales/days/2026-11-21").text.contains("VAT 19 %"))
        }
    }

    @Test("An excluded tax is in the total")
    func added() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/shop/tax-rates",
                [("rateName", "Sales tax"), ("percent", "8.875"), ("isAdded", "yes")])
            try await client.post("/shop", [("taxRate", "1")])

            let sale = try await client.sell([("Lamp", 1, "10.00")])

            #expect(sale.text("total") == "10.89")
            #expect(
                try await client.get("/sales/2/receipt").text.contains(
                    "Sales tax 8.875 % on $10.00"))
        }
    }

    private static let refused: [(field: String, value: String)] = [
        ("discount", "13"), ("discount", "101 %"), ("discount", "x"), ("discount", "-1"),
        ("discount", "1.234 %x"), ("lines[0][discount]", "12.51"),
        ("lines[0][discount]", "100.5 %"), ("taxRate", "9"), ("taxRate", "x"),
        ("lines[0][taxRate]", "9"), ("time", "25:00"),
        ("note", String(repeating: "x", count: 2_001)),
    ]

    @Test("An invalid discount, tax or time is a fault at its field")
    func faults() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            let path = "/customers/\(client.customer)/sales"
            for (field, value) in Self.refused {
                let fields = [("lines[0][productName]", "Lamp"), (field, value)]

                let response = try await client.post(path, fields, headers: InventoryClient.json)
                let page = try await client.post(path, fields)

                #expect(response.status == .unprocessableContent, "\(field)")
                #expect(try response.faultFields == [field], "\(field)")
                // Lines have no field for a separate tax; scripts name it.
                #expect(
                    field == "lines[0][taxRate]" || page.text.contains("id=\"\(field)\""),
                    "\(field)")
                #expect(try await client.numbers() == [1], "\(field)")
            }
        }
    }

    @Test(
        "A form without discounts, taxes and times makes a plain sale")
    func asBefore() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Lamp", 2, "12.50")])

            #expect(sale.text("total") == "25.00")
            #expect(sale.text("tax") == "0.00")
            #expect(sale["discount"] is NSNull)
            #expect(sale["owed"] is NSNull)
            #expect(sale["time"] is NSNull)
            #expect(sale.lines.first?.text("amount") == "25.00")
        }
    }

    @Test("A return has its share of discount and tax, and the sale shows what is left")
    func back() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post(
                "/customers/\(client.customer)/sales",
                [("taxRate", "1"), ("discount", "10 %")] + SalesClient.fields([("Lamp", 3, "3.33")])
            )
            let line = try await client.json("/sales/2.json").lines.first?.id ?? 0

            let back = try await client.post(
                "/sales/2/returns",
                [
                    ("lines[0][line]", "\(line)"), ("lines[0][product]", "1"),
                    ("lines[0][quantity]", "1"),
                ],
                headers: InventoryClient.json)
            let rest = try await client.post(
                "/sales/2/returns", [("all", "yes")], headers: InventoryClient.json)

            #expect(try await client.json("/sales/2.json").text("total") == "8.99")
            #expect(try back.json.text("total") == "-3.00")
            #expect(try rest.json.text("total") == "-5.99")
            #expect(try await client.get("/sales/2").text.contains("Without what came back"))
            #expect(
                try await client.get("/sales/2/void").text.contains("$0.00 without returns"))
        }
    }

    @Test("Lines with discounts and taxes are exported as CSV and imported unchanged")
    func roundTrip() async throws {
        let table = try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post(
                "/shop/tax-rates",
                [("rateName", "Sales tax"), ("percent", "8.875"), ("isAdded", "yes")])
            try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Lamp", 3, "12.49"), ("Rug", 1, "40")]) + [
                    ("lines[0][discount]", "10 %"), ("lines[1][taxRate]", "2"), ("taxRate", "1"),
                    ("discount", "1.11"), ("date", "2026-11-21"),
                ])
            let sale = try await client.json("/sales/2.json")
            // The command that adds such a sale has all of its values.
            let page = try await client.get("/sales/2").text
            for field in ["lines[0][discount]=10", "lines[1][taxRate]=2", "discount=1.11"] {
                #expect(page.contains(field), "\(field)")
            }
            let text = try await client.get("/sales/lines.csv").text
            // An export of existing records changes nothing when it is imported.
            let imports = ImportClient(site: client.inventory)
            #expect(try await imports.upload(text).verdicts.allSatisfy { $0 == "unchanged" })
            return (text: text, total: sale.text("total"), tax: sale.text("tax"))
        }
        #expect(table.text.contains("10 %,VAT 19 %,1.11"))
        #expect(table.text.contains(",Sales tax 8.875 %,1.11"))

        try await TestSite.inventory { inventory in
            let imports = ImportClient(site: inventory)
            let refused = try await imports.upload(table.text)
            #expect(refused.text.contains("there is no tax rate"))
            try await inventory.post(
                "/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await inventory.post(
                "/shop/tax-rates",
                [("rateName", "Sales tax"), ("percent", "8.875"), ("isAdded", "yes")])
            try await imports.importing(table.text)

            let sale = try await inventory.json("/sales/2.json")
            #expect(sale.text("total") == table.total)
            #expect(sale.text("tax") == table.tax)
            let again = try await imports.text("/sales/lines.csv")
            #expect(again == table.text)
        }
    }

    @Test("Returns of a sale with a discount and an added tax are exported and imported unchanged")
    func returnsRoundTrip() async throws {
        let rate: [(name: String, value: String)] = [
            ("rateName", "GST"), ("percent", "11"), ("isAdded", "yes"),
        ]
        let sold = try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", rate)
            try await client.post(
                "/customers/\(client.customer)/sales",
                [("taxRate", "1"), ("discount", "0.03")] + SalesClient.fields([("Lamp", 3, "0.50")])
            )
            let line = try await client.json("/sales/2.json").lines.first?.id ?? 0
            for _ in 0..<3 {
                try await client.post(
                    "/sales/2/returns",
                    [
                        ("lines[0][line]", "\(line)"), ("lines[0][product]", "1"),
                        ("lines[0][quantity]", "1"),
                    ])
            }
            return (
                table: try await client.get("/sales/lines.csv").text,
                totals: try await Self.totals(of: client)
            )
        }
        #expect(sold.totals == ["1 12.50", "2 1.63", "3 -0.54", "4 -0.55", "5 -0.54"])

        try await TestSite.inventory { inventory in
            let imports = ImportClient(site: inventory)
            try await inventory.post("/shop/tax-rates", rate)
            try await imports.importing(sold.table)

            #expect(try await imports.text("/sales/lines.csv") == sold.table)
            let client = SalesClient(inventory: inventory, customer: 1)
            #expect(try await Self.totals(of: client) == sold.totals)
        }
    }

    /// The numbers and totals of all sales.
    private static func totals(of client: SalesClient) async throws -> [String] {
        try await client.sales().map { "\($0["number"] ?? "") \($0.text("total") ?? "")" }.sorted()
    }
}
