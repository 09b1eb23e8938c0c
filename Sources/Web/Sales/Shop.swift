import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The dependencies that the controllers of customers, sales and products share.
struct Shop: Sendable {
    let site: Site

    var household: Household { site.household }
    var links: SiteLinks { site.links }
    init(_ site: Site) {
        self.site = site
    }

    /// The currency of the shop.
    var currency: Currency { site.currency }

    /// An amount for people, in the currency of the shop.
    func money(_ amount: Decimal) -> String { currency.text(amount) }

    /// The profile on receipts: the values from the command line, or else those of the shop's page.
    ///
    /// - Throws: errors of the store.
    func details(in context: ManagedObjectContext) throws -> ShopDetails {
        var details = site.configuration.shop
        if let profile = try ShopProfile.current(in: context) { details.complete(with: profile) }
        return details
    }

    var salesCrumb: PathLink { PathLink(label: "Sales", path: links(.sales)) }

    var customersCrumb: PathLink { PathLink(label: "Customers", path: links(.customers)) }
}

extension Shop {
    /// A warning on the form of a sale if today is closed; empty otherwise.
    ///
    /// - Throws: errors of the store.
    func closedNotice(in context: ManagedObjectContext) throws -> [Notice] {
        let today = CalendarDay.today()
        guard try ClosedDay.isClosed(today, in: context) else { return [] }
        return [
            Notice(
                text: "Today is closed. Choose another day, or reopen it.", isWarning: true,
                linkPath: links(.salesDay(today)), linkLabel: "Day sheet")
        ]
    }

    /// A warning after a sale with untaxed lines in a shop that has tax rates but no default: the
    /// tax may have been forgotten.
    ///
    /// - Throws: errors of the store.
    func untaxedNotice(of sale: Sale, in context: ManagedObjectContext) throws -> [Notice] {
        let names = sale.lines.filter { $0.taxRate == nil && $0.itemKey == nil }
            .compactMap(\.product).filter { $0.taxRate == nil }.map { $0.name ?? "" }
        guard let name = names.first, try ShopProfile.current(in: context)?.taxRate == nil,
            try TaxRate.all(in: context).contains(where: { !$0.isRetired })
        else { return [] }
        let subject = names.count == 1 ? "“\(name)” was" : "\(names.count) products were"
        return [
            Notice(
                text: "\(subject) sold without tax.", isWarning: true,
                linkPath: links(.shop), linkLabel: "Choose a default tax rate")
        ]
    }
}

extension Shop {
    var customers: Customers { Customers(shop: self) }
    var products: Products { Products(shop: self) }
    var sales: Sales { Sales(shop: self) }
    var quotes: Quotes { Quotes(shop: self) }
    var invoices: Invoices { Invoices(shop: self) }
}

extension ShownResource {
    /// Changes or adds a record, and saves it.
    ///
    /// - Throws: ``ValidationErrors`` for faults of the values, and errors of the closure.
    func save(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Record
    ) async throws -> RecordSummary {
        try await site.change { context in
            let record = try body(context)
            try site.household.save(context)
            return try summary(of: record, in: context)
        }
    }
}

protocol SalesRoutes: RouteProvider {
    var shop: Shop { get }
}

extension SalesRoutes {
    var site: Site { shop.site }

    /// The response to a saved sale, quote or invoice.
    func answer(
        _ record: RecordSummary, status: HTTPResponse.Status = .created, _ flash: FlashMessage,
        after request: Request
    ) -> Response {
        site.changed(
            record.document, status: status, at: record.path, after: request, flash: flash)
    }

    /// Adds a page that depends only on records of the shop, also as JSON.
    ///
    /// - Parameters:
    ///   - find: what an address names.
    ///   - csv: the handler of its table. Default: there is none.
    ///   - events: its state for live updates. Default: there is none.
    ///   - page: the page, with the results of the last request.
    func addPage<Subject: Sendable>(
        at path: SitePath, to routes: inout SiteRoutes,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription,
        about find: @escaping @Sendable (SiteContext) throws -> Subject,
        csv: SiteRoutes.Handler? = nil,
        json: @escaping @Sendable (Subject, ManagedObjectContext) throws -> JSONValue,
        events: (@Sendable (Subject, ManagedObjectContext) throws -> LiveState)? = nil,
        page:
            @escaping @Sendable (Subject, [Notice], ManagedObjectContext) throws ->
            any TemplatePage
    ) {
        let (site, entities) = (site, EntityName.sales)
        var stream: SiteRoutes.Handler?
        if let events {
            stream = { request, context in
                let subject = try find(context)
                return try await site.events(for: request, dependingOn: entities) {
                    try events(subject, $0)
                }
            }
        }
        routes.get(
            path, by: .readers(of: .sales), as: description(),
            use: { request, context in
                let (subject, notices) = (try find(context), site.notices(for: request))
                return try await site.pages.page(for: request, context, dependingOn: entities) {
                    try page(subject, notices, $0)
                }
            },
            json: { request, context in
                let subject = try find(context)
                return try await site.pages.json(for: request, context, dependingOn: entities) {
                    try json(subject, $0)
                }
            }, csv: csv, events: stream)
    }

    /// The response to a form with lines: the saved record, or the form again with a further line,
    /// or with its faults.
    ///
    /// - Parameters:
    ///   - title: the title of the error for programs.
    ///   - page: the page of the form with the input.
    ///   - save: saves the input, and responds.
    func answer(
        _ request: Request, _ context: SiteContext, _ posted: FormData, orRefuse title: String,
        showing page: (FormData, ValidationErrors?) async throws -> any TemplatePage,
        _ save: () async throws -> Response
    ) async throws -> Response {
        try posted.checkItems(for: context.viewer)
        if posted["add"] != nil, posted.cardFaults.isEmpty {
            return try site.unsaved(try await page(posted, nil), context)
        }
        return try await site.answer(request, context, orRefuse: title, save) { refusal in
            try await page(posted, refusal)
        }
    }
}

/// A form about one record of the shop, which makes one change: a payment, a return, an invoice.
struct SaleStep<Records: ShownResource>: Sendable {
    /// The resource of the record that it makes or changes.
    let records: Records
    /// The title of the error for programs: `Nothing was returned`.
    let refusal: String
    let flash: FlashMessage
    /// The field with the question about a form that is sent twice; nil for a form without an
    /// idempotency key.
    var keyField: String?
    /// The address of what the form would make, if it is made already.
    var made: @Sendable (Int64, ManagedObjectContext) throws -> SitePath? = { _, _ in nil }
    /// The page of the form of a record.
    let page: @Sendable (Int64, ManagedObjectContext) throws -> any FormPage
    /// Makes the change of a posted form. Returns the record for the answer.
    let change: @Sendable (Int64, FormData, ManagedObjectContext) throws -> Records.Record
}

extension SalesRoutes {
    /// Adds the form and the change of a step.
    func add<Records>(
        _ step: SaleStep<Records>, at path: SitePath, to routes: inout SiteRoutes,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription
    ) {
        let site = site
        routes.get(path, by: .editors(of: .sales)) { request, context in
            let number = try context.recordNumber
            let made = try await site.household.container.read { try step.made(number, $0) }
            if let made { return site.redirect(to: made, after: request) }
            return try await site.pageOfToday(context) { try step.page(number, $0) }
        }
        routes.post(path, by: .editors(of: .sales), as: description()) { request, context in
            let number = try context.recordNumber
            let form = try await site.form(of: request)
            do {
                return try await site.answer(
                    request, context, form, orRefuse: step.refusal,
                    on: { try step.page(number, $0) }
                ) {
                    let change = {
                        try await step.records.save { try step.change(number, form, $0) }
                    }
                    let record =
                        if let field = step.keyField {
                            try await site.idempotently(form, at: field, change)
                        } else {
                            try await change()
                        }
                    return answer(
                        record, status: description().adds ? .created : .ok, step.flash,
                        after: request)
                }
            } catch let stale as EditConflict<Int64> {
                guard !request.wantsJSON else { throw stale.error }
                var page = try await site.household.container.read { try step.page(number, $0) }
                page.show(form, ValidationErrors(status: .conflict, faults: []))
                return try site.unsaved(page, status: .conflict, context)
            }
        }
    }
}
