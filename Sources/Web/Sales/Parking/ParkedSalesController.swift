import Domain
import Hummingbird
import Persistence

/// Sales that wait: which there are, going on with one, throwing one away.
struct ParkedSalesController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.parkedSales, by: .readers(of: .sales), use: index)
        routes.get(SitePath.parkedSales.json, by: .readers(of: .sales), use: indexJSON)
        routes.get(SitePath.parkedSales.csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(.parkedSale("{id}"), by: .editors(of: .sales), use: resume)
        routes.post(.deleteParkedSale("{id}"), by: .editors(of: .sales), use: delete)
    }

    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let notices = site.notices(for: request)
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            ParkedSalesPage(
                try ParkedSale.all(in: records).map(ParkedSaleValues.init), shop, notices: notices)
        }
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.json(for: request, context, of: EntityName.sales, ParkedSaleValues.list) {
            try ParkedSale.all(in: $0).map(ParkedSaleValues.init)
        } _: {
            $0.json(shop.links)
        }
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.csv(for: request, ParkedSaleValues.list, fileName: "parked-sales") {
            try ParkedSale.all(in: $0).map(ParkedSaleValues.init)
        }
    }

    @Sendable
    private func resume(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let page = try await shop.household.container.read { records in
            let parked = try shop.parkedSale(number, in: records)
            var page = try SaleNewPage(parked.customer, shop, in: records)
            page.form.show(try ParkedSaleValues(parked).form, nil)
            return page
        }
        // Not kept as other pages are: it holds the day of today.
        return try site.renderer.response(page, context: context)
    }

    @Sendable
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let parked = try await shop.change { records in
            let parked = try shop.parkedSale(number, in: records)
            let values = try ParkedSaleValues(parked)
            records.delete(parked)
            try shop.household.save(records)
            return values
        }
        return site.changed(
            parked.json(shop.links), at: .parkedSales, after: request,
            announcing: .parkedSaleDeleted)
    }
}

extension Shop {
    /// The parked sale that an address names.
    ///
    /// - Throws: a 404 if there is none.
    fileprivate func parkedSale(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> ParkedSale {
        guard let parked = try ParkedSale.find(number, in: context) else {
            throw SiteError.notFound("There is no such parked sale")
        }
        return parked
    }
}
