import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

/// What the pages of the sales cost, in statements.
struct SalesPageCostTests {
    private static let pages = [
        "/customers", "/customers?sort=-total", "/customers?sort=-lastPurchase",
        "/customers?q=lamp",
        "/customers.json", "/customers/1", "/customers/1.json", "/sales", "/sales?q=lamp",
        "/sales?q=%232", "/sales.json", "/sales?predicate=lines.@count+%3E+0", "/sales/totals",
        "/sales/totals?by=product", "/sales/totals?by=customer",
        "/sales/totals?by=customer&predicate=number+%3E+0", "/sales/days/2026-11-21", "/products",
        "/products/1", "/sales/1", "/sales/1.json", "/sales/1/receipt", "/sales/1/returns",
    ]

    @Test("A page takes as many statements for many rows as for few", arguments: pages)
    func growth(page: String) async throws {
        let few = try await Self.statements(page, customers: 2, sales: 1, lines: 1)
        let many = try await Self.statements(page, customers: 12, sales: 4, lines: 3)

        #expect(few > 0)
        #expect(many == few)
    }

    @Test("A list that was sorted once takes as many statements as one in the order of names")
    func sorting() async throws {
        try await Self.measure(customers: 4, sales: 2, lines: 2) { client, trace in
            _ = try await client.get("/customers?sort=-lastPurchase")
            _ = try await client.get("/customers?perPage=2")
            trace.removeAll()

            _ = try await client.get("/customers?perPage=2&page=2")
            let plain = Self.count(trace)
            trace.removeAll()
            _ = try await client.get("/customers?perPage=2&page=2&sort=-lastPurchase")

            #expect(Self.count(trace) == plain)
        }
    }

    @Test(
        "A list of customers counts and adds up none of those that it does not show",
        arguments: ["/customers", "/customers?q=ann+2", "/customers?hasCard=no&page=2&perPage=1"])
    func others(page: String) async throws {
        try await Self.measure(customers: 4, sales: 2, lines: 2) { client, trace in
            // What is read into memory is read by the first page.
            _ = try await client.get("/customers?q=a")
            _ = try await client.get("/customers?hasCard=no")
            trace.removeAll()

            _ = try await client.get(page)

            #expect(!trace.sql.contains { $0.hasPrefix("SELECT COUNT(*) FROM ZCUSTOMER") })
        }
    }

    @Test(
        "What was sold is added up in memory, and not again by the store for each page of a list",
        arguments: ["/customers", "/customers?q=ann", "/products", "/products?q=lamp"])
    func sums(page: String) async throws {
        try await Self.measure(customers: 4, sales: 2, lines: 2) { client, trace in
            _ = try await client.get(page)
            trace.removeAll()

            let answer = try await client.get(page + (page.contains("?") ? "&" : "?") + "perPage=2")

            #expect(answer.status == .ok)
            #expect(trace.sql.contains { $0.hasPrefix("SELECT") })
            #expect(!trace.sql.contains { $0.lowercased().contains("sum(") })
        }
    }

    private static func statements(
        _ page: String, customers: Int, sales: Int, lines: Int
    ) async throws -> Int {
        try await measure(customers: customers, sales: sales, lines: lines) { client, trace in
            let response = try await client.get(page)
            #expect(response.status == .ok)
            return count(trace)
        }
    }

    private static func measure<Value>(
        customers: Int, sales: Int, lines: Int,
        _ body: @Sendable (InventoryClient, SQLTrace) async throws -> Value
    ) async throws -> Value {
        let trace = SQLTrace()
        let test = try TestSite { $0.trace = trace }
        try fill(test, customers: customers, sales: sales, lines: lines)
        let household = try Household.open(test.configuration)
        let shop = Shop(try test.site(household))
        // Without the service that reads into memory what the first page would have to read.
        let application = try makeApplication(
            shop.site,
            [
                CustomersController(shop: shop), SalesController(shop: shop),
                SaleReturnsController(shop: shop), ReceiptController(shop: shop),
                SalesTotalsController(shop: shop), DaySheetController(shop: shop),
                ProductsController(shop: shop),
            ], services: [], logger: LogRecorder().logger)
        let value = try await application.test(.router) { client in
            trace.removeAll()
            return try await body(InventoryClient(client: client), trace)
        }
        try household.close()
        return value
    }

    /// Makes a shop, before the site opens it.
    private static func fill(_ site: TestSite, customers: Int, sales: Int, lines: Int) throws {
        let folder = DataDirectory(path: site.configuration.dataDirectory)
        let household = try Household(directory: folder)
        try household.container.write { context in
            let day = try #require(CalendarDay(year: 2026, month: 11, day: 21))
            let draft = SaleDraft(
                day: day,
                lines: (1...lines).map {
                    SaleDraft.Line(.productNamed("Lamp \($0)"), unitPrice: Decimal($0))
                })
            for number in 1...customers {
                let customer = try Customer.add(
                    CustomerDetails(name: "Ann \(number)", emailid: "a\(number)@example.org"),
                    firstSale: draft, in: context)
                try household.save(context)
                for _ in 1..<max(sales, 2) where sales > 1 {
                    _ = try customer.addSale(draft, in: context)
                    try household.save(context)
                }
            }
        }
        try household.close()
    }

    /// The statements without those that begin and end transactions, and open connections.
    private static func count(_ trace: SQLTrace) -> Int {
        trace.sql.count { sql in
            !["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].contains { sql.hasPrefix($0) }
        }
    }
}
