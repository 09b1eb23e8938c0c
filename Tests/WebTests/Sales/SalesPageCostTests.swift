import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

/// The number of statements that pages of sales take.
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

    @Test("A page takes as many statements for many rows as for few")
    func growth() async throws {
        let small = try Self.shop(customers: 2, sales: 1, lines: 1)
        let large = try Self.shop(customers: 12, sales: 4, lines: 3)
        // Each page is the first request to a server: the caches are empty.
        for page in Self.pages {
            let few = try await Self.statements(page, in: small)
            let many = try await Self.statements(page, in: large)

            #expect(few > 0, "\(page)")
            #expect(many == few, "\(page)")
        }
    }

    @Test("A list sorted before takes no more statements than one in the order of names")
    func sorting() async throws {
        let shop = try Self.shop(customers: 4, sales: 2, lines: 2)
        try await Self.measure(shop) { client, trace in
            _ = try await client.get("/customers?sort=-lastPurchase")
            _ = try await client.get("/customers?perPage=2")
            trace.removeAll()

            _ = try await client.get("/customers?perPage=2&page=2")
            let plain = Self.count(trace)
            trace.removeAll()
            _ = try await client.get("/customers?perPage=2&page=2&sort=-lastPurchase")

            // In the order of names, it also looks for names that another program has written.
            #expect(Self.count(trace) > 0 && Self.count(trace) <= plain)
        }
    }

    @Test(
        "A list of customers counts and sums only those that it shows",
        arguments: ["/customers", "/customers?q=ann+2", "/customers?hasCard=no&page=2&perPage=1"])
    func others(page: String) async throws {
        let shop = try Self.shop(customers: 4, sales: 2, lines: 2)
        try await Self.measure(shop) { client, trace in
            // The first page fills the caches.
            _ = try await client.get("/customers?q=a")
            _ = try await client.get("/customers?hasCard=no")
            trace.removeAll()

            _ = try await client.get(page)

            // The list has its count, and that of all customers.
            #expect(trace.sql.count { $0.hasPrefix("SELECT COUNT(*) FROM ZCUSTOMER") } <= 2)
        }
    }

    @Test(
        "The sums of products are computed once, and not for each page of a list",
        arguments: ["/products", "/products?q=lamp"])
    func sums(page: String) async throws {
        let shop = try Self.shop(customers: 4, sales: 2, lines: 2)
        try await Self.measure(shop) { client, trace in
            _ = try await client.get(page)
            trace.removeAll()

            let answer = try await client.get(page + (page.contains("?") ? "&" : "?") + "perPage=2")

            #expect(answer.status == .ok)
            #expect(trace.sql.contains { $0.hasPrefix("SELECT") })
            #expect(!trace.sql.contains { $0.lowercased().contains("sum(") })
        }
    }

    @Test("The rows of customers are computed from their own sales only")
    func rows() async throws {
        let shop = try Self.shop(customers: 4, sales: 2, lines: 2)
        try await Self.measure(shop) { client, trace in
            _ = try await client.get("/customers?perPage=1")
            trace.removeAll()

            let answer = try await client.get("/customers?perPage=2&page=2")

            let sums = trace.sql.filter { $0.contains("SUM(") }
            #expect(answer.status == .ok)
            #expect(!sums.isEmpty)
            #expect(sums.allSatisfy { $0.contains("s.ZCUSTOMER IN ") })
        }
    }

    @Test(
        "Pages of sales read only the lines of their own sales",
        arguments: ["/sales?perPage=2", "/sales?perPage=2&page=3", "/sales?perPage=2&sort=-total"])
    func lines(page: String) async throws {
        let shop = try Self.shop(customers: 4, sales: 2, lines: 2)
        try await Self.measure(shop) { client, trace in
            let answer = try await client.get(page)

            let lines = trace.sql.filter { $0.contains("FROM ZSALELINE") }
            #expect(answer.status == .ok)
            #expect(lines.count == 1)
            #expect(lines.allSatisfy { $0.contains("ZSALE IN ") })
        }
    }

    private static func statements(_ page: String, in shop: TestSite) async throws -> Int {
        try await measure(shop) { client, trace in
            let response = try await client.get(page)
            #expect(response.status == .ok)
            return count(trace)
        }
    }

    /// Runs a closure with a separate server for the records of a shop.
    private static func measure<Value>(
        _ records: TestSite,
        _ body: @Sendable (InventoryClient, SQLTrace) async throws -> Value
    ) async throws -> Value {
        let trace = SQLTrace()
        let test = try TestSite {
            $0.trace = trace
            $0.dataDirectory = records.configuration.dataDirectory
        }
        let household = try Household.open(test.configuration)
        let shop = Shop(try test.site(household))
        // Without the service that fills the caches, so that the first page does.
        let application = try makeApplication(
            shop.site,
            [
                CustomersController(shop: shop), SalesController(shop: shop),
                SaleCorrectionsController(shop: shop), ReceiptController(shop: shop),
                SalesTotalsController(shop: shop), DaySheetController(shop: shop),
                Products(shop: shop),
            ], services: [], logger: LogRecorder().logger)
        let value = try await application.test(.router) { client in
            trace.removeAll()
            return try await body(InventoryClient(client: client), trace)
        }
        try household.close()
        return value
    }

    /// Makes a shop, before a site opens it.
    private static func shop(customers: Int, sales: Int, lines: Int) throws -> TestSite {
        let site = try TestSite()
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
                    named: "Ann \(number)", emailid: "a\(number)@example.org",
                    firstSale: draft, in: context)
                try household.save(context)
                for _ in 1..<max(sales, 2) where sales > 1 {
                    _ = try customer.addSale(draft, in: context)
                    try household.save(context)
                }
            }
        }
        try household.close()
        return site
    }

    /// The statements except those that begin and end transactions, and open connections.
    private static func count(_ trace: SQLTrace) -> Int {
        trace.sql.count { sql in
            !["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].contains { sql.hasPrefix($0) }
        }
    }
}
