import Foundation
import Persistence
import Testing

@testable import Domain

struct SearchPlanTests {
    @Test("The search of each list, and the global search, use an index")
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

    @Test("Customers sorted by what was sold to them are read along an index")
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
