import Foundation
import Persistence
import Testing

@testable import Domain

struct DayPaymentsTests {
    @Test("The store’s sums of generated payments equal the single amounts")
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
            let entries = try DayPayments(of: SalesPeriod(), in: context).entries
            #expect(!entries.isEmpty)
        }
    }

    @Test("Payments beyond 64 bits are added up exactly")
    func great() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        for _ in 0..<3 {
            var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "9")])
            draft.payments = [PaymentDraft(kind: 1, amount: 9)]
            try shop.addSale(draft, to: ann)
        }
        try shop.household.container.write { context in
            for payment in try context.fetch(FetchRequest<Payment>()) {
                payment.amountCents = .max
            }
            try shop.household.save(context)
        }

        let amount = try shop.household.container.read { context in
            try DayPayments(of: .test, in: context).amount
        }

        #expect(amount == Decimal(string: "276701161105643274.21"))
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
                var amounts: [Int64: Decimal] = [:]
                var request = FetchRequest<Payment>()
                let conditions = period.conditions(on: "date")
                if !conditions.isEmpty { request.predicate = .all(conditions) }
                for payment in try context.fetch(request) where !payment.isVoid {
                    let kind = try #require(payment.kind?.objectID.recordNumber)
                    amounts[kind, default: 0] += payment.amount
                }
                let entries = try DayPayments(of: period, in: context).entries
                #expect(
                    Dictionary(uniqueKeysWithValues: entries.map { ($0.kind, $0.amount) })
                        == amounts)
            }
        }
    }
}
