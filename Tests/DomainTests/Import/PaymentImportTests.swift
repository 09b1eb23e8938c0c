import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of payments")
struct PaymentImportTests {
    private static let header =
        "number,date,time,kind,isCash,amount,tendered,reference,sale,voidedAt,voidReason\n"

    /// A shop with sale 1 to Ann, of 10.00, and sale 2 to Bob, of 3.00.
    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "10.00")])
        try shop.addCustomer("Bob", [.line("Mug", 1, "3.00")])
        return shop
    }

    /// All payments as a table that can be imported.
    private static func table(_ shop: TestHousehold) throws -> String {
        try shop.household.container.read { context in
            var request = FetchRequest<Payment>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            return try context.fetch(request)
                .reduce(into: header) { text, payment in
                    text +=
                        [
                            "\(payment.number)", payment.day?.description ?? "",
                            payment.time?.description ?? "", payment.kind?.name ?? "",
                            payment.kind?.isCash == true ? "yes" : "no",
                            Money.plainText(payment.amount),
                            payment.tenderedCents > 0 ? Money.plainText(payment.tendered) : "",
                            payment.reference ?? "", "\(payment.sale?.number ?? 0)",
                            ImportDate.text(payment.voidedAt), payment.voidReason ?? "",
                        ].joined(separator: ",") + "\n"
                }
        }
    }

    private static func owed(_ shop: TestHousehold) throws -> [Int64: Decimal] {
        try shop.household.container.read { context in
            Dictionary(
                uniqueKeysWithValues: try context.fetch(FetchRequest<Sale>()).map {
                    ($0.number, $0.owed)
                })
        }
    }

    @Test("Importing an export changes nothing, and makes the same payments in another shop")
    func roundTrip() async throws {
        let shop = try Self.shop()
        try shop.pay(1, [PaymentDraft(kind: 2, amount: 2.5, reference: "Slip 7")])
        try shop.pay(1, [PaymentDraft(kind: 1, amount: 20)])
        try shop.pay(2, [PaymentDraft(kind: 1, amount: 1)])
        try await shop.household.container.write { context in
            try Payment.find(3, in: context)?.void(reason: "Typed twice")
            try shop.household.save(context)
        }
        try shop.addReturn(of: 1, [.line("Mug", 1, nil)])
        try shop.pay(3, [PaymentDraft(kind: 1, amount: 4)])
        let table = try Self.table(shop)
        #expect(table.contains("-4.00"))

        let same = try await shop.plan(table)
        let other = try TestHousehold()
        try await other.importing(shop.linesFile())
        let record = try await other.importing(table)

        #expect(try same.refusals == [])
        #expect(same.counts.unchanged == 4)
        #expect(!same.isApplicable)
        #expect(record.kind == .payments)
        #expect(try Self.table(other) == table)
        #expect(try Self.owed(other) == Self.owed(shop))
        let again = try await other.plan(table)
        #expect(again.counts.unchanged == 4)
    }

    @Test("Rows without a number get the next ones, and are recognized the second time")
    func unnumbered() async throws {
        let shop = try Self.shop()
        let table = "sale,date,method,paid\n1,2026-11-21,card,4\n1,2026-11-21,Card,4\n"

        let record = try await shop.importing(table)
        let again = try await shop.plan(table)
        let more = try await shop.plan(table + "1,2026-11-21,Card,2\n")

        #expect(record.madeCount("Payment") == 2)
        #expect(try Self.owed(shop)[1] == 2)
        #expect(again.counts.unchanged == 2)
        #expect(try again.refusals == [])
        #expect(more.counts.unchanged == 2)
        #expect(more.counts.new == 1)
        #expect(try Self.table(shop).contains("2,2026-11-21,,Card,no,4.00,,,1,,"))
    }

    @Test(
        "Invalid rows are refused with the reason",
        arguments: [
            (",2026-11-21,,Cash,,1,,,9,,", "sale: there is no sale 9"),
            (",2026-11-21,,Cash,,1,,,,,", "sale: a value is missing"),
            (",2026-11-21,,Cash,,0,,,1,,", "amount: it is 0"),
            (",2026-11-21,,Cash,,,,,1,,", "amount: a value is missing"),
            (",2026-11-21,,Cash,,10.01,,,1,,", "amount: at most 10.00 is to be paid of sale 1"),
            (",2026-11-21,,Cash,,-1,,,1,,", "amount: what was given back belongs to a return"),
            (",2026-11-21,,Shells,,1,,,1,,", "kind: there is no payment method “Shells”"),
            (",2026-11-21,,,,1,,,1,,", "kind: a value is missing"),
            (",2026-11-21,,Card,yes,1,,,1,,", "isCash: “Card” is not money in the drawer here"),
            (",,,Cash,,1,,,1,,", "date: a value is missing"),
            (",11/12/2026,,Cash,,1,,,1,,", "date: "),
            (",2020-01-01,,Cash,,1,,,1,,", "date: the sale is of"),
            (",2026-11-21,25:00,Cash,,1,,,1,,", "time: "),
            (",2026-11-21,,Cash,,2,1,,1,,", "tendered: it is less than what was paid"),
            (",2026-11-21,,Card,,1,2,,1,,", "tendered: only a payment in cash"),
            (",2026-11-21,,Cash,,1,,,1,2026-11-22,", "voidReason: a value is missing"),
            (",2026-11-21,,Cash,,1,,,1,,Typed twice", "voidReason: it is for void payments"),
            ("x,2026-11-21,,Cash,,1,,,1,,", "number: "),
        ])
    func refused(row: String, reason: String) async throws {
        let shop = try Self.shop()

        let plan = try await shop.plan(Self.header + row + "\n")

        let refusals = try plan.refusals
        #expect(refusals.contains { $0.hasPrefix("2 \(reason)") }, "\(refusals)")
        #expect(!plan.isApplicable)
    }

    @Test("Rows together pay no more than the total of the sale")
    func overpaid() async throws {
        let shop = try Self.shop()

        let plan = try await shop.plan(
            "sale,date,kind,amount\n1,2026-11-21,Card,6\n1,2026-11-21,Cash,4\n1,2026-11-21,Card,1\n"
        )

        #expect(try plan.refusals == ["4 amount: there is nothing left to pay of sale 1."])
    }

    @Test("Payment numbers are unique, and existing payments are not changed")
    func numbers() async throws {
        let shop = try Self.shop()
        try shop.pay(1, [PaymentDraft(kind: 1, amount: 4)])
        let day = CalendarDay.test

        let doubled = try await shop.plan(
            Self.header + "7,\(day),,Cash,,1,,,1,,\n7,\(day),,Cash,,1,,,2,,\n")
        let other = try await shop.plan(
            "number,sale,date,kind,amount\n1,2,\(day),Card,3\n")
        let gap = try await shop.plan(Self.header + "7,\(day),,Cash,,1,,,1,,\n")

        #expect(try doubled.refusals == ["3 number: line 2 is about the same payment."])
        #expect(
            try other.refusals == [
                "2 sale: payment 1 exists with sale 1, and is not changed.",
                "2 kind: payment 1 exists with “Cash”, and is not changed.",
                "2 amount: payment 1 exists with 4.00, and is not changed.",
            ])
        #expect(
            gap.warnings == [
                "No payment has the numbers 2 to 6, and none gets them later: the next payment is 8."
            ])
    }

    @Test("A walk-in sale is paid in full, and a void one not at all")
    func withoutCustomer() async throws {
        let shop = try Self.shop()
        let day = CalendarDay.test
        try await shop.importing(
            "number,date,product,quantity,voidedAt,voidReason\n3,\(day),Mug,1,,\n"
                + "4,\(day),Mug,2,2026-11-22,Typed twice\n")
        let header = "sale,date,kind,amount\n"

        let part = try await shop.plan(header + "3,\(day),Card,4\n")
        let whole = try await shop.plan(header + "3,\(day),Card,4\n3,\(day),Cash,6\n")
        let void = try await shop.plan(header + "4,\(day),Card,4\n")

        #expect(
            try part.refusals == [
                "2 amount: 6.00 of sale 3 would be left to pay, and it has no customer who owes it."
            ])
        #expect(try whole.refusals == [])
        #expect(try void.refusals == ["2 sale: sale 4 is void and takes no payments."])
    }

    @Test("Payments on a closed day are refused, and those of the day stay")
    func closedDay() async throws {
        let shop = try Self.shop()
        try shop.pay(1, [PaymentDraft(kind: 1, amount: 4)])
        try shop.close(.test)
        let table = try Self.table(shop)

        let same = try await shop.plan(table)
        let new = try await shop.plan("sale,date,kind,amount\n2,\(CalendarDay.test),Card,1\n")
        let void = try await shop.plan(
            "number,sale,amount,kind,voidedAt,voidReason\n1,1,4,Cash,2026-12-24,Typed twice\n")

        #expect(same.counts.unchanged == 1)
        #expect(try new.refusals.contains { $0.contains("is closed: it takes no more payments") })
        #expect(try void.refusals.contains { $0.contains("is closed") })
    }

    @Test("A void date with a mistyped year is refused")
    func mistypedYear() async throws {
        let shop = try Self.shop()
        try shop.pay(1, [PaymentDraft(kind: 1, amount: 4)])

        let payments = try await shop.plan(
            "number,sale,amount,kind,voidedAt,voidReason\n1,1,4,Cash,2206-11-25,Typed twice\n")
        let sales = try await shop.plan(
            "number,voidedAt,voidReason\n2,2206-11-25,Typed twice\n", .sales)

        for plan in [payments, sales] {
            #expect(
                try plan.refusals == [
                    "2 voidedAt: 2206-11-25 is too far ahead; is the year mistyped?"
                ])
        }
    }

    @Test("A later payment for the same sale prevents the undo, with a plain reason")
    func paidSince() async throws {
        let shop = try Self.shop()
        let record = try await shop.importing("sale,date,kind,amount\n1,2026-11-25,Cash,1\n")
        try shop.pay(1, [PaymentDraft(kind: 1, amount: 2)])

        guard case .refused(_, let obstacles) = try await shop.household.undoImport(record.id)
        else {
            Issue.record("It was taken back")
            return
        }
        #expect(obstacles == ["Sale 1: the amount owed was changed."])
    }

    @Test("An import is undone as a whole, including what it made void")
    func undo() async throws {
        let shop = try Self.shop()
        try shop.pay(1, [PaymentDraft(kind: 1, amount: 4)])
        let before = (try Self.table(shop), try Self.owed(shop))

        let record = try await shop.importing(
            Self.header + "1,,,Cash,,4,,,1,2026-11-25,Typed twice\n"
                + "2,2026-11-25,,Card,,10,,,1,,\n3,2026-11-25,,Card,,1,,,2,,\n")
        #expect(try Self.owed(shop) == [1: 0, 2: 2])
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }

        #expect(try Self.table(shop) == before.0)
        #expect(try Self.owed(shop) == before.1)
    }

    @Test("Closing a day, making a payment void or giving it back prevents the undo")
    func undoRefused() async throws {
        for change in 0...2 {
            let shop = try Self.shop()
            let day = CalendarDay.test
            let record = try await shop.importing("sale,date,kind,amount\n1,\(day),Card,10\n")
            let expected: String
            switch change {
            case 0:
                try shop.close(day)
                expected = "\(day) was closed."
            case 1:
                try await shop.household.container.write { context in
                    try Payment.find(1, in: context)?.void(reason: "Typed twice")
                    try shop.household.save(context)
                }
                expected = "Payment 1 was changed."
            default:
                let back = try shop.addReturn(of: 1, [.line("Mug", 1, nil)])
                try shop.pay(back, [PaymentDraft(kind: 1)])
                expected = "Payment 2 gave money back for Payment 1."
            }
            guard case .refused(_, let obstacles) = try await shop.household.undoImport(record.id)
            else {
                Issue.record("It was taken back: \(change)")
                continue
            }
            #expect(obstacles.contains(expected), "\(obstacles)")
        }
    }

    @Test("A long table is imported in parts as exactly as a short one")
    func parts() async throws {
        var size = ImportPartSize()
        (size.rows, size.step) = (2, 1)
        let shop = try TestHousehold(importPartSize: size)
        try shop.addCustomer("Ann", [.line("Mug", 1, "10.00")])
        let day = CalendarDay.test
        let rows = [3, 3, 3].enumerated().map { "\($0 + 1),1,\(day),Card,\($1)\n" }.joined()
        let header = "number,sale,date,kind,amount\n"

        let over = try await shop.plan(header + rows + "4,1,\(day),Cash,2\n")
        let record = try await shop.importing(header + rows + "4,1,\(day),Cash,1\n")

        #expect(try over.refusals == ["5 amount: at most 1.00 is to be paid of sale 1."])
        #expect(record.madeCount("Payment") == 4)
        #expect(try shop.owed(1) == 0)
        let again = try await shop.plan(header + rows + "4,1,\(day),Cash,1\n")
        #expect(again.counts.unchanged == 4)
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try shop.count(Payment.self) == 0)
    }
}

extension TestHousehold {
    /// Closes a day with the expected cash.
    fileprivate func close(_ day: CalendarDay) throws {
        try household.container.write { context in
            let cash = try DayPayments(of: day, in: context).cash
            _ = try ClosedDay.close(day, opening: 0, counted: cash, note: nil, in: context)
            try household.save(context)
        }
    }
}
