import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// The sales to a customer: list, new, create.
struct CustomerSalesController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }
    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.customerSales("{id}"), by: .readers(of: .sales), use: index)
        routes.get(SitePath.customerSales("{id}").json, by: .readers(of: .sales), use: indexJSON)
        routes.get(SitePath.customerSales("{id}").csv, by: .readers(of: .sales), use: indexCSV)
        routes.get(
            SitePath.customerSales("{id}").events, by: .readers(of: .sales), use: indexEvents)
        routes.get(.newCustomerSale("{id}"), by: .editors(of: .sales), use: new)
        routes.post(.customerSales("{id}"), by: .editors(of: .sales), use: create)
    }

    // MARK: - Lists

    @Sendable
    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        return try await shop.index(list, customer: buyer.name, request, context)
    }

    @Sendable
    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        try list.check()
        return try await site.json(for: request, context, of: EntityName.sales) { records in
            try SaleList(list, shop.household, in: records).json(shop.links)
        }
    }

    @Sendable
    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        try list.check()
        return try await SaleTable(list.sales, shop).response(
            fileName: "sales-\(buyer.recordNumber)")
    }

    @Sendable
    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let buyer = try await shop.buyer(context.recordNumber)
        let list = try SaleListRequest(request, layout, customer: buyer.recordNumber)
        return try await shop.events(list, request)
    }

    // MARK: - Forms

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        var page = try await shop.household.container.read { records in
            try SaleNewPage(shop.customer(number, in: records), shop, in: records)
        }
        let named = try request.namedFields
        if named.fields.isEmpty {
            page.form.lines[0].hasFocus = true
        } else {
            page.form.show(named.hasPlainLine ? named.withNumberedLine : named, nil)
        }
        // Not kept as other pages are: it holds the day of today.
        return try site.renderer.response(page, context: context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        let input = SaleInput(posted)
        if posted["add"] != nil, posted.cardFaults.isEmpty {
            return try await showAgain(number, posted, nil, context)
        }
        do {
            let sale = try await site.once(posted, at: "lines") {
                try await shop.sell(input, to: number)
            }
            return site.changed(
                sale.json(shop.links), status: .created, at: .sale(sale.recordNumber),
                after: request, announcing: .saleAdded)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The sale was not added") }
            return try await showAgain(number, posted, refusal, context)
        }
    }

    /// Shows the form with what was typed, and with one more line.
    private func showAgain(
        _ number: Int64, _ form: FormData, _ refusal: FormRefusal?, _ context: SiteContext
    ) async throws -> Response {
        let page = try await shop.household.container.read { records in
            var page = try SaleNewPage(shop.customer(number, in: records), shop, in: records)
            page.form.show(form, refusal)
            return page
        }
        guard let refusal else {
            var response = try site.renderer.response(page, context: context)
            response.headers[.cacheControl] = "no-store"
            return response
        }
        return try site.refused(page, refusal, context)
    }
}

extension Shop {
    /// Sells what was entered to a customer.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    func sell(_ input: SaleInput, to number: Int64) async throws -> SaleValues {
        try await change { context in
            let customer = try customer(number, in: context)
            let sale = try input.make { try customer.addSale($0, in: context) }
            try household.save(context)
            return SaleValues(sale)
        }
    }

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

extension SaleNewPage {
    /// The form of a new sale to a customer.
    init(_ customer: Customer, _ shop: Shop, in context: ManagedObjectContext) throws {
        let row = BuyerRow(customer, shop.links)
        let number = customer.objectID.recordNumber ?? 0
        let path = shop.links(.customer(number))
        self.init(
            layout: shop.site.layout(
                title: "New sale to \(row.name)", section: .sales,
                crumbs: [shop.customersCrumb, PathLink(label: row.name, path: path)]),
            customer: row.name, details: row.details, customerPath: path,
            form: try SaleForm(
                path: shop.links(.customerSales(number)), cancelPath: path, shop, in: context))
    }
}
