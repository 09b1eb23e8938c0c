import Persistence
import Testing

@testable import Domain

struct ShopCurrencyTests {
    @Test("A currency that another server saves is read when the change is observed")
    func others() throws {
        let shop = try TestHousehold()
        let currency = shop.household.shopCurrency
        // Not through the household, as by another server.
        try shop.household.container.write { context in
            ShopProfile(context: context).currency = "EUR"
            try context.save()
        }
        let former = currency.current

        currency.follow(
            others: SavedChanges(nil, isPartial: true, number: shop.household.changes.version))

        #expect(former == .dollar)
        #expect(currency.current.code == "EUR")
    }

    @Test("The currency changes with the save, and not with a failed one")
    func own() throws {
        let shop = try TestHousehold()
        let currency = shop.household.shopCurrency
        try shop.household.container.write { context in
            let profile = ShopProfile(context: context)
            profile.currency = "CHF"
            let faulty = Item(context: context)
            faulty.itemName = ""
            #expect(throws: (any Error).self) { try shop.household.save(context) }
            #expect(currency.current == .dollar)
            context.delete(faulty)
            try shop.household.save(context)
        }
        #expect(currency.current.code == "CHF")
    }
}
