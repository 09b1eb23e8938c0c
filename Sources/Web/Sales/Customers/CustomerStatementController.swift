import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The documents for a customer: a statement to print, and all stored data.
struct CustomerStatementController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let shop = shop
        addPage(
            at: .customerStatement("{id}"), to: &routes,
            as: .query(RouteParameter("from", "From", .day), RouteParameter("to", "To", .day)),
            about: { (number: try $1.recordNumber, days: try $0.days()) }
        ) { subject, _, records in
            let customer = try shop.customer(subject.number, in: records)
            let statement = try CustomerStatement(
                of: customer, from: subject.days.first, through: subject.days.last, in: records)
            return CustomerStatementPage(
                statement, of: customer, shop, try shop.details(in: records),
                in: try shop.style(for: customer, in: records))
        }
        routes.get(
            .everythingAboutCustomer("{id}"), by: .readers(of: .sales),
            as: .document(
                .members("customer sales owed invoices quotes parkedSales namedInOtherSales")),
            use: showEverything)
    }

    private func showEverything(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.recordNumber
        var response = try await site.pages.json(
            for: request, context, dependingOn: EntityName.sales
        ) {
            records in
            try shop.everything(about: shop.customer(number, in: records), in: records)
        }
        response.headers[.contentDisposition] = "attachment; filename=\"customer-\(number).json\""
        return response
    }
}

extension Shop {
    /// All stored data about a person: the contact details, all sales with their payments and
    /// invoices, quotes, parked sales, and other records that name the person.
    ///
    /// - Throws: errors of the store.
    fileprivate func everything(
        about customer: Customer, in context: ManagedObjectContext
    ) throws -> JSONValue {
        let statement = try CustomerStatement(of: customer, from: nil, through: nil, in: context)
        let invoices = customer.sales.compactMap(\.invoice).sorted { $0.number < $1.number }
        let quotes = customer.quotes.sorted { $0.number < $1.number }
        let parked = customer.parkedSales.sorted { $0.savedNumber < $1.savedNumber }
        let others = try customer.salesNamingThem(in: context).filter { $0.customer !== customer }
            .sorted { $0.number < $1.number }
        return try .object([
            ("customer", customers.json(customers.values(customer, in: context))),
            ("sales", .array(statement.sales.map { try $0.json(links) })),
            ("owed", .money(statement.owed)),
            ("invoices", .array(invoices.map { try InvoiceValues($0).json(links) })),
            ("quotes", .array(quotes.map { $0.json(links) })),
            ("parkedSales", .array(parked.map { try ParkedSaleValues($0).json(links) })),
            ("namedInOtherSales", .array(others.map(\.jsonOfTexts))),
        ])
    }
}

extension Sale {
    /// Its number and the texts that may name a person.
    fileprivate var jsonOfTexts: JSONValue {
        .object([
            ("number", .int(number)), ("numberText", .string(numberText)),
            ("note", .string(note)), ("voidReason", .string(voidReason)),
        ])
    }
}

/// The purchases, payments and debts of a customer.
struct CustomerStatement {
    /// The first and the last day of the statement; nil for no limit.
    let from: CalendarDay?
    let through: CalendarDay?
    /// Sales and returns by day, including void ones.
    let sales: [Sale]

    /// - Throws: errors of the store.
    init(
        of customer: Customer, from: CalendarDay?, through: CalendarDay?,
        in context: ManagedObjectContext
    ) throws {
        (self.from, self.through) = (from, through)
        var query = SaleQuery()
        query.customer = customer.savedNumber
        (query.from, query.through) = (from, through)
        query.sortDescriptors = [FetchSortDescriptor("date"), FetchSortDescriptor("number")]
        sales = try Sale.fetch(query.fetchRequest(context.coordinator), in: context)
    }

    /// The sales and returns that are not void.
    var counting: [Sale] { sales.filter { !$0.isVoid } }

    /// The total of these.
    var total: Decimal { counting.reduce(0) { $0 + $1.total } }

    /// The unpaid amount of these.
    var owed: Decimal { counting.reduce(0) { $0 + $1.owed } }
}

/// A statement of a customer to print.
struct CustomerStatementPage: TemplatePage {
    static let template = "sales/customers/statement"

    var layout: LayoutPage
    var head: PaperHead
    /// The days in the language of the site: `All purchases`.
    var summary: String
    var customer: String
    var contact: String
    /// `All purchases`, `From Nov 1, 2026 to Nov 30, 2026`, in the language of the paper.
    var period: String
    var from: String
    var to: String
    var path: String
    var rows: [CustomerStatementRow]
    var total: String
    var owed: String
    var customerPath: String
}

/// A sale or a return on a statement.
struct CustomerStatementRow: Sendable {
    /// `Sale 17`.
    var title: String
    /// `Nov 21, 2026`.
    var day: String
    var dayISO: String
    var products: String
    var total: String
    /// The unpaid amount; empty for nothing.
    var owed: String
}

extension CustomerStatementPage {
    /// - Parameter details: the profile of the shop.
    init(
        _ statement: CustomerStatement, of customer: Customer, _ shop: Shop,
        _ details: ShopDetails, in style: PaperStyle
    ) {
        let (links, texts, number) = (shop.links, style.texts, customer.savedNumber)
        let name = customer.name ?? ""
        let contact = [customer.contactno, customer.emailid].compactMap(\.self)
        let summary = statement.period(in: shop.site.papers.english)
        self = style.write {
            CustomerStatementPage(
                layout: shop.layout("Statement for \(name)", of: customer),
                head: PaperHead(texts[.statement], from: details, style),
                summary: summary, customer: name,
                contact: ((customer.mainAddress?.lines ?? []) + contact).joined(separator: "\n"),
                period: statement.period(in: texts),
                from: statement.from?.description ?? "", to: statement.through?.description ?? "",
                path: links(.customerStatement(number)),
                rows: statement.counting.map { sale in
                    CustomerStatementRow(
                        title: texts.text(
                            sale.isReturn ? .return : .sale, ["number": sale.writtenNumber]),
                        day: DayText.short(sale.dayOrFirst), dayISO: sale.dayOrFirst.description,
                        products: sale.productsText, total: shop.money(sale.total),
                        owed: sale.owed > 0 ? shop.money(sale.owed) : "")
                }, total: shop.money(statement.total),
                owed: statement.owed > 0 ? shop.money(statement.owed) : "",
                customerPath: links(.customer(number)))
        }
    }
}

extension CustomerStatement {
    /// `All purchases`, `From Nov 1, 2026 to Nov 30, 2026`.
    fileprivate func period(in texts: PaperTexts) -> String {
        let (first, last) = (from.map { DayText.short($0) }, through.map { DayText.short($0) })
        return switch (first, last) {
        case (let from?, let to?): texts.text(.fromTo, ["from": from, "to": to])
        case (let from?, nil): texts.text(.from, ["from": from])
        case (nil, let to?): texts.text(.to, ["to": to])
        case (nil, nil): texts[.allPurchases]
        }
    }
}
