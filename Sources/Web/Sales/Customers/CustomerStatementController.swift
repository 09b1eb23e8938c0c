import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// What a customer can be given: a statement to print, and everything that is kept about them.
struct CustomerStatementController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.customerStatement("{id}"), by: .readers(of: .sales), use: show)
        routes.get(.everythingAboutCustomer("{id}"), by: .readers(of: .sales), use: showEverything)
    }

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let (first, last) = try request.days()
        return try await site.page(for: request, context, of: EntityName.sales) { records in
            let customer = try shop.customer(number, in: records)
            let statement = try CustomerStatement(
                of: customer, from: first, through: last, in: records)
            return CustomerStatementPage(
                statement, shop, try shop.details(in: records),
                in: try shop.style(for: customer, in: records))
        }
    }

    @Sendable
    private func showEverything(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.recordNumber
        var response = try await site.json(for: request, context, of: EntityName.sales) {
            records in
            try shop.everything(about: shop.customer(number, in: records), in: records)
        }
        response.headers[.contentDisposition] = "attachment; filename=\"customer-\(number).json\""
        return response
    }
}

extension Shop {
    /// Everything that is kept about a person: what is known of them, all sales with their payments and
    /// invoices, quotes, what is parked, and where else they are named.
    ///
    /// - Throws: errors of the store.
    fileprivate func everything(
        about customer: Customer, in context: ManagedObjectContext
    ) throws -> JSONValue {
        let statement = try CustomerStatement(of: customer, from: nil, through: nil, in: context)
        let parked = try customer.parkedSales.map(ParkedSaleValues.init)
        let others = try customer.salesNamingThem(in: context).filter { $0.customer !== customer }
        return .object([
            (
                "customer",
                try CustomerValues(customer, in: context).json(warnings: [], links)
            ),
            ("sales", .array(statement.sales.map { $0.json(links) })),
            ("owed", .string(Money.plainText(statement.owed))),
            (
                "invoices",
                .array(
                    try customer.sales.compactMap(\.invoice).sorted { $0.number < $1.number }
                        .map { try InvoiceValues($0).json(links) })
            ),
            (
                "quotes",
                .array(
                    customer.quotes.sorted { $0.number < $1.number }.map {
                        QuoteValues($0).json(links)
                    })
            ),
            (
                "parkedSales",
                .array(
                    parked.sorted { $0.recordNumber < $1.recordNumber }.map { $0.json(links) })
            ),
            (
                "namedInOtherSales",
                .array(
                    others.sorted { $0.number < $1.number }.map { sale in
                        .object([
                            ("number", .int(Int(sale.number))),
                            ("numberText", .string(sale.numberText)), ("note", .string(sale.note)),
                            ("voidReason", .string(sale.voidReason)),
                        ])
                    })
            ),
        ])
    }
}
