import Foundation
import Persistence
import Testing

@testable import Domain

struct FarSaleNumbersTests {
    @Test(
        "A distant number takes no more reads than any other",
        .timeLimit(.minutes(30))
    )
    func farNumbers() throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let trace = SQLTrace()
        let household = try Household(directory: directory, trace: trace)
        defer { try? household.close() }
        try household.container.write { context in
            let draft = SaleDraft(day: .test, lines: [.line("Mug", 2, "1.50")])
            let customer = try Customer.add(
                named: "Ann", firstSale: draft, in: context)
            for number: Int64 in [7, 999_999_999_999] {
                customer.addToSales(try Sale.add(draft, number: number, in: context))
            }
            try household.save(context)
        }
        trace.removeAll()

        let totals = try household.container.read { context in
            try household.salesFigures.totals(of: SalesPeriod(), in: context)
        }

        #expect(totals.saleCount == 3)
        #expect(totals.amount == 9)
        #expect(trace.sql.count < 10)
        #expect(try household.container.read { try Sale.nextNumber(in: $0) } == 1_000_000_000_000)
    }

    @Test("No number can be given after the greatest one")
    func highestNumber() throws {
        let shop = try TestHousehold()
        try shop.household.container.write { context in
            let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3")])
            let customer = try Customer.add(named: "Ann", in: context)
            customer.addToSales(try Sale.add(draft, number: .max, in: context))
            try shop.household.save(context)
        }

        #expect(throws: HouseholdError.self) {
            try shop.household.container.read { try Sale.nextNumber(in: $0) }
        }
        #expect(try shop.amount() == 3)
    }
}
