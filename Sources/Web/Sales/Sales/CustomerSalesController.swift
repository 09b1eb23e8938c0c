import Domain
import Hummingbird
import Persistence

/// The list of the sales to a customer.
struct CustomerSalesController: SalesRoutes {
    let shop: Shop

    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.customerSales("{id}"), by: .readers(of: .sales), use: index)
        routes.get(SitePath.customerSales("{id}").json, by: .readers(of: .sales), use: indexJSON)
        routes.get(SitePath.customerSales("{id}").csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(
            SitePath.customerSales("{id}").events, by: .readers(of: .sales), use: indexEvents)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        return try await shop.index(list, customer: buyer.name, request, context)
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        try list.check()
        return try await site.json(for: request, context, of: EntityName.sales) { records in
            try SaleList(list, shop.household, in: records).json(shop.links)
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        try list.check()
        return try await SaleTable(list.sales, shop).response(
            fileName: "sales-\(buyer.recordNumber)")
    }

    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        return try await shop.events(list, request)
    }
}

extension Shop {
    /// The customer whom an address names, by number and name.
    ///
    /// - Throws: a 404 if there is none.
    func buyer(_ number: Int64) async throws -> SaleValues.Buyer {
        try await household.container.read { context in
            let name = try customer(number, in: context).name ?? ""
            return SaleValues.Buyer(recordNumber: number, name: name)
        }
    }
}
