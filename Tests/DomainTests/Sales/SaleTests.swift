import Foundation
import Persistence
import Testing

@testable import Domain

struct SaleTests {
    @Test("A customer, a sale and its lines are kept, and add up")
    func firstSale() throws {
        let shop = try TestHousehold()

        let number = try shop.addCustomer(
            "Ann", [.line("Chair", 2, "10.10"), .line("Mug", 1, "3")])

        try shop.household.container.read { context in
            let customer = try #require(try Customer.find(number, in: context))
            let sale = try #require(customer.sales.first)
            #expect(sale.number == 1)
            #expect(sale.total == Decimal(string: "23.20"))
            #expect(sale.lines.map { $0.product?.name } == ["Chair", "Mug"])
            let totals = try shop.household.salesFigures.totals(
                of: SalesPeriod(customer: number), in: context)
            #expect(totals.amount == Decimal(string: "23.20"))
            #expect(totals.saleCount == 1)
            #expect(totals.quantity == 3)
            for grouping in [
                try shop.household.salesFigures.totalsByCustomer(of: SalesPeriod(), in: context),
                try shop.household.salesFigures.totalsByProduct(of: SalesPeriod(), in: context),
            ] {
                #expect(grouping.values.reduce(0) { $0 + $1.amount } == Decimal(string: "23.20"))
            }
            let months = try shop.household.salesFigures.totalsByMonth(
                of: SalesPeriod(), in: context)
            #expect(months.keys.map(\.description) == ["2026-11-01"])
            let span = try shop.household.salesFigures.span(of: SalesPeriod(), in: context)
            #expect(span?.lowerBound.description == "2026-11-21")
        }
    }

    @Test("A customer without a sale is refused by the model")
    func noSale() throws {
        let shop = try TestHousehold()

        let reasons = try shop.reasons { context in
            _ = try Customer.add(CustomerDetails(name: "Ann"), in: context)
        }

        #expect(reasons == ["sales is a required value"])
    }
}
