import CSQLite
import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Query plans for sums of sales")
struct SalesSumsPlanTests {
    private static let month = SalesPeriod(
        from: CalendarDay.test.firstOfMonth, through: CalendarDay.test.lastOfMonth)

    @Test(
        "Sums are computed from a covering index",
        arguments: [SalesPeriod(), month, .day(.test)])
    func sums(period: SalesPeriod) throws {
        let plans = try Self.plans { figures, context in
            _ = try figures.totals(of: period, in: context)
            _ = try figures.totalsByDay(of: period, in: context)
            _ = try figures.totalsByHour(of: period, in: context)
            _ = try figures.totals(by: .product, of: period, in: context)
            _ = try figures.totals(by: .category, of: period, in: context)
            _ = try figures.totals(by: .taxRate, of: period, in: context)
            _ = try figures.totals(by: .customer, of: period, in: context)
            _ = try figures.extentOfCustomers(of: period, in: context)
            _ = try figures.customers(of: period, at: 0..<9, in: context)
            _ = try figures.totals(of: period, toCustomers: [1, 2], in: context)
            _ = try figures.summaries(ofProducts: [1], in: context)
            _ = try SalesSummary.ofCustomers([1], in: context)
        }

        // The store keeps the sums of all lines by product.
        #expect(plans.contains { $0.sql.contains("FROM SUMS_SaleLine_byProduct ") })
        #expect(plans.count == (period == SalesPeriod() ? 12 : 13))
        for (sql, steps) in plans {
            let reading = steps.filter {
                ($0.hasPrefix("SCAN ") || $0.hasPrefix("SEARCH ")) && $0 != "SCAN g"
                    && !sql.contains("FROM SUMS_") && !Self.isOfProducts($0, sql)
                    && !$0.contains(" VIRTUAL TABLE ")
            }
            #expect(!reading.isEmpty || sql.contains("FROM SUMS_"))
            for step in reading {
                #expect(
                    step.contains(" COVERING INDEX ") || step.contains(" INTEGER PRIMARY KEY "),
                    "\(step): \(sql)")
            }
        }
    }

    /// Whether a step iterates over the products, and looks up the days of each.
    private static func isOfProducts(_ step: String, _ sql: String) -> Bool {
        step == "SCAN p" && sql.contains("ZPRODUCT p CROSS JOIN")
    }

    @Test("The sums of a month and of a customer read no other sales")
    func search() throws {
        let plans = try Self.plans { figures, context in
            _ = try figures.totals(of: Self.month, in: context)
            _ = try figures.totals(by: .product, of: Self.month, in: context)
            _ = try figures.totals(by: .customer, of: Self.month, in: context)
            _ = try figures.totals(of: SalesPeriod(customer: 1), in: context)
            _ = try figures.totals(by: .product, of: SalesPeriod(customer: 1), in: context)
            _ = try figures.totals(of: SalesPeriod(product: 1), in: context)
        }

        #expect(plans.count == 6)
        for (sql, steps) in plans {
            let scans = steps.filter { $0.hasPrefix("SCAN ") && !Self.isOfProducts($0, sql) }
            #expect(scans.isEmpty, "\(steps): \(sql)")
        }
    }

    @Test("A code, an article number and a page of sales are found by an index")
    func lookups() throws {
        let shop = try TestHousehold()
        try shop.household.container.read { context in
            let coded = FetchRequest<Product>(ProductCode("4006381333931").condition)
            var byTotal = SaleQuery()
            byTotal.isTotalAscending = false
            var page = try SaleQuery().fetchRequest(context.coordinator)
            (page.fetchOffset, page.fetchLimit) = (5_000, 50)
            for plan in try context.fetchPlans(for: coded) { #expect(!plan.scansTable, "\(plan)") }
            for plan in try context.fetchPlans(for: page) {
                #expect(!plan.scansTable, "\(plan)")
                // Only the rows of the page are sorted.
                #expect(!plan.steps.dropLast().contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            }
            for plan in try context.fetchPlans(for: byTotal.fetchRequest(context.coordinator)) {
                #expect(!plan.scansTable, "\(plan)")
            }
        }
    }

    /// The sums that a closure reads from the store, each with its query plan.
    private static func plans(
        _ ask: (SalesFigures, ManagedObjectContext) throws -> Void
    ) throws -> [(sql: String, steps: [String])] {
        let trace = SQLTrace()
        let shop = try TestHousehold(trace: trace)
        trace.removeAll()
        try shop.household.container.read { try ask(shop.household.salesFigures, $0) }
        return try withExtendedLifetime(shop) {
            var database: OpaquePointer?
            defer { sqlite3_close(database) }
            let flags = SQLITE_OPEN_READONLY
            let opened = sqlite3_open_v2(shop.directory.store, &database, flags, nil)
            try #require(opened == SQLITE_OK)
            return try trace.sql.filter { $0.contains("SUM(") || $0.contains("LIMIT 1)") }.map {
                sql in
                (sql, try Self.steps(of: sql, database))
            }
        }
    }

    private static func steps(of sql: String, _ database: OpaquePointer?) throws -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let prepared = sqlite3_prepare_v2(
            database, "EXPLAIN QUERY PLAN \(sql)", -1, &statement, nil)
        try #require(prepared == SQLITE_OK)
        var steps: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            steps.append(sqlite3_column_text(statement, 3).map { String(cString: $0) } ?? "")
        }
        return steps
    }
}
