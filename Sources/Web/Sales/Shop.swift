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

/// A controller of the shop.
protocol SalesRoutes: RouteProvider {
    var shop: Shop { get }

    init(shop: Shop)
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

    /// Adds a page that depends only on records of the shop.
    ///
    /// - Parameters:
    ///   - find: what an address names.
    ///   - csv: the handler of its table. Default: there is none.
    ///   - json: its document. Default: there is none.
    ///   - events: its state for live updates. Default: there is none.
    ///   - page: the page, with the results of the last request.
    func addPage<Subject: Sendable>(
        at path: SitePath, to routes: inout SiteRoutes,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription,
        about find: @escaping @Sendable (Request, SiteContext) throws -> Subject,
        csv: SiteRoutes.Handler? = nil,
        json: (@Sendable (Subject, ManagedObjectContext) throws -> JSONValue)? = nil,
        events: (@Sendable (Subject, ManagedObjectContext) throws -> LiveState)? = nil,
        page:
            @escaping @Sendable (Subject, [Notice], ManagedObjectContext) throws ->
            any TemplatePage
    ) {
        let (site, entities) = (site, EntityName.sales)
        let document: SiteRoutes.Handler? = json.map { json -> SiteRoutes.Handler in
            { request, context in
                let subject = try find(request, context)
                return try await site.pages.json(for: request, context, dependingOn: entities) {
                    try json(subject, $0)
                }
            }
        }
        let stream: SiteRoutes.Handler? = events.map { events -> SiteRoutes.Handler in
            { request, context in
                let subject = try find(request, context)
                return try await site.events(for: request, dependingOn: entities) {
                    try events(subject, $0)
                }
            }
        }
        routes.get(
            path, by: .readers(of: .sales), as: description(),
            use: { request, context in
                let (subject, notices) = (
                    try find(request, context), site.notices(for: request)
                )
                return try await site.pages.page(for: request, context, dependingOn: entities) {
                    try page(subject, notices, $0)
                }
            }, json: document, csv: csv, events: stream)
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

/// A form of the shop that makes one change: a payment, a return, a delivery.
struct ChangeForm<Subject: Sendable>: Sendable {
    /// The title of the error for programs: `Nothing was returned`.
    let refusal: String
    let flash: FlashMessage
    /// The field with the question about a form that is sent twice; nil for a form without an
    /// idempotency key.
    var keyField: String?
    /// The address of what the form would make, if it is made already.
    var made: @Sendable (Subject, ManagedObjectContext) throws -> SitePath? = { _, _ in nil }
    /// The page of the form.
    let page: @Sendable (Subject, ManagedObjectContext) throws -> any FormPage
    /// Makes the change of a posted form and saves it.
    let change: @Sendable (Subject, FormData, ManagedObjectContext) throws -> ChangeAnswer
}

/// The answer to a change: the document for programs, and the page that follows.
typealias ChangeAnswer = (document: JSONValue, path: SitePath)

extension ShownResource {
    /// Saves a changed or added record.
    ///
    /// - Returns: the record for programs, and its page.
    /// - Throws: errors of the store.
    func saved(_ record: Record, in context: ManagedObjectContext) throws -> ChangeAnswer {
        try site.household.save(context)
        let summary = try summary(of: record, in: context)
        return (summary.document, summary.path)
    }
}

extension SalesRoutes {
    /// Adds a form about a record, and its change.
    func add(
        _ form: ChangeForm<Int64>, at path: SitePath, to routes: inout SiteRoutes,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription
    ) {
        let site = site
        routes.get(path, by: .editors(of: .sales)) { request, context in
            let number = try context.recordNumber
            let made = try await site.household.container.read { try form.made(number, $0) }
            if let made { return site.redirect(to: made, after: request) }
            return try await site.pageOfToday(context) { try form.page(number, $0) }
        }
        addChange(form, at: path, to: &routes, as: description()) { try $0.recordNumber }
    }

    /// Adds the change of a form that is on a page with other things.
    ///
    /// - Parameter find: what an address names.
    func addChange<Subject>(
        _ form: ChangeForm<Subject>, at path: SitePath, to routes: inout SiteRoutes,
        as description: @autoclosure @escaping @Sendable () -> RouteDescription,
        about find: @escaping @Sendable (SiteContext) throws -> Subject
    ) {
        let site = site
        routes.post(path, by: .editors(of: .sales), as: description()) { request, context in
            let subject = try find(context)
            let isEmpty = description().fields.isEmpty
            let posted = isEmpty ? FormData() : try await site.form(of: request)
            do {
                return try await site.answer(
                    request, context, posted, orRefuse: form.refusal,
                    on: { try form.page(subject, $0) }
                ) {
                    let change = {
                        try await site.change { try form.change(subject, posted, $0) }
                    }
                    let answer =
                        if let field = form.keyField {
                            try await site.idempotently(posted, at: field, change)
                        } else {
                            try await change()
                        }
                    return site.changed(
                        answer.document, status: description().adds ? .created : .ok,
                        at: answer.path, after: request, flash: form.flash)
                }
            } catch let stale as EditConflict<Int64> {
                guard !request.wantsJSON else { throw stale.error }
                var page = try await site.household.container.read { try form.page(subject, $0) }
                page.show(posted, ValidationErrors(status: .conflict, faults: []))
                return try site.unsaved(page, status: .conflict, context)
            }
        }
    }
}
