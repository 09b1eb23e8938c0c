import Domain
import Foundation
import Persistence

/// A table of purchases by product or by customer (`sales/_trade`).
struct TradeTable: Sendable {
    /// Its id in the address of the page.
    var id: String
    /// `Who bought it`.
    var title: String
    /// The heading of the rows: `Customer`.
    var subject: String
    var rows: [TradeRow]
    /// `And 80 others`.
    var more = ""
}

extension TradeTable {
    /// The number of customers shown.
    private static let shownCustomers = 100

    /// The purchases of a customer, by the record number of the product.
    ///
    /// - Throws: errors of the store.
    static func products(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> TradeTable {
        TradeTable(
            id: "products", title: "Products bought", subject: "Product",
            rows: try TradeRow.products(bought, shop, in: context))
    }

    /// The buyers of a product, by the record number of the customer.
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

/// The purchases of a product by a customer: on the customer's page the product, on the product's
/// page the customer.
struct TradeRow: Sendable {
    var name: String
    /// Whether there is a page to link to; a removed person has none.
    var isNamed = true
    var path: String
    /// `Nov 21, 2026`.
    var last = ""
    var lastISO = ""
    /// `12`.
    var quantity: String
    /// The text after the quantity in a card: `sold`.
    var unit: String
    /// `$240.00`.
    var total: String
}

extension TradeRow {
    private init(
        _ name: String, _ summary: SalesSummary, _ shop: Shop, unit: String, path: String
    ) {
        self.init(
            name: name, path: path,
            last: summary.days.map { DayText.short($0.upperBound) } ?? "",
            lastISO: summary.days?.upperBound.description ?? "",
            quantity: "\(summary.totals.quantity, grouped: true)", unit: unit,
            total: shop.money(summary.totals.amount))
    }

    /// The purchases by product with their record numbers, largest total first.
    ///
    /// - Throws: errors of the store.
    static func products(
        _ bought: [Int64: SalesSummary], _ shop: Shop, in context: ManagedObjectContext
    ) throws -> [TradeRow] {
        let links = shop.links
        let names = try RecordNames.names(of: Array(bought.keys), "Product", in: context)
        return sorted(bought).map { number, summary in
            TradeRow(
                names[number] ?? "", summary, shop, unit: "sold", path: links(.product(number)))
        }
    }

    /// The purchases by customer with their record numbers, largest total first.
    ///
    /// - Throws: errors of the store.
    static func customers(
        _ bought: ArraySlice<(key: Int64, value: SalesSummary)>, _ shop: Shop,
        in context: ManagedObjectContext
    ) throws -> [TradeRow] {
        let links = shop.links
        let names = try RecordNames.names(
            of: bought.map(\.key).filter { $0 > 0 }, "Customer", in: context)
        return bought.map { number, summary in
            guard let name = names[number] else {
                var row = TradeRow("No customer", summary, shop, unit: "bought", path: "")
                row.isNamed = false
                return row
            }
            return TradeRow(
                name, summary, shop, unit: "bought", path: links(.customer(number)))
        }
    }

    /// Sorts by total, largest first.
    static func sorted(
        _ bought: [Int64: SalesSummary]
    ) -> [(key: Int64, value: SalesSummary)] {
        bought.sorted { first, second in
            let (one, other) = (first.value.totals.amount, second.value.totals.amount)
            return one == other ? first.key < second.key : one > other
        }
    }
}
