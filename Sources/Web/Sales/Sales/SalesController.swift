import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The sales: their list, and each page.
struct SalesController: SalesRoutes {
    let shop: Shop

    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .sales, by: .readers(of: .sales),
            as: .list(SaleListRequest.parameters, of: SaleValues.schema), use: index,
            json: indexJSON, csv: indexCSV, events: indexEvents)
        routes.get(
            .sale("{id}"), by: .readers(of: .sales), as: .document(SaleValues.schema), use: show,
            json: showJSON, events: showEvents)
    }

    // MARK: - Lists

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await shop.index(SaleListRequest(request, layout), request, context)
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try SaleListRequest(request, layout)
        try list.check()
        return try await site.json(for: request, context, dependingOn: EntityName.sales) {
            records in
            try SaleList(list, shop.household, in: records).json(shop.links)
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try SaleListRequest(request, layout)
        try list.check()
        return try await SaleTable(list.sales, shop).response()
    }

    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await shop.events(SaleListRequest(request, layout), request)
    }

    // MARK: - One sale

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(
            for: request, context, dependingOn: EntityName.sales.union([.item])
        ) { records in
            let sale = try shop.sale(number, in: records)
            let keys = Set(sale.lines.compactMap(\.itemKey))
            var page = SaleShowPage(
                SaleValues(sale), request, shop, net: sale.netAmount,
                originalNet: sale.returnOf?.netAmount, canReturn: sale.hasReturnableLines,
                items: try Item.existing(keys, in: records))
            if request.flash == .saleAdded {
                page.layout.notices += try shop.untaxedNotice(of: sale, in: records)
            }
            try page.layout.showChanges(of: sale, shop.household, in: records)
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context, dependingOn: EntityName.sales) {
            records in
            SaleValues(try shop.sale(number, in: records)).json(shop.links)
        }
    }

    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.events(for: request, dependingOn: EntityName.sales) { records in
            let sale = SaleValues(try shop.sale(number, in: records))
            return LiveState(rows: [sale.liveRow(shop.links)])
        }
    }
}

extension Sale {
    /// Whether anything of this sale can be returned.
    var hasReturnableLines: Bool {
        !isVoid && !isReturn && returnableLines.contains { $0.quantity > 0 }
    }
}

extension Shop {
    /// The page of a list of sales.
    func index(
        _ list: SaleListRequest, customer: String? = nil, _ request: Request,
        _ context: SiteContext
    ) async throws -> Response {
        func refuse(_ list: SaleListRequest) throws -> Response {
            try site.renderer.response(
                SaleIndexPage(refused: list, self, customer: customer),
                status: .unprocessableContent, context: context)
        }
        return try await site.answer(list, refusing: refuse) {
            try await site.page(for: request, context, dependingOn: EntityName.sales) { records in
                SaleIndexPage(
                    try SaleList(listed: list, household, in: records), self, customer: customer)
            }
        }
    }

    /// The stream of changes to a list of sales.
    func events(_ list: SaleListRequest, _ request: Request) async throws -> Response {
        try list.list.check()
        return try await site.events(for: request, dependingOn: EntityName.sales) { records in
            try SaleList(list, household, in: records).liveState(links)
        }
    }

    /// The sale in an address.
    ///
    /// - Throws: a 404 if there is none.
    func sale(_ number: Int64, in context: ManagedObjectContext) throws -> Sale {
        let id = try context.coordinator.objectID(entityName: "Sale", recordNumber: number)
        var request = FetchRequest<Sale>(.evaluatedObject == id)
        // The page needs a few statements, regardless of the number of lines.
        request.relationshipKeyPathsForPrefetching =
            SaleValues.relationships + [
                "returns.lines", "returns.lines.product", "returnOf.lines", "returnOf.returns",
                "returnOf.returns.lines",
            ]
        guard let sale = try context.fetch(request).first else {
            throw SiteError.notFound("There is no such sale")
        }
        return sale
    }
}

/// The list of the sales to a customer.
struct CustomerSalesController: SalesRoutes {
    let shop: Shop

    private var layout: ModelLayout { shop.household.container.coordinator.layout }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .customerSales("{id}"), by: .readers(of: .sales),
            as: .list(SaleListRequest.parametersOfCustomer, of: SaleValues.schema), use: index,
            json: indexJSON, csv: indexCSV, events: indexEvents)
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
        return try await site.json(for: request, context, dependingOn: EntityName.sales) {
            records in
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
    /// The customer in an address, by number and name.
    ///
    /// - Throws: a 404 if there is none.
    func buyer(_ number: Int64) async throws -> SaleValues.Buyer {
        try await household.container.read { context in
            let name = try customer(number, in: context).name ?? ""
            return SaleValues.Buyer(recordNumber: number, name: name)
        }
    }
}
