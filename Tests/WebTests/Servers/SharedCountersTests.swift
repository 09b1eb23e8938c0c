import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

/// Counters of one shop that sell on two servers concurrently.
struct SharedCountersTests {
    private static let counters = 4
    private static let sales = 6

    @Test(
        "Counters of two servers give numbers of sales, payments and invoices without gaps",
        .timeLimit(.minutes(60)))
    func selling() async throws {
        let shared = try SharedSite()
        try await shared.serve { first, second, _ in
            try await first.post(
                "/shop", [("receiptPattern", "S-{year}-{00}"), ("invoicePattern", "R{0}")])
            try await first.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            // Each server has its own block of numbers.
            let tea = try await first.post(
                "/products", [("name", "Tea"), ("price", "3.33"), ("sku", "T-1")],
                headers: InventoryClient.json
            ).json.id
            try await first.post(
                "/products/\(tea)/stock", [("kind", "delivered"), ("quantity", "500")])
            try await waited {
                let there = try await second.get("/products/\(tea).json")
                return try there.status == .ok && there.json["stock"] as? Int == 500
            }

            try await withThrowingTaskGroup(of: Void.self) { group in
                for counter in 0..<Self.counters {
                    let client = counter.isMultiple(of: 2) ? first : second
                    group.addTask { try await Self.sell(tea, at: client) }
                }
                try await group.waitForAll()
            }
        }

        let household = try Household(directory: shared.directory)
        defer { try? household.close() }
        try await household.container.read { context in
            let made = Int64(Self.counters * Self.sales)
            let sales = try context.fetch(FetchRequest<Sale>())
            #expect(sales.map(\.number).sorted() == Array(1...(made + 1)))
            let receipts = sales.compactMap(\.numberText).sorted()
            #expect(receipts == (1...made).map { "S-2026-\($0 < 10 ? "0" : "")\($0)" })
            let payments = try context.fetch(FetchRequest<Payment>())
            #expect(payments.map(\.number).sorted() == Array(1...made))
            let invoices = try context.fetch(FetchRequest<Invoice>())
            #expect(invoices.map(\.number).sorted() == Array(1...(made / 3)))
            #expect(invoices.allSatisfy { $0.numberText == "R\($0.number)" })
            let tea = try #require(try Product.named("Tea", in: context))
            #expect(tea.stock == Decimal(500 - 2 * made))
            let totals = try household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(totals.amount == sales.reduce(Decimal(0)) { $0 + $1.total })
            #expect(totals.tax == sales.reduce(Decimal(0)) { $0 + $1.tax })
        }
    }

    @Test("A day that two servers close at once is closed once", .timeLimit(.minutes(60)))
    func closing() async throws {
        let shared = try SharedSite()
        try await shared.serve { first, second, _ in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for client in [first, second, first, second] {
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

            #expect(statuses.sorted() == [201, 422, 422, 422])
            for client in [first, second] {
                let late = try await client.post(
                    "/customers/\(client.customer)/sales",
                    SalesClient.fields([("Lamp", 1, "1")]) + [("date", "2026-11-20")],
                    headers: InventoryClient.json)
                #expect(late.status == .unprocessableContent, "\(late.text)")
            }
        }
    }

    /// Makes sales at one counter, every third with an invoice, paid in cash.
    private static func sell(_ product: Int, at client: SalesClient) async throws {
        for index in 0..<sales {
            let sold = try await client.post(
                "/customers/\(client.customer)/sales",
                [
                    ("lines[0][product]", String(product)), ("lines[0][quantity]", "2"),
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
