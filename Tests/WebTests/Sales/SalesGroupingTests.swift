import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Totals by category, payment, tax rate, weekday and hour, and previous periods.
struct SalesGroupingTests {
    /// A shop with taxed sales of two days: Saturday, November 21, and Sunday.
    private static func filled<Value>(
        _ body: @Sendable (SalesClient) async throws -> Value
    ) async throws -> Value {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "25")])
            try await client.post("/shop", [("taxRate", "")])
            try await client.post(
                "/products/1", [("category", "Lights"), ("taxRate", "1"), ("cost", "4")])
            try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Lamp", 2, "12.50"), ("Rug", 1, "40")]) + [
                    ("date", "2026-11-21"), ("time", "9:30"), ("payments[0][kind]", "1"),
                ])
            try await client.post(
                "/sales",
                SalesClient.fields([("Lamp", 1, "10")]) + [
                    ("date", "2026-11-22"), ("time", "14:00"), ("payments[0][kind]", "2"),
                ])
            return try await body(client)
        }
    }

    @Test(
        "The groups of totals add up to the same sum",
        arguments: ["month", "product", "category", "customer", "tax", "weekday", "hour"])
    func whole(grouping: String) async throws {
        try await Self.filled { client in
            for filter in ["", "&predicate=number+%3E+0"] {
                let json = try await client.json("/sales/totals.json?by=\(grouping)\(filter)")
                let records = try #require(json["records"] as? [[String: Any]])
                let totals = try #require(json["totals"] as? [String: Any])
                for key in ["total", "net", "tax", "cost", "margin"] {
                    let sum = records.reduce(Decimal(0)) {
                        $0 + (Decimal(string: $1.text(key) ?? "") ?? 0)
                    }
                    #expect(sum == Decimal(string: totals.text(key) ?? ""), "\(key) \(filter)")
                }
                #expect(totals.text("total") == "87.50")
                #expect(totals.text("tax") == "7.00")
                #expect(totals.text("cost") == "12.00")
                #expect(totals.text("margin") == "16.00")
            }
            let page = try await client.get("/sales/totals?by=\(grouping)")
            #expect(page.status == .ok)
            #expect(page.text.contains("$16.00"))
            #expect(page.text.contains("<th class=\"cell-extra number\" scope=\"col\">Cost</th>"))
            #expect(page.text.contains("$12.00"))
            let csv = try await client.get("/sales/totals.csv?by=\(grouping)")
            #expect(csv.text.contains("net,tax,cost,margin,before"))
        }
    }

    @Test("Pages start the week on the region’s first day, and JSON on Monday")
    func week() async throws {
        try await Self.filled { client in
            let path = "/sales/totals?by=weekday"
            let (page, json) = (
                try await client.get(path).text,
                try await client.get("/sales/totals.json?by=weekday").text
            )
            func days(_ text: String) -> [String] {
                text.matches(of: /row__link[^>]*>(\w+day)</).map { String($0.1) }
            }

            try await client.post("/settings", [("region", "en_US")])

            let american = try await client.get(path).text
            #expect(days(page) == ["Friday", "Saturday", "Sunday"])
            #expect(days(american) == ["Sunday", "Friday", "Saturday"])
            #expect(
                days(try await client.get(path + "&sort=month").text)
                    == ["Friday", "Saturday", "Sunday"])
            #expect(try await client.get("/sales/totals.json?by=weekday").text == json)
        }
    }

    @Test(
        "Sales of unknown cost have no margin, and their sum is shown"
    )
    func unknownCost() async throws {
        try await Self.filled { client in
            for filter in ["", "&predicate=number+%3E+0"] {
                let json = try await client.json("/sales/totals.json?by=product\(filter)")
                let records = try #require(json["records"] as? [[String: Any]])
                let totals = try #require(json["totals"] as? [String: Any])
                #expect(records.map { $0.text("margin") } == ["16.00", nil])
                #expect(records.map { $0.text("cost") } == ["12.00", nil])
                #expect(records.map { $0["unknownCostQuantity"] as? Int } == [1, 1])
                #expect(records.map { $0.text("unknownCostNet") } == ["12.50", "40.00"])
                #expect(totals["unknownCostQuantity"] as? Int == 2)
                #expect(totals.text("unknownCostNet") == "52.50")
                let csv = try await client.get("/sales/totals.csv?by=product\(filter)")
                #expect(
                    csv.text.hasSuffix(
                        "1,Lamp,3,0,4,47.50,40.50,7.00,12.00,16.00,,1,12.50\r\n"
                            + "2,Rug,1,0,1,40.00,40.00,0.00,,,,1,40.00\r\n"))
            }
            let page = try await client.get("/sales/totals?by=product").text
            #expect(page.contains("Cost unknown</th>"))
            #expect(page.contains("margin </span>–</td>"))
            #expect(page.contains("cost unknown </span>1 for $40.00</td>"))
            #expect(page.contains("2 pieces have no cost price, sold for $52.50 without tax"))
            // Payments have no cost, known or not.
            let payments = try await client.json("/sales/totals.json?by=payment")
            let paid = try #require(payments["totals"] as? [String: Any])
            #expect(paid["margin"] is NSNull && paid["unknownCostNet"] is NSNull)
            let cash = try await client.get("/sales/totals?by=payment").text
            #expect(!cash.contains("Margin</th>"))
        }
    }

    @Test("Without unknown costs, the page does not mention them")
    func knownCosts() async throws {
        try await Self.filled { client in
            let day = "from=2026-11-22&to=2026-11-22"

            let page = try await client.get("/sales/totals?by=product&\(day)").text
            let json = try await client.json("/sales/totals.json?by=product&\(day)")

            #expect(page.contains("Margin</th>"))
            #expect(!page.contains("Cost unknown"))
            #expect(!page.contains("Nobody said"))
            let totals = try #require(json["totals"] as? [String: Any])
            #expect(totals.text("margin") == "4.00")
            #expect(totals.text("unknownCostNet") == "0.00")
        }
    }

    @Test(
        "A sale counts once, whatever its number of lines with one product, category or rate",
        arguments: ["product", "category", "tax"])
    func counts(grouping: String) async throws {
        try await TestSite.sales { client in
            let lines = SalesClient.fields([("Lamp", 1, "1"), ("Lamp", 2, "2"), ("Lamp", 1, "3")])
            try await client.post("/customers/1/sales", lines + [("date", "2026-11-22")])
            try await client.post("/sales/2/returns", [("all", "yes"), ("date", "2026-11-22")])

            for filter in ["", "&predicate=number+%3E+0"] {
                let json = try await client.json(
                    "/sales/totals.json?by=\(grouping)&from=2026-11-22\(filter)")
                let records = try #require(json["records"] as? [[String: Any]])
                #expect(records.map { $0["saleCount"] as? Int } == [1], "\(filter)")
                #expect(records.map { $0["returnCount"] as? Int } == [1], "\(filter)")
                #expect(records.map { $0["quantity"] as? Int } == [0], "\(filter)")
            }
        }
    }

    @Test("Each group has its name")
    func names() async throws {
        try await Self.filled { client in
            for (grouping, names) in [
                ("category", ["Lights", "No category"]), ("tax", ["VAT 25 %", "No tax"]),
                ("weekday", ["Friday", "Saturday", "Sunday"]),
                ("hour", ["Time unknown", "09:00–10:00", "14:00–15:00"]),
                ("payment", ["Cash", "Card"]), ("customer", ["Amina Diallo", "No customer"]),
            ] {
                let page = try await client.get("/sales/totals?by=\(grouping)").text
                for name in names { #expect(page.contains(name), "\(grouping): \(name)") }
            }
        }
    }

    @Test("Payments are summed by method, for a period or the sales of a predicate")
    func payments() async throws {
        try await Self.filled { client in
            for filter in ["", "&predicate=number+%3E+0", "&from=2026-11-21&to=2026-11-22"] {
                let json = try await client.json("/sales/totals.json?by=payment\(filter)")
                let records = try #require(json["records"] as? [[String: Any]])
                #expect(records.map { $0.text("total") } == ["65.00", "10.00"])
                #expect((json["totals"] as? [String: Any])?.text("total") == "75.00")
            }
        }
    }

    @Test("A period is compared with as many days before it, a month with the previous month")
    func before() async throws {
        try await Self.filled { client in
            let days = try await client.json(
                "/sales/totals.json?by=product&from=2026-11-22&to=2026-11-22")
            let page = try await client.get(
                "/sales/totals?by=product&from=2026-11-22&to=2026-11-22")
            let month = try await client.get("/sales/totals?from=2026-11-01&to=2026-11-30")
            let records = try #require(days["records"] as? [[String: Any]])

            #expect(records.map { $0.text("before") } == ["25.00"])
            #expect(page.text.contains("$55.00 less than in the days before"))
            #expect(month.text.contains("$87.50 more than in the days before"))
        }
    }
}
