import Foundation
import Persistence
import Testing

@testable import Domain

struct SaleTests {
    @Test("A customer, a sale and its lines are stored in order")
    func firstSale() throws {
        let shop = try TestHousehold()

        let number = try shop.addCustomer("Ann", [.line("Sofa", 2, "10.10"), .line("Mug", 1, "3")])

        try shop.household.container.read { context in
            let customer = try #require(try Customer.find(number, in: context))
            let sale = try #require(customer.sales.first)
            #expect(sale.number == 1)
            #expect(sale.day == .test)
            #expect(sale.total == Decimal(string: "23.20"))
            #expect(sale.lines.map { $0.product?.name } == ["Sofa", "Mug"])
        }
    }

    @Test("The model refuses a customer without a sale")
    func noSale() throws {
        let shop = try TestHousehold()

        let reasons = try shop.reasons { context in
            _ = try Customer.add(named: "Ann", in: context)
        }

        #expect(reasons == ["sales is a required value"])
    }

    @Test("The unit price is the product’s on that day, and stays when it changes")
    func copiedPrice() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", [.line("Mug", 1, "3")])
        let second = try shop.addSale(to: ann, [.line(" mug".trimmed, 2, nil)])

        try shop.household.container.write { context in
            try Product.named("Mug", in: context)?.price = 100
            try shop.household.save(context)
        }

        let total = try shop.household.container.read { try Sale.find(second, in: $0)?.total }
        #expect(total == 6)
        #expect(try shop.count(Product.self) == 1)
    }

    @Test("All faults of all lines are reported, and nothing is saved")
    func faults() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.household.container.write { context in
            try Product.named("Mug", in: context)?.retire()
            try shop.household.save(context)
        }

        let refusal = #expect(throws: SaleRefusal.self) {
            try shop.addSale(
                to: ann,
                [
                    .line("Mug", 1, "1"), .line("New", 1, nil), .line("Other", 0, "1"),
                    SaleDraft.Line(.product(99)), SaleDraft.Line(.item(UUID())),
                ])
        }

        #expect(
            refusal?.faults.map { "\($0.line ?? -1) \($0.key)" } == [
                "0 product", "1 unitPrice", "2 quantity", "3 product", "4 product",
            ])
        #expect(throws: SaleRefusal.self) { try shop.addSale(to: ann, []) }
        #expect(try shop.saleNumbers() == [1])
    }

    @Test("A distant day is considered mistyped", arguments: ["0026-11-21", "9999-12-31"])
    func farDays(day: String) async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.addSale(to: ann, [.line("Mug", 1, "1")])

        let refusal = #expect(throws: SaleRefusal.self) {
            try shop.addSale(
                to: ann, [.line("Mug", 1, "1")], on: try CalendarDay(parsing: day))
        }
        let plan = try await shop.plan("number,date\n2,\(day)\n", .sales)

        #expect(refusal?.faults.map(\.key) == ["date"])
        #expect(try plan.refusals.count == 1)
        #expect(try plan.refusals.first?.contains("is the year mistyped?") == true)
    }

    @Test("Numbers have no gaps, with concurrent writers and refused sales")
    func numbers() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")

        await withTaskGroup { group in
            for index in 0..<40 {
                group.addTask {
                    try? await shop.household.container.write { context in
                        let customer = try Customer.find(ann, in: context)
                        let quantity: Decimal = index.isMultiple(of: 5) ? 0 : 1
                        _ = try customer?.addSale(
                            SaleDraft(day: .test, lines: [.line("Mug", quantity, nil)]),
                            in: context)
                        try shop.household.save(context)
                    }
                }
            }
        }

        #expect(try shop.saleNumbers() == Array(1...33))
    }

    @Test("A return is subtracted, and never more than was sold")
    func returns() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer(
            "Ann", [.line("Mug", 3, "2"), .line("Mug", 2, "5"), .line("Sofa", 1, "50")])

        let first = try shop.addReturn(of: 1, [.line("Mug", 4, nil)])

        try shop.household.container.read { context in
            let back = try #require(try Sale.find(first, in: context))
            #expect(back.isReturn)
            #expect(back.total == -11)
            #expect(back.number == 2)
            #expect(back.customer?.objectID.recordNumber == ann)
            #expect(back.returnOf?.returnableLines.map(\.quantity) == [0, 1, 1])
        }
        #expect(throws: SaleRefusal.self) { try shop.addReturn(of: 1, [.line("Mug", 2, nil)]) }
        #expect(throws: SaleRefusal.self) { try shop.addReturn(of: 1, [.line("Sofa", 1, "49")]) }
        #expect(throws: SaleRefusal.self) { try shop.addReturn(of: 1, [.line("Lamp", 1, nil)]) }
        #expect(throws: SaleRefusal.self) { try shop.addReturn(of: 1, []) }
        #expect(throws: SaleRefusal.self) {
            try shop.addReturn(of: 1, [.line("Sofa", 1, nil), .line("Sofa", 1, nil)])
        }
        #expect(throws: SaleRefusal.self) { try shop.addReturn(of: first, [.line("Mug", 1, nil)]) }
        try shop.addReturn(of: 1, [.line("Mug", 1, "5"), .line("Sofa", 1, nil)])
        #expect(try shop.amount() == 0)
        #expect(try shop.saleNumbers() == [1, 2, 3])
    }

    @Test("A return cannot precede its sale")
    func earlyReturn() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "2")])

        #expect(throws: SaleRefusal.self) {
            try shop.addReturn(of: 1, on: CalendarDay.test.adding(days: -1), [.line("Mug", 1, nil)])
        }
        try shop.addReturn(of: 1, on: .test, [.line("Mug", 1, nil)])
    }

    @Test("A void sale is not counted and keeps its number; one with a return cannot be made void")
    func voiding() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 3, "2")])
        let back = try shop.addReturn(of: 1, [.line("Mug", 1, nil)])

        #expect(throws: SaleRefusal.self) { try shop.void(1) }
        try shop.void(back)
        #expect(try shop.amount() == 6)
        try shop.void(1)

        #expect(try shop.amount() == 0)
        #expect(throws: SaleRefusal.self) { try shop.void(1) }
        #expect(throws: SaleRefusal.self) { try shop.addReturn(of: 1, [.line("Mug", 1, nil)]) }
        #expect(try shop.saleNumbers() == [1, 2])
    }

    @Test("A reason is required, and contains no card number")
    func voidReasons() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann")

        #expect(throws: SaleRefusal.self) { try shop.void(1, reason: "") }
        #expect(throws: PersistenceError.self) {
            try shop.void(1, reason: "paid by 4111-1111-1111-1111")
        }
        #expect(try shop.amount() == 3)
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
