import Domain
import Foundation
import Hummingbird
import Persistence

/// The list of sales, that of a customer, the page of a sale, and the lines of all.
struct SalesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let (sales, shop) = (Sales(shop: shop), shop)
        routes.addList(at: .sales, by: .readers(of: .sales), of: sales)
        routes.addList(
            at: .customerSales("{id}"), by: .readers(of: .sales),
            of: Sales(shop: shop, customer: Buyer(recordNumber: 0, name: ""))
        ) {
            Sales(shop: shop, customer: try await shop.buyer($0.recordNumber))
        }
        PageActions(sales).addRoutes(to: &routes)
        routes.addExports(SaleLine.list, at: .saleLines, shop)
    }
}

extension Sale {
    /// Whether anything of this sale can be returned.
    var hasReturnableLines: Bool {
        !isVoid && !isReturn && returnableLines.contains { $0.quantity > 0 }
    }
}

extension Shop {
    /// The customer in an address, by number and name.
    ///
    /// - Throws: a 404 if there is none.
    func buyer(_ number: Int64) async throws -> Buyer {
        try await household.container.read { try Buyer(customer(number, in: $0)) }
    }
}
