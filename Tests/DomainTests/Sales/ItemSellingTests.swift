import Foundation
import Persistence
import Testing

@testable import Domain

struct ItemSellingTests {
    @Test("A sold item leaves the totals and links to its sale")
    func selling() throws {
        let shop = try Self.shop()

        let sale = try shop.sell("Sofa", price: "70.50")

        try shop.household.container.read { context in
            let item = try TestHousehold.item("Sofa", context)
            #expect(item.soldDate == CalendarDay.test.date)
            #expect(try item.sale(in: context)?.objectID.recordNumber == sale)
            #expect(try item.sale(in: context)?.customer?.name == "Ann")
            #expect(try item.sale(in: context)?.total == Decimal(string: "70.5"))
            let lamp = try TestHousehold.item("Lamp", context)
            #expect(try lamp.sale(in: context) == nil)
        }
        #expect(try Self.worth(shop) == 20)
        #expect(try Self.worth(shop, sold: true) == 100)
        #expect(try Self.names(shop, sold: nil) == ["Sofa", "Lamp"])
        #expect(try Self.names(shop, sold: false) == ["Lamp"])
        #expect(try Self.names(shop, sold: true) == ["Sofa"])
    }

    @Test("An item without a price is sold at its value")
    func price() throws {
        let shop = try Self.shop()

        try shop.sell("Sofa", price: nil)

        #expect(try shop.amount() == 103)
    }

    @Test("An item is sold once, and again after its return")
    func onceOnly() throws {
        let shop = try Self.shop()
        try shop.sell("Sofa", price: "70")
        #expect(throws: SaleRefusal.self) { try shop.sell("Sofa", price: "70") }

        let key = try shop.itemKey("Sofa")
        try shop.addReturn(of: 2, [SaleDraft.Line(.item(key))])
        #expect(try Self.worth(shop) == 120)

        try shop.sell("Sofa", price: "60")
        #expect(try Self.worth(shop) == 20)
        #expect(try shop.amount() == 63)
    }

    @Test("Voiding the sale restores the item; voiding the return marks it as sold again")
    func voiding() throws {
        let shop = try Self.shop()
        let sale = try shop.sell("Sofa", price: "70")
        let key = try shop.itemKey("Sofa")
        let back = try shop.addReturn(of: sale, [SaleDraft.Line(.item(key))])

        try shop.void(back)
        #expect(try Self.worth(shop) == 20)
        try shop.void(sale)

        #expect(try Self.worth(shop) == 120)
    }

    @Test("Deleting the customer restores the item; removing the person does not")
    func deletion() throws {
        let shop = try Self.shop()
        try shop.sell("Sofa", price: "70")
        try shop.sell("Lamp", price: "7", to: "Bob")

        try shop.household.container.write { context in
            for customer in try context.fetch(FetchRequest<Customer>()) {
                if customer.name == "Ann" { context.delete(customer) }
                if customer.name == "Bob" { try customer.anonymize(in: context) }
            }
            try shop.household.save(context)
        }

        #expect(try Self.names(shop, sold: true) == ["Lamp"])
    }

    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.add(["Sofa", "Lamp"])
        try shop.household.container.write { context in
            try TestHousehold.item("Sofa", context).valueInDollars = 100
            try TestHousehold.item("Lamp", context).valueInDollars = 20
            try shop.household.save(context)
        }
        try shop.addCustomer("Ann")
        return shop
    }

    private static func worth(_ shop: TestHousehold, sold: Bool? = nil) throws -> Int64 {
        var query = ItemQuery()
        query.sold = sold
        return try shop.household.container.read { context in
            try shop.household.inventoryCache.totals(of: query, in: context).valueInDollars
        }
    }

    private static func names(_ shop: TestHousehold, sold: Bool?) throws -> [String] {
        var query = ItemQuery()
        query.sold = sold
        return try shop.household.container.read { context in
            try context.fetch(try query.fetchRequest(in: context)).compactMap(\.itemName)
        }
    }
}
