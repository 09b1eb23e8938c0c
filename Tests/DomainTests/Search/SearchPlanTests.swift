import Foundation
import Persistence
import Testing

@testable import Domain

struct SearchPlanTests {
    @Test("The search of each list, and of everything, goes by an index")
    func searches() throws {
        let shop = try TestHousehold()
        let coordinator = shop.household.container.coordinator
        var customers = CustomerQuery()
        customers.search = "lamp 0170 1234567"
        #expect(try shop.scans(customers.fetchRequest(coordinator)) == [])
        customers.search = "lampe"
        #expect(try shop.scans(customers.fetchRequest(coordinator)) == [])
        for search in ["lamp", "red lamp", "4006381333931"] {
            var products = ProductQuery()
            products.search = search
            #expect(try shop.scans(products.fetchRequest) == [], "\(search)")
            var sales = SaleQuery()
            sales.search = search
            #expect(try shop.scans(sales.fetchRequest(coordinator)) == [], "\(search)")
            var books = BookQuery()
            books.search = search
            #expect(try shop.scans(books.fetchRequest(coordinator)) == [], "\(search)")
            var photos = PhotoQuery()
            photos.search = search
            #expect(try shop.scans(photos.fetchRequest(coordinator)) == [], "\(search)")
            var groceries = GroceryQuery()
            groceries.search = search
            #expect(try shop.scans(groceries.fetchRequest) == [], "\(search)")
        }
    }

    @Test("Known addresses and numbers, and customers of earlier versions, are found by an index")
    func lookups() throws {
        let shop = try TestHousehold()
        let isSame = FetchPredicate.or([
            FetchExpression.key("emailKey") == "a@b.example",
            FetchExpression.key("contactDigits") == "49170",
        ])

        #expect(try shop.scans(FetchRequest<Customer>(isSame)) == [])
        #expect(try shop.scans(FetchRequest<Customer>(Customer.isUnfilled)) == [])
    }

    @Test("Sums of sales, by whatever they are made, are read along indexes that have all of it")
    func sums() throws {
        let trace = SQLTrace()
        let shop = try TestHousehold(trace: trace)
        let ann = try shop.addCustomer("Ann", [.line("Mug", 2, "1.50")])
        trace.removeAll()
        try shop.household.container.read { context in
            let figures = SalesFigures(ChangeFeed(context.coordinator))
            for period in [SalesPeriod(), .day(.test)] {
                _ = try figures.totals(of: period, in: context)
                _ = try figures.totalsByDay(of: period, in: context)
                _ = try figures.totalsByProduct(of: period, in: context)
                _ = try figures.totalsByCategory(of: period, in: context)
                _ = try figures.totalsByCustomer(of: period, in: context)
                _ = try figures.totalsByHour(of: period, in: context)
            }
            _ = try figures.summariesByProduct(in: context)
            _ = try figures.summaries(ofCustomers: [ann], in: context)
        }
        let sums = Set(trace.sql).filter { $0.hasPrefix("SELECT") && $0.contains("SUM(") }
        #expect(sums.count > 8)
        for sql in sums {
            let plan = try shop.plan(sql: sql)
            #expect(
                plan.allSatisfy { !$0.hasPrefix("SCAN") || $0.contains("INDEX") },
                "\(sql): \(plan)")
        }
    }

    @Test("An order of customers by what was sold to them goes along an index")
    func orders() throws {
        let shop = try TestHousehold()
        for (keys, index) in [
            (["saleCount"], "bySaleCount"), (["salesCents"], "bySalesCents"),
            (["hasSale", "firstSaleDate"], "byFirstSale"),
            (["hasSale", "lastSaleDate"], "byLastSale"),
        ] {
            var query = CustomerQuery()
            query.sortDescriptors = keys.map { FetchSortDescriptor($0, ascending: false) }
            let plan = try shop.plan(
                query.fetchRequest(shop.household.container.coordinator))

            #expect(plan.first?.contains(index) == true, "\(plan)")
        }
    }
}
