import Persistence
import Testing

@testable import Domain

struct ShopCurrencyTests {
    @Test("What another server says of the currency is read after the turn in which it is told")
    func others() throws {
        let shop = try TestHousehold()
        let currency = shop.household.shopCurrency
        // Not through the household, as another server does.
        try shop.household.container.write { context in
            ShopProfile(context: context).currency = "EUR"
            try context.save()
        }
        let saved = SavedChanges(nil, from: nil, to: shop.household.changes.version)

        currency.follow(others: saved)
        let former = currency.current
        currency.read(others: saved)

        #expect(former == .dollar)
        #expect(currency.current.code == "EUR")
    }
}
