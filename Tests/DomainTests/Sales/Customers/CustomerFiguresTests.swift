import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Derived values of customers")
struct CustomerFiguresTests {
    @Test("They equal the sums of the lines after any sales, returns, voids, merges and deletions")
    func walk() throws {
        let shop = try TestHousehold()
        var random = SeededNumbers(state: 7)
        for index in 0..<4 { try shop.addCustomer("Customer \(index)") }
        for _ in 0..<80 {
            try shop.household.container.write { context in
                try Self.change(&random, in: context)
                try shop.household.save(context)
            }
            try Self.check(shop)
        }
    }

    private static func change(
        _ random: inout SeededNumbers, in context: ManagedObjectContext
    ) throws {
        let customers = try context.fetch(FetchRequest<Customer>())
        let sales = try context.fetch(FetchRequest<Sale>())
        let customer = try #require(customers.randomElement(using: &random))
        let sale = try #require(sales.randomElement(using: &random))
        let day = CalendarDay.test.adding(days: Int.random(in: -90...0, using: &random))
        let price = "\(Int.random(in: 0...99, using: &random)).25"
        let draft = SaleDraft(day: day, lines: [.line("Mug", 2, price), .line("Cup", 1, "0.10")])
        switch Int.random(in: 0...9, using: &random) {
        case 0...2: _ = try customer.addSale(draft, in: context)
        case 3: _ = try Customer.add(named: "New", firstSale: draft, in: context)
        case 4 where !sale.isVoid: (sale.voidedAt, sale.voidReason) = (Date(), "Typed twice")
        case 5: sale.date = day.date
        case 6 where customers.count > 2:
            let other = try #require(customers.first { $0 !== customer })
            customer.merge(into: other, in: context)
        case 7 where sale.returns.isEmpty && !sale.isReturn && !sale.isVoid:
            let line = try #require(sale.lines.first)
            let back = Sale(context: context)
            (back.date, back.number) = (day.date, try Sale.nextNumber(in: context))
            (back.returnOf, back.customer) = (sale, sale.customer)
            let returned = SaleLine(context: context)
            (returned.product, returned.quantity) = (line.product, 1)
            (returned.unitPrice, returned.sale) = (line.unitPrice, back)
        case 8 where customers.count > 3: try customer.anonymize(in: context)
        default:
            customer.take(
                numbers: [ContactNumber("0555 \(1000 + random.state % 9_000)")], in: context)
        }
    }

    /// Whether each customer has the right sums, and the right texts for comparison.
    private static func check(_ shop: TestHousehold) throws {
        try shop.household.container.read { context in
            let customers = try context.fetch(FetchRequest<Customer>())
            let summaries = try SalesSummary.ofCustomers(
                customers.map(\.savedNumber), in: context)
            for customer in customers {
                let summary = summaries[customer.savedNumber] ?? SalesSummary()
                #expect(customer.saleCount == Int64(summary.totals.saleCount))
                #expect(Cents.amount(customer.salesCents) == summary.totals.amount)
                #expect(customer.hasSale == (summary.days != nil))
                #expect(customer.firstSaleDate == summary.days?.lowerBound.date)
                #expect(customer.lastSaleDate == summary.days?.upperBound.date)
                let digits = customer.furtherNumbers.map { Customer.digits(of: $0.number) }
                #expect(customer.furtherDigits == digits.sorted().joined(separator: " "))
            }
        }
    }

    @Test("A customer of an earlier version gets them when the household is opened")
    func filling() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer(
            "Ann", emailid: "Ann@Example.com", contactno: "0044 20 7946 0946",
            [.line("Sofa", 2, "10.50")])
        try shop.household.container.write { context in
            let customer = try #require(try Customer.find(ann, in: context))
            customer.take(numbers: [ContactNumber("+49 170 1234567")], in: context)
            try shop.household.save(context)
            var update = BatchUpdateRequest(entityName: "Customer")
            update.propertiesToUpdate = [
                "contactDigits": .value(nil), "emailKey": .value(nil), "furtherDigits": .value(nil),
                "saleCount": .constant(.integer(0)), "salesCents": .constant(.integer(0)),
                "hasSale": .constant(.boolean(false)), "firstSaleDate": .value(nil),
                "lastSaleDate": .value(nil),
            ]
            _ = try context.execute(update)
        }
        try shop.household.close()

        let household = try Household(directory: shop.directory)
        defer { try? household.close() }

        try household.container.read { context in
            let customer = try #require(try Customer.find(ann, in: context))
            #expect(customer.contactDigits == "442079460946")
            #expect(customer.emailKey == "ann@example.com")
            #expect(customer.furtherDigits == "491701234567")
            #expect(customer.saleCount == 1)
            #expect(customer.salesCents == 2_100)
            #expect(customer.lastSaleDate == CalendarDay.test.date)
            var query = CustomerQuery()
            query.search = "0170 1234567"
            #expect(try context.fetch(query.fetchRequest(context.coordinator)) == [customer])
        }
    }
}
