import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// New sales to a customer or to a walk-in.
struct NewSaleController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .newSale, by: .editors(of: .sales), as: .opening(["q"] + SaleLineReader.parameters),
            use: chooseBuyer)
        routes.get(
            .newCustomerSale("{id}"), by: .editors(of: .sales), as: .opening(SaleInput.parameters)
        ) {
            try await new(to: $1.recordNumber, $0, $1)
        }
        routes.post(
            .customerSales("{id}"), by: .editors(of: .sales),
            as: .form(of: SaleInput.parameters + ["park"], gives: .any).adding
        ) {
            try await create(to: $1.recordNumber, $0, $1)
        }
        routes.get(shop.invoices.paths.copy("{id}"), by: .editors(of: .sales), use: copyInvoice)
        routes.get(
            .newWalkInSale, by: .editors(of: .sales),
            as: .opening(SaleInput.parameters + ["customerName", "parked"])
                .called("Form of a sale to a walk-in")
        ) { try await new(to: nil, $0, $1) }
        routes.post(
            .sales, by: .editors(of: .sales),
            as: .form(of: SaleInput.parameters + ["customerName", "parked", "park"], gives: .any)
                .adding
        ) { try await create(to: nil, $0, $1) }
    }

    /// The search for the customer. A search with one match leads to the form at once.
    private func chooseBuyer(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try request.searchText
        let lines = try request.queryFields.filter { $0.name.hasPrefix("lines[") }
        if !text.allSatisfy(\.isWhitespace) {
            let only = try await shop.household.container.read { records in
                try Buyers(text, shop, in: records).only
            }
            if let only {
                let path = SitePath.newCustomerSale(only).query(lines)
                return site.redirect(to: path, after: request)
            }
        }
        // The notice about a closed day depends on the date.
        return try await site.pages.page(
            for: request, context, dependingOn: EntityName.sales,
            varyingOn: CalendarDay.today().description
        ) { records in
            var page = try BuyerPage(search: text, shop, in: records)
            page.pass(lines)
            return page
        }
    }

    private func new(
        to number: Int64?, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let named = try request.namedFields
        var page = try await page(number, named.fields.isEmpty ? nil : named.withNumberedLine)
        if named.fields.isEmpty { page.form.lines[0].hasFocus = true }
        // Not cached, because the form contains today's date.
        return try site.renderer.response(page, context: context)
    }

    /// The form of a sale with the lines of an invoice, to the same customer.
    private func copyInvoice(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let (customer, form) = try await shop.household.container.read { records in
            let invoice = try shop.invoices.existing(number, in: records)
            guard let sale = invoice.sale else {
                throw SiteError.notFound("The invoice has no sale")
            }
            return (sale.customer?.savedNumber, sale.pricedForm)
        }
        return try site.renderer.response(try await page(customer, form), context: context)
    }

    private func create(
        to number: Int64?, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let posted = try await site.form(of: request)
        return try await answer(
            request, context, posted, orRefuse: "The sale was not added",
            showing: { posted, refusal in
                var form = posted
                // If it is saved again, it is a second sale instead of the parked one.
                if refusal?.status == .conflict { form.remove { $0 == ParkedSaleValues.field } }
                return try await page(number, form, refusal)
            }
        ) {
            if posted["park"] != nil { return try await park(posted, number, request) }
            let sale = try await site.idempotently(posted, at: "lines") {
                try await shop.sales.save { try shop.sell(posted, to: number, in: $0) }
            }
            return answer(sale, .saleAdded, after: request)
        }
    }

    private func park(
        _ posted: FormData, _ number: Int64?, _ request: Request
    ) async throws -> Response {
        let parked = try await shop.park(posted, for: number)
        return site.changed(
            parked.json(shop.links), status: .created, at: .parkedSales, after: request,
            flash: .saleParked)
    }

    /// The form, with what was typed.
    private func page(
        _ number: Int64?, _ form: FormData?, _ refusal: ValidationErrors? = nil
    ) async throws -> SaleNewPage {
        try await shop.household.container.read { records in
            let customer = try number.map { try shop.customer($0, in: records) }
            var page = try SaleNewPage(customer, shop, in: records)
            page.layout.notices += try shop.closedNotice(in: records)
            if let form { page.form.show(form, refusal) }
            if refusal != nil { try page.form.suggestProducts(shop, in: records) }
            return page
        }
    }
}

extension Shop {
    /// Makes the posted sale to a customer or a walk-in. A parked sale is removed, and sold only
    /// once.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func sell(
        _ form: FormData, to number: Int64?, in context: ManagedObjectContext
    ) throws -> Sale {
        let known = try number.map { try customer($0, in: context) }
        var decoder = FormDecoder(form)
        let name = decoder.line("customerName", label: "Name", limit: 100).value
        if let parked = form[ParkedSaleValues.field].flatMap({ Int64($0) }) {
            guard let record = try ParkedSale.find(parked, in: context) else {
                throw ParkedSaleValues.gone
            }
            context.delete(record)
        }
        return try SaleInput(form).make(besides: FaultList(decoder.faults)) { draft in
            let new =
                try known == nil
                ? name.map { try Customer.add(named: $0, in: context) } : nil
            return try Sale.add(draft, to: known ?? new, in: context)
        }
    }
}

extension SaleNewPage {
    /// - Throws: errors of the store.
    init(_ customer: Customer?, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        guard let customer else {
            let path = links(.sales)
            self.init(
                layout: shop.sales.layout("New sale"),
                form: try SaleForm(path: path, cancelPath: path, asksName: true, shop, in: context))
            return
        }
        let row = BuyerRow(customer, links)
        let path = links(.customer(customer.savedNumber))
        self.init(
            layout: shop.layout("New sale to \(row.name)", of: customer), customer: row.name,
            details: row.details, customerPath: path,
            form: try SaleForm(
                path: links(.customerSales(customer.savedNumber)), cancelPath: path, shop,
                in: context))
    }
}

/// The search for the customer of a new sale.
struct BuyerPage: TemplatePage {
    static let template = "sales/buyer"

    var layout: LayoutPage
    /// The action of the search, which uses GET.
    var path: String
    var search: String
    /// The initial lines of the sale, as hidden fields.
    var kept: [HiddenField] = []
    /// Whether the search has the focus.
    var hasSearchFocus = true
    /// The found customers; without a search, those with the latest sales.
    var buyers: [BuyerRow]
    /// `Latest customers`, `3 customers have “555”`.
    var heading: String
    var newCustomerPath: String
    /// The form of a sale to a walk-in.
    var walkInPath = ""
    /// The parked sales.
    var parkedPath = ""
    /// `2 parked sales`.
    var parked = ""
}

extension BuyerPage {
    /// Passes the initial lines of the sale to the next page.
    mutating func pass(_ lines: [(name: String, value: String)]) {
        guard !lines.isEmpty else { return }
        let query = "?" + QueryText.encode(lines)
        kept = lines.map(HiddenField.init)
        walkInPath += query
        for index in buyers.indices { buyers[index].path += query }
    }
}

/// A customer to choose.
struct BuyerRow: Sendable {
    var id: String
    var name: String
    /// Number and e-mail address, which distinguish namesakes.
    var details: String
    /// The form of a sale to the customer.
    var path: String
    /// `3 sales`; empty if it is not shown.
    var count = ""
    var isChosen = false
    /// Whether it is the only match, which has the focus.
    var hasFocus = false
}

extension BuyerPage {
    /// The page of a search by name, e-mail address or digits of the number.
    init(search: String, _ shop: Shop, in context: ManagedObjectContext) throws {
        let found = try Buyers(search, shop, in: context)
        self.init(
            layout: shop.sales.layout("New sale"), path: shop.links(.newSale), search: search,
            hasSearchFocus: !found.rows.contains(where: \.hasFocus),
            buyers: found.rows, heading: found.heading, newCustomerPath: shop.links(.newCustomer),
            walkInPath: shop.links(.newWalkInSale), parkedPath: shop.links(.parkedSales))
        let parked = try context.count(for: FetchRequest<ParkedSale>())
        if parked > 0 { self.parked = ItemCount.text(parked, "parked sale", "parked sales") }
        layout.notices += try shop.closedNotice(in: context)
    }
}

/// Customers to choose from.
struct Buyers: Sendable {
    private(set) var rows: [BuyerRow]
    /// The heading above the customers.
    let heading: String

    /// The maximum number of customers shown.
    private static let shown = 20

    /// Finds customers by name, e-mail address or digits of the number; without a search, those
    /// with the latest sales.
    init(_ search: String, _ shop: Shop, in context: ManagedObjectContext) throws {
        let text = search.trimmingCharacters(in: .whitespacesAndNewlines)
        let customers: [Customer]
        if text.isEmpty {
            customers = try Self.latest(in: context)
            heading = customers.isEmpty ? "No customers yet" : "Latest customers"
        } else {
            var query = CustomerQuery()
            query.search = text
            var request = try query.fetchRequest(context.coordinator)
            request.fetchLimit = Self.shown
            customers = try context.fetch(request)
            request.fetchLimit = 0
            heading = Self.heading(try context.count(for: request), text)
        }
        rows = customers.map { BuyerRow($0, shop.links) }
        if !text.isEmpty, rows.count == 1 { rows[0].hasFocus = true }
    }

    /// The record number of the only match of a search; nil for none or several.
    var only: Int64? { rows.count == 1 && rows[0].hasFocus ? Int64(rows[0].id) : nil }

    /// Marks the customer with a number as selected.
    mutating func choose(_ id: String?) {
        for index in rows.indices { rows[index].isChosen = rows[index].id == id }
    }

    private static func latest(in context: ManagedObjectContext) throws -> [Customer] {
        var query = SaleQuery()
        query.hasCustomer = true
        query.isReturn = false
        var request = try query.fetchRequest(context.coordinator)
        request.fetchLimit = 5 * shown
        request.relationshipKeyPathsForPrefetching = ["customer"]
        return Array(try context.fetch(request).compactMap(\.customer).uniqued.prefix(shown))
    }

    private static func heading(_ count: Int, _ text: String) -> String {
        switch count {
        case 0: "No customer has “\(text)”"
        case 1: "One customer has “\(text)”"
        case ...shown: "\(count) customers have “\(text)”"
        default: "\(count) customers have “\(text)”; here are the first \(shown)"
        }
    }
}

extension BuyerRow {
    /// The row of a customer, which leads to the form of a sale.
    init(_ customer: Customer, _ links: SiteLinks) {
        let number = customer.savedNumber
        self.init(
            id: String(number), name: customer.name ?? "",
            details: customer.contactText, path: links(.newCustomerSale(number)))
    }
}
