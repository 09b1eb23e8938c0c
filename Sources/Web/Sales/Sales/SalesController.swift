import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// A list of sales: of all, or of those to a customer.
struct SaleListController: SalesRoutes {
    let shop: Shop
    /// Whether the address names the customer.
    var isOfCustomer = false

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            isOfCustomer ? .customerSales("{id}") : .sales, by: .readers(of: .sales),
            as: .list(
                isOfCustomer ? SaleListRequest.parametersOfCustomer : SaleListRequest.parameters,
                of: Sale.schema), use: index, json: indexJSON, csv: indexCSV, events: indexEvents)
    }

    /// The view in an address.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8, and a 404 for an unknown customer.
    private func view(
        _ request: Request, _ context: SiteContext
    ) async throws -> (list: SaleListRequest, buyer: Buyer?) {
        let buyer = try await isOfCustomer ? shop.buyer(context.recordNumber) : nil
        let layout = shop.household.container.coordinator.layout
        return (try SaleListRequest(request, layout, customer: buyer?.recordNumber), buyer)
    }

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (list, buyer) = try await view(request, context)
        func refuse(_ list: SaleListRequest) throws -> Response {
            try site.renderer.response(
                SaleIndexPage(refused: list, shop, customer: buyer?.name),
                status: .unprocessableContent, context: context)
        }
        return try await site.pages.answer(list, refusing: refuse) {
            try await site.pages.page(for: request, context, dependingOn: EntityName.sales) {
                records in
                SaleIndexPage(
                    try SaleList(list, shop.household, in: records), shop,
                    customer: buyer?.name)
            }
        }
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try await view(request, context).list
        try list.check()
        return try await site.pages.json(for: request, context, dependingOn: EntityName.sales) {
            records in
            try SaleList<Sale>(list, shop.household, in: records).json(shop.links)
        }
    }

    private func indexCSV(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (list, buyer) = try await view(request, context)
        try list.check()
        return try await shop.table(
            list.sales, fileName: buyer.map { "sales-\($0.recordNumber)" } ?? "sales")
    }

    private func indexEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try await view(request, context).list
        try list.list.check()
        return try await site.events(for: request, dependingOn: EntityName.sales) { records in
            try SaleList<Sale>(list, shop.household, in: records).liveState(shop.links)
        }
    }
}

/// The page of a sale, and the lines of all.
struct SalesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .sale("{id}"), by: .readers(of: .sales), as: .document(Sale.schema), use: show,
            json: showJSON, events: showEvents)
        routes.addExports(SaleLine.list, at: .saleLines, shop)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(
            for: request, context, dependingOn: EntityName.sales.union([.item])
        ) { records in
            let sale = try shop.sale(number, in: records)
            let keys = Set(sale.lines.compactMap(\.itemKey))
            var page = SaleShowPage(
                sale, request, shop, items: try Item.existing(keys, in: records))
            if request.flash == .saleAdded {
                page.layout.notices += try shop.untaxedNotice(of: sale, in: records)
            }
            try page.layout.showChanges(of: sale, shop.household, in: records)
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.json(for: request, context, dependingOn: EntityName.sales) {
            records in
            try shop.sale(number, in: records).json(shop.links)
        }
    }

    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.events(for: request, dependingOn: EntityName.sales) { records in
            LiveState(rows: [try shop.sale(number, in: records).liveRow(shop.links)])
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
    /// The sale in an address.
    ///
    /// - Throws: a 404 if there is none.
    func sale(_ number: Int64, in context: ManagedObjectContext) throws -> Sale {
        let id = try context.coordinator.objectID(entityName: "Sale", recordNumber: number)
        var request = FetchRequest<Sale>(.evaluatedObject == id)
        // The page needs a few statements, regardless of the number of lines.
        request.relationshipKeyPathsForPrefetching =
            Sale.relationships + [
                "returns.lines", "returns.lines.product", "returnOf.lines", "returnOf.returns",
                "returnOf.returns.lines",
            ]
        guard let sale = try context.fetch(request).first else {
            throw SiteError.notFound("There is no such sale")
        }
        return sale
    }

    /// The customer in an address, by number and name.
    ///
    /// - Throws: a 404 if there is none.
    func buyer(_ number: Int64) async throws -> Buyer {
        try await household.container.read { try Buyer(customer(number, in: $0)) }
    }
}
