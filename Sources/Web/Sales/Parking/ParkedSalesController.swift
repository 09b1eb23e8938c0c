import Domain
import Hummingbird
import Persistence

/// Sales that wait: which there are, going on with one, throwing one away.
struct ParkedSalesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.parkedSales, by: .readers(of: .sales), use: index)
        routes.get(SitePath.parkedSales.json, by: .readers(of: .sales), use: indexJSON)
        routes.get(SitePath.parkedSales.csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(.parkedSale("{id}"), by: .editors(of: .sales), use: resume)
        routes.post(.deleteParkedSale("{id}"), by: .editors(of: .sales), use: delete)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let notices = site.notices(for: request)
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            ParkedSalesPage(
                try ParkedSale.all(in: records).map(ParkedSaleValues.init), shop, notices: notices)
        }
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.json(for: request, context, of: EntityName.sales, ParkedSaleValues.list) {
            try ParkedSale.all(in: $0).map(ParkedSaleValues.init)
        } _: {
            $0.json(shop.links)
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.csv(for: request, ParkedSaleValues.list, fileName: "parked-sales") {
            try ParkedSale.all(in: $0).map(ParkedSaleValues.init)
        }
    }

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
        try context.existing(ParkedSale.self, number, "parked sale")
    }
}

/// The sales that wait.
struct ParkedSalesPage: TemplatePage {
    static let template = "sales/parked"

    var layout: LayoutPage
    var rows: [ParkedSaleRow]
    var newPath: String
    var jsonPath: String
}

/// A sale that waits.
struct ParkedSaleRow: Sendable {
    /// `Amina Diallo`, `Walk-in`.
    var customer: String
    /// `3 × Lamp, Rug`.
    var label: String
    /// `Nov 21, 2026`.
    var date: String
    var dateISO: String
    var path: String
    var deletePath: String
}

extension ParkedSalesPage {
    init(_ parked: [ParkedSaleValues], _ shop: Shop, notices: [Notice]) {
        let links = shop.links
        self.init(
            layout: shop.site.layout(
                title: "Parked sales", section: .sales, crumbs: [shop.salesCrumb],
                notices: notices),
            rows: parked.map { sale in
                ParkedSaleRow(
                    customer: sale.customer?.name ?? "Walk-in", label: sale.label,
                    date: sale.parkedAt.map { DateText.short($0) } ?? "",
                    dateISO: sale.parkedAt.map(ISO8601Text.utc) ?? "",
                    path: links(.parkedSale(sale.recordNumber)),
                    deletePath: links(.deleteParkedSale(sale.recordNumber)))
            }, newPath: links(.newSale),
            jsonPath: links(SitePath.parkedSales.json))
    }
}
