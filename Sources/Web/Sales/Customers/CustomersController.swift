import Domain
import HTTPTypes
import Hummingbird
import Logging
import Persistence

/// The customers: index, new, create, show, edit, update, delete.
struct CustomersController: SalesRoutes {
    let shop: Shop
    private let customers: Customers

    private var entities: Set<EntityName>? { customers.entities }

    init(shop: Shop) {
        self.shop = shop
        customers = Customers(shop: shop)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addList(at: .customers, by: .readers(of: .sales), of: customers)
        routes.get(
            .newCustomer, by: .editors(of: .sales),
            as: .opening(CustomerInput.parameters(isNew: true)), use: new)
        routes.post(
            .customers, by: .editors(of: .sales),
            as: .form(of: CustomerInput.parameters(isNew: true), gives: CustomerValues.schema)
                .adding, use: create)
        routes.get(
            .customer("{id}"), by: .readers(of: .sales), as: .document(CustomerValues.schema),
            use: show, json: showJSON, events: showEvents)
        routes.get(.editCustomer("{id}"), by: .editors(of: .sales), use: edit)
        routes.post(
            .customer("{id}"), by: .editors(of: .sales),
            as: .form(of: CustomerInput.parameters(isNew: false), gives: CustomerValues.schema),
            use: update)
        routes.get(.deleteCustomer("{id}"), by: .editors(of: .sales).askingAgain, use: askToDelete)
        routes.post(
            .deleteCustomer("{id}"), by: .editors(of: .sales).askingAgain,
            as: .document(CustomerValues.schema), use: delete)
    }

    // MARK: - One customer

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(for: request, context, dependingOn: entities) { records in
            let customer = try shop.customer(number, in: records)
            var page = try CustomerShowPage(customer, request, shop, in: records)
            try page.layout.showChanges(of: customer, shop.household, in: records)
            return page
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.json(for: request, context, dependingOn: entities) { records in
            let customer = try shop.customer(number, in: records)
            let values = try CustomerValues(customer, in: records)
            let duplicates = try CustomerDuplicate.of(customer, shop, in: records)
            return values.json(
                warnings: values.warnings(duplicates, shop.links), shop.links)
        }
    }

    private func showEvents(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.events(for: request, dependingOn: entities) { records in
            let values = try CustomerValues(shop.customer(number, in: records), in: records)
            return LiveState(rows: [try customers.liveRow(values)])
        }
    }

    // MARK: - Forms

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let named = try request.namedFields
        var page = try await newPage()
        if !named.fields.isEmpty { page.form.begin(with: named) }
        // Not cached, because the form contains today's date.
        return try site.renderer.response(page, context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let input = CustomerInput(try await site.form(of: request), site.papers, isNew: true)
        try input.posted.typed.checkItems(for: context.viewer)
        if input.asksForLine {
            var page = try await newPage()
            page.form.show(input.posted.typed, nil)
            return try site.unsaved(page, context)
        }
        do {
            let saved = try await site.idempotently(input.posted.typed, at: "name") {
                try await shop.addCustomer(input)
            }
            // The next page shows the receipt and the change.
            if input.posted.typed["endsOn"] == "sale", !request.wantsJSON,
                let sale = saved.firstSale
            {
                return site.changed(
                    saved.json(shop.links), at: .sale(sale), after: request,
                    flash: .saleAdded)
            }
            return site.changed(
                saved.json(shop.links), status: .created,
                at: .customer(saved.values.recordNumber), after: request,
                flash: .customerAdded)
        } catch let refusal as ValidationErrors {
            guard !request.wantsJSON else {
                throw input.asPosted(refusal).error("The customer was not added")
            }
            var page = try await newPage()
            page.form.show(input.posted.typed, refusal)
            return try site.refused(page, refusal, context)
        }
    }

    private func newPage() async throws -> CustomerFormPage {
        try await shop.household.container.read { records in
            var page = CustomerFormPage(try CustomerForm(new: shop, in: records), shop)
            page.layout.notices += try shop.closedNotice(in: records)
            return page
        }
    }

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(for: request, context, dependingOn: entities) { records in
            let customer = try CustomerValues(shop.customer(number, in: records), in: records)
            var page = CustomerFormPage(customer, CustomerForm(customer, shop), shop)
            let events = SitePath.customer(number).events.query([("editing", "yes")])
            page.layout.alternates = [.events(shop.links(events))]
            return page
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let input = CustomerInput(try await site.form(of: request), site.papers, isNew: false)
        do {
            return try await site.answer(request, context, orRefuse: "The customer was not saved") {
                let saved = try await shop.updateCustomer(number, with: input)
                return site.changed(
                    saved.json(shop.links), at: .customer(number),
                    after: request, flash: .customerSaved)
            } showing: { refusal in
                try await page(number, input.posted, refusal)
            }
        } catch let stale as EditConflict<CustomerValues> {
            guard !request.wantsJSON else { throw stale.error }
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

    /// The form of a customer with the input.
    private func page(
        _ number: Int64, _ posted: PostedForm, _ refusal: ValidationErrors
    ) async throws -> CustomerFormPage {
        let customer = try await shop.household.container.read { records in
            try CustomerValues(shop.customer(number, in: records), in: records)
        }
        var form = CustomerForm(customer, shop)
        form.show(posted.typed, refusal)
        form.keepVersion(of: posted)
        return CustomerFormPage(customer, form, shop)
    }

    // MARK: - Deleting

    private func askToDelete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(for: request, context, dependingOn: entities) { records in
            let customer = try shop.customer(number, in: records)
            let values = try CustomerValues(customer, in: records)
            let question = try customers.deletion(of: customer, values, in: records)
            return RecordDeletePage(
                values.recordNumber, values.title, question, customers,
                layout: shop.layout(RecordDeletePage.title(values.title), values))
        }
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let customer = try await shop.deleteCustomer(context.recordNumber)
        await site.erasePersonalData(context)
        return site.changed(
            customer.json(shop.links), at: .customers, after: request,
            flash: .customerDeleted)
    }
}

/// A saved customer with warnings.
struct SavedCustomer: Sendable {
    let values: CustomerValues
    let duplicates: [CustomerDuplicate]
    /// The record number of the sale with the lowest number; nil for none.
    let firstSale: Int64?

    /// The customer as JSON.
    func json(_ links: SiteLinks) -> JSONValue {
        values.json(warnings: values.warnings(duplicates, links), links)
    }
}

extension Shop {
    /// The customer in an address.
    ///
    /// - Throws: a 404 if there is none.
    func customer(_ number: Int64, in context: ManagedObjectContext) throws -> Customer {
        try context.existing(Customer.self, number, "customer")
    }

    /// Adds a customer with the first sale.
    ///
    /// - Throws: ``ValidationErrors``.
    func addCustomer(_ input: CustomerInput) async throws -> SavedCustomer {
        try await site.change { context in
            try save(input.makeCustomer(in: context), in: context)
        }
    }

    /// Updates a customer.
    ///
    /// - Throws: ``ValidationErrors``, ``EditConflict``, and a 404.
    func updateCustomer(
        _ number: Int64, with input: CustomerInput
    ) async throws -> SavedCustomer {
        try await site.change { context in
            let customer = try customer(number, in: context)
            let saved = try CustomerValues(customer, in: context)
            if input.isStale(saved) {
                throw EditConflict(saved, version: saved.rowVersion, saved.json(links))
            }
            try input.apply(to: customer, in: context)
            return try save(customer, in: context)
        }
    }

    /// Deletes a customer with all sales. Returns the customer as it was.
    ///
    /// - Throws: a 404.
    func deleteCustomer(_ number: Int64) async throws -> CustomerValues {
        try await site.change { context in
            let customer = try customer(number, in: context)
            let values = try CustomerValues(customer, in: context)
            if let fault = try customer.deletionCounts(in: context).fault {
                throw SiteError.unprocessable("The customer stays", faults: [fault])
            }
            context.delete(customer)
            try household.save(context)
            return values
        }
    }

    private func save(
        _ customer: Customer, in context: ManagedObjectContext
    ) throws -> SavedCustomer {
        try household.save(context)
        return SavedCustomer(
            values: try CustomerValues(customer, in: context),
            duplicates: try CustomerDuplicate.of(customer, self, in: context),
            firstSale: customer.sales.min { $0.number < $1.number }?.objectID.recordNumber)
    }
}

extension Site {
    /// Erases a removed person from files. The request has already succeeded, so what fails here is
    /// retried in the background.
    func erasePersonalData(_ context: SiteContext) async {
        do {
            guard try await !household.erasePersonalData() else { return }
            context.logger.notice("The write-ahead log still has a removed person: it is in use")
        } catch {
            context.logger.warning(
                "A removed person is still in the files", metadata: ["error": "\(error)"])
        }
    }
}
