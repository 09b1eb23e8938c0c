import Foundation
import Persistence
import Testing

@testable import Domain

struct SalePaymentTests {
    /// The default payment methods.
    private let cash: Int64 = 1
    private let card: Int64 = 2

    @Test("A household starts with cash, card and transfer; only cash goes into the drawer")
    func kinds() throws {
        let shop = try TestHousehold()

        let kinds = try shop.household.container.read { context in
            try PaymentKind.all(in: context).map { ($0.name ?? "", $0.isCash) }
        }

        #expect(kinds.map(\.0) == ["Cash", "Card", "Transfer"])
        #expect(kinds.map(\.1) == [true, false, false])
    }

    @Test("Excess cash is given back as change; unpaid amounts are owed")
    func change() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 3, "9.99")])
        draft.payments = [
            PaymentDraft(kind: card, amount: 20), PaymentDraft(kind: cash, amount: 50),
        ]
        let paid = try shop.addSale(draft, to: ann)
        draft.payments = [PaymentDraft(kind: card, amount: 20)]
        let rest = try shop.addSale(draft, to: ann)
        draft.payments = []
        let unsaid = try shop.addSale(draft, to: ann)

        let payments = try shop.payments(of: paid)
        #expect(payments.map(\.amount) == [20, Decimal(string: "9.97")])
        #expect(payments.map(\.change) == [0, Decimal(string: "40.03")])
        #expect(payments.map(\.number) == [1, 2])
        #expect(try shop.owed(paid) == 0)
        #expect(try shop.owed(rest) == Decimal(string: "9.97"))
        #expect(try shop.owed(unsaid) == 0)
    }

    @Test("A sale on account is owed by its customer until it is paid")
    func later() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "10")])
        draft.isOnAccount = true
        let sale = try shop.addSale(draft, to: ann)

        try shop.pay(sale, [PaymentDraft(kind: cash, amount: 4)], on: .test.adding(days: 2))
        #expect(try shop.owed(sale) == 6)
        #expect(try shop.owedSales() == [sale])
        try shop.pay(sale, [PaymentDraft(kind: card)], on: .test.adding(days: 3))

        #expect(try shop.owed(sale) == 0)
        #expect(try shop.owedSales().isEmpty)
        #expect(
            try shop.refusal(of: draft, to: nil) == [
                "Choose a customer who pays later."
            ])
    }

    @Test(
        "An invalid payment is refused",
        arguments: [
            (Int64(9), "1", "There is no such payment method."),
            (2, "11", "At most $10.00 is left to pay."),
            (1, "0", "Enter an amount above zero, with at most two decimal places."),
            (1, "1.005", "Enter an amount above zero, with at most two decimal places."),
        ])
    func refused(kind: Int64, amount: String, fault: String) throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "10")])
        draft.payments = [PaymentDraft(kind: kind, amount: Decimal(string: amount))]

        #expect(try shop.refusal(of: draft, to: ann) == [fault])
    }

    @Test("A payment cannot precede its sale")
    func tooEarly() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann")

        #expect(throws: SaleRefusal.self) {
            try shop.pay(1, [PaymentDraft(kind: 1)], on: CalendarDay.test.adding(days: -1))
        }
    }

    @Test("A return is refunded, or need not be paid")
    func returns() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 4, "5")])
        draft.payments = [PaymentDraft(kind: cash)]
        let paid = try shop.addSale(draft, to: ann)
        (draft.payments, draft.isOnAccount) = ([], true)
        let owed = try shop.addSale(draft, to: ann)
        var back = SaleDraft(day: .test, lines: [.line("Mug", 1, nil)])
        back.payments = [PaymentDraft(kind: cash)]

        let refund = try shop.addReturn(of: paid, back)
        back.payments = []
        _ = try shop.addReturn(of: owed, back)

        #expect(try shop.payments(of: refund).map(\.amount) == [-5])
        #expect(try shop.payments(of: refund).map(\.change) == [0])
        #expect(try shop.owed(paid) == 0)
        #expect(try shop.owed(owed) == 15)
        #expect(try shop.cash(.test) == 15)
    }

    @Test("A void payment is owed again, and a void sale makes its payments void")
    func voids() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "10")])
        draft.payments = [PaymentDraft(kind: cash)]
        let sale = try shop.addSale(draft, to: ann)
        let other = try shop.addSale(draft, to: ann)

        try shop.household.container.write { context in
            try Payment.find(1, in: context)?.void(reason: "Typed twice")
            try shop.household.save(context)
        }
        try shop.void(other)

        #expect(try shop.owed(sale) == 10)
        #expect(try shop.owed(other) == 0)
        #expect(try shop.payments(of: other).map(\.isVoid) == [true])
        #expect(try shop.cash(.test) == 0)
    }

    @Test("Payment numbers are not reused")
    func numbers() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let bob = try shop.addCustomer("Bob")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "10")])
        draft.payments = [PaymentDraft(kind: cash)]
        try shop.addSale(draft, to: ann)
        try shop.household.container.write { context in
            context.delete(try #require(try Customer.find(ann, in: context)))
            try shop.household.save(context)
        }

        let sale = try shop.addSale(draft, to: bob)

        #expect(try shop.payments(of: sale).map(\.number) == [2])
    }

    @Test("A day is closed once, with the counted cash, and stays unchanged")
    func closing() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "10")])
        draft.payments = [PaymentDraft(kind: cash, amount: 4), PaymentDraft(kind: card)]
        let sale = try shop.addSale(draft, to: ann)

        let closed = try shop.close(.test, opening: 50, counted: 53)

        #expect(closed == [50, 54, 53, -1])
        #expect(
            try shop.refusal(of: draft, to: ann) == [
                "\(CalendarDay.test) is closed: it takes no more sales."
            ])
        #expect(throws: SaleRefusal.self) { try shop.void(sale) }
        #expect(throws: SaleRefusal.self) { try shop.close(.test, opening: 50, counted: 54) }
        #expect(throws: SaleRefusal.self) {
            try shop.close(CalendarDay.today().adding(days: 1), opening: 0, counted: 0)
        }
        draft.day = .test.adding(days: 1)
        #expect(try shop.refusal(of: draft, to: ann).isEmpty)
    }

    @Test("Removing a person deletes their data from payments, and keeps the payments")
    func removal() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann Example")
        var draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "10")])
        draft.note = "Ann pays on Friday"
        draft.payments = [PaymentDraft(kind: card, amount: 4, reference: "Ann’s account")]
        let sale = try shop.addSale(draft, to: ann)

        try shop.household.container.write { context in
            try Customer.find(ann, in: context)?.anonymize(in: context)
            try shop.household.save(context)
        }

        let kept = try shop.household.container.read { context in
            let sale = try #require(try Sale.find(sale, in: context))
            return (sale.note, sale.payments.map(\.reference), sale.paid)
        }
        #expect(kept.0 == "The note named a person who was removed")
        #expect(kept.1 == [nil])
        #expect(kept.2 == 4)
    }
}

extension TestHousehold {
    fileprivate struct Paid: Sendable {
        var number: Int64
        var amount: Decimal
        var change: Decimal
        var isVoid: Bool
    }

    fileprivate func payments(of sale: Int64) throws -> [Paid] {
        try household.container.read { context in
            (try Sale.find(sale, in: context)?.payments ?? []).map {
                Paid(number: $0.number, amount: $0.amount, change: $0.change, isVoid: $0.isVoid)
            }.sorted { $0.number < $1.number }
        }
    }

    fileprivate func owedSales() throws -> [Int64] {
        try household.container.read { context in
            var query = SaleQuery()
            query.isOwed = true
            return try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
                .compactMap(\.recordNumber)
        }
    }

    fileprivate func cash(_ day: CalendarDay) throws -> Decimal {
        try household.container.read { try DayPayments(of: day, in: $0).cash }
    }

    fileprivate func addReturn(of sale: Int64, _ draft: SaleDraft) throws -> Int64 {
        try household.container.write { context in
            let back = try #require(try Sale.find(sale, in: context)).addReturn(draft, in: context)
            try household.save(context)
            return back.savedNumber
        }
    }

    /// Closes a day. Returns the opening, expected and counted cash, and the difference.
    @discardableResult
    fileprivate func close(
        _ day: CalendarDay, opening: Decimal, counted: Decimal
    ) throws -> [Decimal] {
        try household.container.write { context in
            let closed = try ClosedDay.close(
                day, opening: opening, counted: counted, note: nil, in: context)
            try household.save(context)
            return [closed.opening, closed.expected, closed.counted, closed.difference]
        }
    }
}
