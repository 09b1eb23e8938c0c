import Foundation
import Persistence
import Testing

@testable import Domain

struct PaymentFiguresTests {
    @Test("What is known in memory of generated payments is what the store adds up")
    func generated() throws {
        let shop = try TestHousehold()
        var random = SeededNumbers(state: 3)
        let ann = try shop.addCustomer("Ann", on: .test.adding(days: -90))
        try Self.expectSame(shop)
        for _ in 0..<40 {
            try Self.change(shop, ann, &random)
            try Self.expectSame(shop)
        }
        try shop.household.container.read { context in
            let fresh = try PaymentFigures(shop.household.changes)
                .payments(of: SalesPeriod(), in: context)
            #expect(!fresh.entries.isEmpty)
            let known = try shop.household.paymentFigures.payments(
                of: SalesPeriod(), in: context)
            #expect(fresh.entries == known.entries)
        }
    }

    private static func change(
        _ shop: TestHousehold, _ customer: Int64, _ random: inout SeededNumbers
    ) throws {
        let day = CalendarDay.test.adding(days: Int.random(in: 0...5, using: &random))
        let kind = Int64.random(in: 1...3, using: &random)
        let choice = Int.random(in: 0...4, using: &random)
        try shop.household.container.write { context in
            let payments = try context.fetch(FetchRequest<Payment>()).sorted {
                $0.number < $1.number
            }
            let payment = payments.randomElement(using: &random)
            switch choice {
            case 0: if let payment, !payment.isVoid { try payment.void(reason: "A test") }
            case 1: if let payment { context.delete(payment) }
            case 2 where payment != nil:
                payment?.date = day.date
                payment?.amountCents += 7
                payment?.kind = try PaymentKind.find(kind, in: context)
            default:
                var draft = SaleDraft(day: day, lines: [.line("Mug", 1, "12.34")])
                draft.payments = [
                    PaymentDraft(kind: kind, amount: 5), PaymentDraft(kind: 1, amount: 2),
                ]
                _ = try Sale.add(draft, to: Customer.find(customer, in: context), in: context)
            }
            try shop.household.save(context)
        }
    }

    private static func expectSame(_ shop: TestHousehold) throws {
        let first = CalendarDay.test
        let periods = [
            SalesPeriod(), .day(first), .day(first.adding(days: 3)),
            SalesPeriod(from: first.adding(days: 2)), SalesPeriod(through: first.adding(days: 2)),
            SalesPeriod(from: first.adding(days: 1), through: first.adding(days: 3)),
        ]
        try shop.household.container.read { context in
            for period in periods {
                let known = try shop.household.paymentFigures.payments(of: period, in: context)
                let stored = try DayPayments(of: period, in: context)
                #expect(known.entries == stored.entries)
            }
        }
    }
}
