import Domain
import Foundation
import Persistence

/// What was bought, with the products or the customers in its rows (`sales/_trade`).
struct TradeTable: Sendable {
    /// Its name in the address of the page.
    var id: String
    /// `Who bought it`.
    var title: String
    /// What stands in the rows: `Customer`.
    var subject: String
    var rows: [TradeRow]
    /// `And 80 others`.
    var more = ""
}

extension TradeTable {
    /// Customers that are shown.
    private static let shownCustomers = 100

    /// What a customer bought, by the record number of the product.
    ///
    /// - Throws: errors of the store.
    static func products(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> TradeTable {
        TradeTable(
            id: "products", title: "Products bought", subject: "Product",
            rows: try TradeRow.products(bought, shop, in: context))
    }

    /// Who bought a product, by the record number of the customer.
    ///
    /// - Throws: errors of the store.
    static func customers(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> TradeTable {
        let sorted = TradeRow.sorted(bought)
        let others = sorted.count - shownCustomers
        return TradeTable(
            id: "buyers", title: "Who bought it", subject: "Customer",
            rows: try TradeRow.customers(sorted.prefix(shownCustomers), shop, in: context),
            more: others > 0 ? "And \(ItemCount.text(others, "other", "others"))" : "")
    }
}
