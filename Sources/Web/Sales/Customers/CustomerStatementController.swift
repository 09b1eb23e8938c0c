import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// What a customer can be given: a statement to print, and everything that is kept about them.
struct CustomerStatementController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.customerStatement("{id}"), by: .readers(of: .sales), use: show)
        routes.get(.everythingAboutCustomer("{id}"), by: .readers(of: .sales), use: showEverything)
    }

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

/// What a customer bought, paid and owes.
struct CustomerStatement: Sendable {
    let customer: SaleValues.Buyer
    /// The e-mail address and the number.
    let contact: [String]
    /// The first and the last day that were asked for; nil for all.
    let from: CalendarDay?
    let through: CalendarDay?
    /// Sales and returns in the order of their days; void ones among them.
    let sales: [SaleValues]

    /// - Throws: errors of the store.
    init(
        of record: Customer, from: CalendarDay?, through: CalendarDay?,
        in context: ManagedObjectContext
    ) throws {
        customer = SaleValues.Buyer(record)
        contact =
            (record.mainAddress?.lines ?? [])
            + [record.contactno, record.emailid].compactMap(\.self)
        (self.from, self.through) = (from, through)
        var query = SaleQuery()
        query.customer = customer.recordNumber
        (query.from, query.through) = (from, through)
        query.sortDescriptors = [FetchSortDescriptor("date"), FetchSortDescriptor("number")]
        var request = try query.fetchRequest(context.coordinator)
        request.relationshipKeyPathsForPrefetching = SaleValues.relationships
        sales = try context.fetch(request).map(SaleValues.init)
    }

    /// The sales and returns that count.
    var counting: [SaleValues] { sales.filter { !$0.isVoid } }

    /// What they come to.
    var total: Decimal { counting.reduce(0) { $0 + $1.total } }

    /// What is still to be paid of them.
    var owed: Decimal { counting.reduce(0) { $0 + $1.owed } }
}
