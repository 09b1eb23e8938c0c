import Foundation
import Persistence
import Testing

@testable import Domain

struct SaleDaysTests {
    private let day = CalendarDay.test
    private let other = CalendarDay.test.adding(days: 1)
    private let far = CalendarDay.test.adding(days: 400)

    @Test("A sale changes the sheet of its day, and that of no other day")
    func sale() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")

        let known = try changed(shop) {
            try shop.addSale(to: ann, [.line("Mug", 1, "3")], on: day)
        }
        let new = try changed(shop) {
            try shop.addSale(SaleDraft(day: other, lines: [.line("New", 1, "3")]), to: nil)
        }

        #expect(known == [day])
        #expect(new == [other])
    }

    @Test("A payment changes the sheets of its own day and of its sale's day")
    func payment() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", on: .test.adding(days: -9))
        var draft = SaleDraft(day: day, lines: [.line("Mug", 1, "3")])
        draft.isOnAccount = true
        let sale = try shop.addSale(draft, to: ann)

        let paid = try changed(shop) {
            try shop.pay(sale, [PaymentDraft(kind: 1, amount: 1)], on: other)
        }
        let void = try changed(shop) {
            try shop.change(Payment.self) { try $0.void(reason: "Wrong") }
        }

        #expect(paid == [day, other])
        #expect(void == [day, other])
    }

    @Test("A return changes the sheet of its day, when it is made, void, and deleted")
    func back() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", on: .test.adding(days: -9))
        let sale = try shop.addSale(to: ann, [.line("Mug", 2, "3")], on: day)
        var back: Int64 = 0

        let made = try changed(shop) {
            back = try shop.addReturn(of: sale, on: other, [.line("Mug", 1, "3")])
        }
        let void = try changed(shop) { try shop.void(back) }
        let deleted = try changed(shop) {
            try shop.change(Sale.self, back) { $0.managedObjectContext?.delete($0) }
        }

        #expect(made.contains(other) && !made.contains(far))
        #expect(void.contains(other) && !void.contains(far))
        #expect(deleted.contains(other) && !deleted.contains(far))
    }

    @Test("A line that is deleted alone changes the sheet of its sale's day")
    func line() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "3"), .line("Jug", 1, "9")], on: day)

        let changed = try changed(shop) {
            try shop.change(SaleLine.self) { $0.managedObjectContext?.delete($0) }
        }

        #expect(changed.contains(day))
    }

    @Test("What stands on many sheets changes all of them")
    func all() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", on: day)
        let past = try #require(CalendarDay(year: 2020, month: 2, day: 3))
        let changes: [() throws -> Void] = [
            { try shop.change(Customer.self) { $0.name = "Anne" } },
            { try shop.change(Product.self) { $0.name = "Cup" } },
            { try shop.change(PaymentKind.self) { $0.name = "Coins" } },
            { _ = try shop.addTaxRate("VAT", "19") },
            { try shop.write { try ShopProfile.make(in: $0).name = "Mugs and More" } },
            {
                try shop.write {
                    _ = try ClosedDay.close(past, opening: 0, counted: 0, note: nil, in: $0)
                }
            },
        ]

        for (index, change) in changes.enumerated() {
            let changed = try changed(shop, change)
            #expect(changed == [day, other, far], "change \(index)")
        }
        // Of a save that goes by the household nothing is known.
        let unknown = try changed(shop) {
            try shop.household.container.write { context in
                try context.fetch(FetchRequest<Customer>()).first?.name = "Anna"
                try context.save()
            }
        }
        #expect(unknown == [day, other, far])
    }

    @Test("What stands on no sheet changes none")
    func none() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", on: day)

        let stock = try changed(shop) {
            try shop.change(Product.self) { product in
                let context = try #require(product.managedObjectContext)
                _ = try product.enter(.delivered, 7, in: context)
            }
        }
        let address = try changed(shop) {
            try shop.change(Customer.self) { $0.emailid = "ann@example.org" }
        }

        #expect(stock.isEmpty)
        #expect(address.isEmpty)
    }

    /// Which of the days have other sheets after a change.
    private func changed(
        _ shop: TestHousehold, _ change: () throws -> Void
    ) throws -> Set<CalendarDay> {
        let days = [day, other, far]
        let former = days.map(shop.household.saleDays.version(of:))
        try change()
        let present = days.map(shop.household.saleDays.version(of:))
        return Set(days.indices.filter { former[$0] != present[$0] }.map { days[$0] })
    }
}

extension TestHousehold {
    fileprivate func write(_ body: (ManagedObjectContext) throws -> Void) throws {
        try household.container.write { context in
            try body(context)
            try household.save(context)
        }
    }

    /// Changes a record of a class: the first one, or that with a number.
    fileprivate func change<Record: ManagedObject>(
        _ type: Record.Type, _ number: Int64? = nil, _ body: (Record) throws -> Void
    ) throws {
        try write { context in
            let records = try context.fetch(FetchRequest<Record>()).sorted {
                ($0.objectID.recordNumber ?? 0) < ($1.objectID.recordNumber ?? 0)
            }
            let record = records.first { number == nil || $0.objectID.recordNumber == number }
            try body(try #require(record))
        }
    }
}
