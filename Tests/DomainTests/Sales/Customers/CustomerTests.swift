import Foundation
import Persistence
import Testing

@testable import Domain

struct CustomerTests {
    @Test("Merging moves the sales, and the card if there was none")
    func merging() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let bob = try shop.addCustomer("Bob")
        try shop.addSale(to: bob, [.line("Sofa", 1, "10")])
        try shop.take(Self.card("1111"), of: bob)

        try shop.merge(bob, into: ann)

        try shop.household.container.read { context in
            let customer = try #require(try Customer.find(ann, in: context))
            #expect(customer.sales.map(\.number).sorted() == [1, 2, 3])
            #expect(customer.creditCard?.lastFour == "1111")
            #expect(try Customer.find(bob, in: context) == nil)
            let totals = try shop.household.salesFigures.totals(
                of: SalesPeriod(customer: ann), in: context)
            #expect(totals.amount == 16)
        }
        #expect(try shop.customerNames { _ in } == ["Ann"])
    }

    @Test("Merging fills empty fields, and reports what is lost")
    func mergingContacts() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", emailid: "ann@x.org")
        let bob = try shop.addCustomer("Bob", emailid: "bob@x.org", contactno: "030 1234")
        try shop.take(Self.card("1111"), of: bob)
        try shop.household.container.write { context in
            for (number, taxNumber) in [(ann, "DE1"), (bob, "DE2")] {
                try Customer.find(number, in: context)?.taxNumber = taxNumber
            }
            try shop.household.save(context)
        }
        let merge = try shop.household.container.read { context in
            CustomerMerge(
                try #require(try Customer.find(bob, in: context)),
                into: try #require(try Customer.find(ann, in: context)))
        }

        try shop.merge(bob, into: ann)

        try shop.household.container.read { context in
            let customer = try #require(try Customer.find(ann, in: context))
            #expect(customer.name == "Ann")
            #expect(customer.emailid == "ann@x.org")
            #expect(customer.contactno == "030 1234")
            #expect(customer.creditCard?.lastFour == "1111")
        }
        #expect(merge.kept.map(\.text) == ["030 1234", "Visa ending in 1111"])
        #expect(merge.lost.map(\.text) == ["Bob", "bob@x.org", "DE2"])
    }

    @Test("Merging keeps the existing card, and deletes the other")
    func mergingCards() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let bob = try shop.addCustomer("Bob")
        try shop.take(Self.card("2222"), of: ann)
        try shop.take(Self.card("1111"), of: bob)

        try shop.merge(bob, into: ann)

        try shop.household.container.read { context in
            let cards = try context.fetch(FetchRequest<CreditCard>())
            #expect(cards.map(\.lastFour) == ["2222"])
            #expect(cards.first?.customer?.name == "Ann")
        }
    }

    @Test("A card is replaced and removed, and none is orphaned")
    func cards() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")

        try shop.take(Self.card("1111"), of: ann)
        try shop.take(Self.card("2222"), of: ann)
        let kept = try shop.household.container.read { context in
            try context.fetch(FetchRequest<CreditCard>()).map(\.details)
        }
        try shop.take(nil, of: ann)

        #expect(kept == [Self.card("2222")])
        #expect(try shop.count(CreditCard.self) == 0)
    }

    @Test("Deleting a customer deletes the sales with their returns, and no product")
    func deletion() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.addCustomer("Bob")
        try shop.addReturn(of: 1, [.line("Mug", 1, nil)])

        try shop.household.container.write { context in
            let customer = try #require(try Customer.find(ann, in: context))
            context.delete(customer)
            try shop.household.save(context)
        }

        #expect(try shop.count(Sale.self) == 1)
        #expect(try shop.count(SaleLine.self) == 1)
        #expect(try shop.count(Product.self) == 1)
        #expect(try shop.amount() == 3)
    }

    @Test("Items sold to a removed person can be returned")
    func returnAfterRemoval() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.household.container.write { context in
            try Customer.find(ann, in: context)?.anonymize(in: context)
            try shop.household.save(context)
        }

        try shop.addReturn(of: 1, [.line("Mug", 1, nil)])

        #expect(try shop.amount() == 0)
    }

    private static func card(_ lastFour: String) -> CardDetails {
        CardDetails(brand: "Visa", lastFour: lastFour, holder: "A", expiry: "2030-01")
    }
}
