import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// The customers: list, new, create, show, edit, update, delete.
struct CustomersController: RouteProvider {
    private let shop: Shop
    private let customers: Customers

    private var site: Site { shop.site }
    private var entities: Set<EntityName>? { customers.entities }

    init(shop: Shop) {
        self.shop = shop
        customers = Customers(shop)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addList(at: .customers, by: .readers(of: .sales)) { _ in customers }
        routes.get(.newCustomer, by: .editors(of: .sales), use: new)
        routes.post(.customers, by: .editors(of: .sales), use: create)
        routes.get(.customer("{id}"), by: .readers(of: .sales), use: show)
        routes.get(SitePath.customer("{id}").json, by: .readers(of: .sales), use: showJSON)
        routes.get(SitePath.customer("{id}").events, by: .readers(of: .sales), use: showEvents)
        routes.get(.editCustomer("{id}"), by: .editors(of: .sales), use: edit)
        routes.post(.customer("{id}"), by: .editors(of: .sales), use: update)
        routes.get(.deleteCustomer("{id}"), by: .editors(of: .sales).askingAgain, use: askToDelete)
        routes.post(.deleteCustomer("{id}"), by: .editors(of: .sales).askingAgain, use: delete)
    }

    // MARK: - One customer

    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context, of: entities) { records in
            let customer = try shop.customer(number, in: records)
            var page = try CustomerShowPage(customer, request, shop, in: records)
            try page.layout.showChanges(of: customer, shop.household, in: records)
            return page
        }
    }

    @Sendable
    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.json(for: request, context, of: entities) { records in
            let customer = try shop.customer(number, in: records)
            let values = try CustomerValues(customer, in: records)
            let duplicates = try CustomerDuplicate.of(customer, shop, in: records)
            return values.json(
                warnings: values.warnings(duplicates, shop.links), shop.links)
        }
    }

    @Sendable
    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.events(for: request, madeOf: entities) { records in
            let values = try CustomerValues(shop.customer(number, in: records), in: records)
            return LiveState(rows: [customers.liveRow(values)])
        }
    }

    // MARK: - Forms

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let named = try request.namedFields
        var page = try await newPage()
        if !named.fields.isEmpty { page.form.begin(with: named) }
        // Not kept as other pages are: it holds the day of today.
        return try site.renderer.response(page, context: context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let input = CustomerInput(try await site.form(of: request), site.papers, isNew: true)
        try input.posted.typed.checkItems(for: context.viewer)
        if input.asksForLine {
            var page = try await newPage()
            page.form.show(input.posted.typed, nil)
            var response = try site.renderer.response(page, context: context)
            response.headers[.cacheControl] = "no-store"
            return response
        }
        do {
            let saved = try await site.once(input.posted.typed, at: "name") {
                try await shop.addCustomer(input)
            }
            // The page goes on with the receipt and the change.
            if input.posted.typed["endsOn"] == "sale", !request.wantsJSON,
                let sale = saved.firstSale
            {
                return site.changed(
                    saved.json(shop.links), at: .sale(sale), after: request,
                    announcing: .saleAdded)
            }
            return site.changed(
                saved.json(shop.links), status: .created,
                at: .customer(saved.values.recordNumber), after: request,
                announcing: .customerAdded)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else {
                throw input.asPosted(refusal).error("The customer was not added")
            }
            var page = try await newPage()
            page.form.show(input.posted.typed, refusal)
            return try site.refused(page, refusal, context)
        }
    }

    private func newPage() async throws -> CustomerNewPage {
        try await shop.household.container.read { records in
            var page = CustomerNewPage(try CustomerForm(new: shop, in: records), shop)
            page.layout.notices += try shop.closedNotice(in: records)
            return page
        }
    }

    @Sendable
    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context, of: entities) { records in
            let customer = try CustomerValues(shop.customer(number, in: records), in: records)
            var page = CustomerEditPage(customer, CustomerForm(customer, shop), shop)
            let events = SitePath.customer(number).events.query([("editing", "yes")])
            page.layout.alternates = [.events(shop.links(events))]
            return page
        }
    }

    @Sendable
    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let input = CustomerInput(try await site.form(of: request), site.papers, isNew: false)
        do {
            return try await site.answer(request, context, orRefuse: "The customer was not saved") {
                let saved = try await shop.updateCustomer(number, with: input)
                return site.changed(
                    saved.json(shop.links), at: .customer(number),
                    after: request, announcing: .customerSaved)
            } showing: { refusal in
                try await page(number, input.posted, refusal)
            }
        } catch let stale as StaleCustomer {
            guard !request.wantsJSON else { throw stale.error(shop.links) }
            var form = CustomerForm(stale.saved, shop)
            form.show(input.posted.mine(over: stale.saved.texts), nil)
            return try site.renderer.response(
                CustomerConflictPage(stale.saved, input.posted, form, shop), status: .conflict,
                context: context)
        } catch let gone as SiteError where gone.status == .notFound {
            guard !request.wantsJSON, !input.posted.typed.fields.isEmpty else { throw gone }
            var page = try await newPage()
            page.form.show(input.posted.typed, nil)
            return try site.gone(page, "customer", context)
        }
    }

    /// The form of a customer with what was typed.
    private func page(
        _ number: Int64, _ posted: PostedForm, _ refusal: FormRefusal
    ) async throws -> CustomerEditPage {
        let customer = try await shop.household.container.read { records in
            try CustomerValues(shop.customer(number, in: records), in: records)
        }
        var form = CustomerForm(customer, shop)
        form.show(posted.typed, refusal)
        form.keepVersion(of: posted)
        return CustomerEditPage(customer, form, shop)
    }

    // MARK: - Deleting

    @Sendable
    private func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.page(for: request, context, of: entities) { records in
            let customer = try shop.customer(number, in: records)
            let values = try CustomerValues(customer, in: records)
            let question = try customers.deletion(of: customer, values, in: records)
            return RecordDeletePage(
                values.recordNumber, values.title, question, customers,
                layout: shop.layout(RecordDeletePage.title(values.title), values))
        }
    }

    @Sendable
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let customer = try await shop.deleteCustomer(context.recordNumber)
        await site.eraseTraces(context)
        return site.changed(
            customer.json(shop.links), at: .customers, after: request,
            announcing: .customerDeleted)
    }
}
