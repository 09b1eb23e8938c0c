import Foundation
import Persistence
import Testing

@testable import Domain

/// What of sales and their returns is paid, due, or neither.
struct SaleSettlingTests {
    private let cash: Int64 = 1

    @Test("A return of an unpaid sale lowers what is due, and has no payment")
    func unpaid() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Cup", 2, "6.75")])
        draft.isOnAccount = true
        let sale = try shop.addSale(draft, to: ann)

        let back = try shop.giveBack(of: sale, [.line("Cup", 2, nil)], paying: [.init(kind: cash)])

        #expect(try shop.owed(sale) == 0)
        #expect(try shop.unsaid(sale) == 0)
        #expect(try shop.unsaid(back) == 0)
        #expect(throws: SaleRefusal.self) { try shop.pay(back, [PaymentDraft(kind: cash)]) }
    }

    @Test("A return of a partly paid sale lowers the rest, before and after it is paid")
    func partlyPaid() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Cup", 10, "10")])
        draft.payments = [PaymentDraft(kind: cash, amount: 60)]
        draft.isOnAccount = true
        let sale = try shop.addSale(draft, to: ann)

        let first = try shop.giveBack(
            of: sale, [.line("Cup", 1, nil)], paying: [.init(kind: cash)])
        #expect(try shop.owed(sale) == 30)
        #expect(try shop.unsaid(first) == 0)

        try shop.pay(sale, [PaymentDraft(kind: cash)])
        #expect(try shop.owed(sale) == 0)
        #expect(try shop.unsaid(first) == 0)

        let second = try shop.giveBack(of: sale, [.line("Cup", 2, nil)])
        #expect(try shop.unsaid(first) == 0)
        #expect(try shop.unsaid(second) == -20)
        try shop.pay(second, [PaymentDraft(kind: cash)])
        #expect(try shop.unsaid(second) == 0)
    }

    @Test("What a return exceeds the rest by is to be given back")
    func overpaid() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(
            day: .test, lines: [.line("Cup", 1, "18.56"), .line("Pot", 1, "47.13")])
        draft.payments = [PaymentDraft(kind: cash, amount: 50)]
        draft.isOnAccount = true
        let sale = try shop.addSale(draft, to: ann)

        let back = try shop.giveBack(of: sale, [.line("Cup", 1, nil)])

        #expect(try shop.owed(sale) == 0)
        #expect(try shop.unsaid(back) == Decimal(string: "-2.87"))
    }

    @Test("Payments, what is due, and what is neither add up to the totals of generated sales")
    func generated() throws {
        let shop = try TestHousehold()
        var random = SeededNumbers(state: 11)
        let ann = try shop.addCustomer("Ann")
        var counts: [Bool: Int] = [:]
        for _ in 0..<200 {
            counts[try Self.change(shop, ann, &random), default: 0] += 1
            try Self.expectSums(shop)
        }
        #expect(counts[true, default: 0] > 80)
    }

    /// Makes one change. Returns whether it is allowed.
    private static func change(
        _ shop: TestHousehold, _ customer: Int64, _ random: inout SeededNumbers
    ) throws -> Bool {
        let day = CalendarDay.test.adding(days: Int.random(in: 0...2, using: &random))
        let choice = Int.random(in: 0...9, using: &random)
        let quantity = Decimal(Int.random(in: 1...4, using: &random))
        let amount = Decimal(Int.random(in: 1...4_000, using: &random)) / 100
        let kind = Int64.random(in: 1...2, using: &random)
        let payments = [
            [], [PaymentDraft(kind: kind)], [PaymentDraft(kind: kind, amount: amount)],
        ]
        do {
            try shop.household.container.write { context in
                let sales = try context.fetch(FetchRequest<Sale>()).sorted {
                    $0.number < $1.number
                }
                let sale = try #require(sales.randomElement(using: &random))
                var draft = SaleDraft(
                    day: day, lines: [SaleDraft.Line(.productNamed("Mug"), quantity: quantity)])
                draft.payments = payments.randomElement(using: &random) ?? []
                switch choice {
                case 0...3:
                    draft.lines[0].unitPrice = Decimal(string: "12.34")
                    draft.isOnAccount = Bool.random(using: &random)
                    _ = try Sale.add(
                        draft, to: Customer.find(customer, in: context), in: context)
                case 4...6: _ = try sale.addReturn(draft, in: context)
                case 7: try sale.pay(draft.payments, on: day, in: context)
                case 8: try sale.payments.first { !$0.isVoid }?.void(reason: "A test")
                default: try sale.void(reason: "A test")
                }
                try shop.household.save(context)
            }
            return true
        } catch is SaleRefusal {
            return false
        }
    }

    private static func expectSums(_ shop: TestHousehold) throws {
        try shop.household.container.read { context in
            let sales = try context.fetch(FetchRequest<Sale>()).filter { !$0.isVoid }
            for sale in sales where !sale.isReturn {
                let family = [sale] + sale.returns.filter { !$0.isVoid }
                let settled = family.reduce(0) { $0 + $1.paid + $1.owed + $1.unsaid }
                #expect(settled == sale.netAmount, "Sale \(sale.number)")
                #expect(family.allSatisfy { $0.isReturn ? $0.unsaid <= 0 : $0.unsaid >= 0 })
            }
            let query = SaleQuery()
            let unsaid = try query.unsaid(in: context)
            #expect(
                unsaid
                    == Dictionary(
                        uniqueKeysWithValues: sales.map { ($0.savedNumber, $0.unsaid) }
                    ).filter { $0.value != 0 })
            let paid = try DayPayments(of: SalesPeriod(), in: context).amount
            let owed = try query.owed(in: context)
            let total = sales.reduce(Decimal(0)) { $0 + $1.total }
            #expect(total == paid + owed + unsaid.values.reduce(0, +))
        }
    }
}

extension TestHousehold {
    fileprivate func giveBack(
        of sale: Int64, _ lines: [SaleDraft.Line], paying payments: [PaymentDraft] = []
    ) throws -> Int64 {
        try household.container.write { context in
            var draft = SaleDraft(day: .test, lines: lines)
            draft.payments = payments
            let back = try #require(try Sale.find(sale, in: context)).addReturn(draft, in: context)
            try household.save(context)
            return back.savedNumber
        }
    }

    fileprivate func unsaid(_ sale: Int64) throws -> Decimal? {
        try household.container.read { try Sale.find(sale, in: $0)?.unsaid }
    }
}
