import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Several counters of one shop at the same time.
struct TwoCountersTests {
    private static let counters = 4
    private static let sales = 12

    @Test("Counters that sell at once give numbers without gaps, and every sum is exact")
    func selling() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/shop", [("receiptPattern", "S-{year}-{00}"), ("invoicePattern", "R{0}")])
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post(
                "/products",
                [("name", "Tea"), ("price", "3.33"), ("sku", "T-1")])
            try await client.post(
                "/products/2/stock", [("kind", "delivered"), ("quantity", "500")])

            try await withThrowingTaskGroup(of: Void.self) { group in
                for counter in 0..<Self.counters {
                    group.addTask { try await Self.serve(counter, client) }
                }
                try await group.waitForAll()
            }

            let made = Self.counters * Self.sales
            let list = try await client.sales("/sales.json?perPage=200")
            let numbers = list.compactMap { $0["number"] as? Int }.sorted()
            #expect(numbers == Array(1...(made + 1)))
            let receipts = list.compactMap { $0["numberText"] as? String }.sorted()
            #expect(receipts == (1...made).map { "S-2026-\($0 < 10 ? "0" : "")\($0)" })
            let payments = list.flatMap { $0["payments"] as? [[String: Any]] ?? [] }
                .compactMap { $0["number"] as? Int }.sorted()
            #expect(payments == Array(1...made))
            let total = list.reduce(Decimal(0)) {
                $0 + (Decimal(string: $1.text("total") ?? "") ?? 0)
            }
            let totals = try await client.json("/sales/totals.json?by=month")
            let whole = try #require(totals["totals"] as? [String: Any])
            #expect(Decimal(string: whole.text("total") ?? "") == total)
            let issued = try await client.sales("/invoices.json?perPage=200")
            #expect(
                issued.allSatisfy { $0["numberText"] as? String == "R\($0["number"] ?? "")" })
            let invoices = issued.compactMap { $0["number"] as? Int }.sorted()
            #expect(invoices == Array(1...invoices.count))
            #expect(invoices.count == Self.counters * Self.sales / 3)
            // Each sold two pieces in every sale.
            #expect(
                try await client.json("/products/2.json")["stock"] as? Int == 500 - 2 * made)
        }
    }

    @Test("A day that two counters close at once is closed once, and takes no more sales")
    func closing() async throws {
        try await TestSite.sales { client in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await client.post(
                            "/sales/days/2026-11-20/closing", [("counted", "12.50")],
                            headers: InventoryClient.json
                        ).status.code
                    }
                }
                var statuses: [Int] = []
                for try await status in group { statuses.append(status) }
                return statuses
            }
            let late = try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Lamp", 1, "1")]) + [("date", "2026-11-20")],
                headers: InventoryClient.json)

            #expect(statuses.count { $0 == 201 } == 1)
            #expect(statuses.count { $0 == 422 } == 3)
            #expect(try late.faultFields == ["date"])
        }
    }

    @Test("A quote that two counters sell at once becomes one sale")
    func quote() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/quotes", [("customer", "1"), ("productName", "Lamp"), ("unitPrice", "9")])

            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await client.post(
                            "/quotes/1/sale", headers: InventoryClient.json
                        ).status.code
                    }
                }
                var statuses: [Int] = []
                for try await status in group { statuses.append(status) }
                return statuses
            }

            #expect(statuses.count { $0 == 201 } == 1)
            #expect(try await client.numbers().sorted() == [1, 2])
        }
    }

    /// Makes sales at one counter, every third with an invoice, paid in cash.
    private static func serve(_ counter: Int, _ client: SalesClient) async throws {
        for index in 0..<sales {
            let address = (counter + index).isMultiple(of: 2) ? "/sales" : "/customers/1/sales"
            let sold = try await client.post(
                address,
                [
                    ("lines[0][product]", "2"), ("lines[0][quantity]", "2"),
                    ("lines[0][discount]", "7 %"), ("taxRate", "1"), ("discount", "0.11"),
                    ("payments[0][kind]", "1"), ("payments[0][amount]", "10"),
                    ("date", "2026-11-21"),
                ], headers: InventoryClient.json)
            #expect(sold.status == .created, "\(sold.text)")
            guard index.isMultiple(of: 3) else { continue }
            let invoice = try await client.post(
                "/sales/\(try sold.json.id)/invoice", [("buyerName", "Bea")],
                headers: InventoryClient.json)
            #expect(invoice.status == .created, "\(invoice.text)")
        }
    }
}
