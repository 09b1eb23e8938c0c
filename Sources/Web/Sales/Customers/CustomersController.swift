import Domain
import HTTPTypes
import Hummingbird
import Logging
import Persistence

/// The customers: index, new, create, show, edit, update, delete.
struct CustomersController: SalesRoutes {
    let shop: Shop
    private let customers: Customers
    private let actions: ResourceActions

    init(shop: Shop) {
        self.shop = shop
        customers = Customers(shop: shop)
        actions = ResourceActions(customers)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        let editors = Access.editors(of: .sales)
        routes.addList(at: .customers, by: .readers(of: .sales), of: customers)
        routes.get(
            .newCustomer, by: editors, as: .opening(Customers.parameters(isNew: true)),
            use: actions.new)
        routes.post(
            .customers, by: editors,
            as: .form(of: Customers.parameters(isNew: true), gives: CustomerValues.schema).adding,
            use: create)
        PageActions(customers).addRoutes(to: &routes)
        routes.get(.editCustomer("{id}"), by: editors, use: actions.edit)
        routes.post(
            .customer("{id}"), by: editors,
            as: .form(of: Customers.parameters(isNew: false), gives: CustomerValues.schema),
            use: actions.update)
        routes.get(
            .deleteCustomer("{id}"), by: editors.askingAgain, use: actions.askToDelete)
        routes.post(
            .deleteCustomer("{id}"), by: editors.askingAgain,
            as: .document(CustomerValues.schema), use: delete)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request)
        let posted = PostedForm(form.withNumberedLine)
        return try await answer(
            request, context, posted.typed, orRefuse: "The customer was not added",
            showing: { try await actions.page(ResourceForm(posted: posted, refusal: $1)) }
        ) {
            do {
                return try await add(posted, request)
            } catch let refusal as ValidationErrors where request.wantsJSON && form.hasPlainLine {
                throw refusal.withPlainNames
            }
        }
    }

    private func add(_ posted: PostedForm, _ request: Request) async throws -> Response {
        let (customer, sale) = try await site.idempotently(posted.typed, at: "name") {
            try await site.change { try customers.addWithSale(posted, in: $0) }
        }
        // The next page shows the receipt and the change.
        if posted.typed["endsOn"] == "sale", !request.wantsJSON, let sale {
            return site.changed(
                customer.document, at: .sale(sale), after: request, flash: .saleAdded)
        }
        return answer(customer, .customerAdded, after: request)
    }

    /// Deletes a customer with all sales. Unlike other records they cannot be restored.
    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let document = try await site.change { records in
            let customer = try customers.existing(number, in: records)
            let document = try customers.json(customers.values(customer, in: records))
            if let refusal = try customers.deletion(of: customer, in: records).refusal {
                throw SiteError.unprocessable("The customer stays", faults: [refusal.fault])
            }
            records.delete(customer)
            try site.household.save(records)
            return document
        }
        await site.erasePersonalData(context)
        return site.changed(
            document, at: .customers, after: request, flash: .customerDeleted)
    }
}

extension Shop {
    /// The customer in an address.
    ///
    /// - Throws: a 404 if there is none.
    func customer(_ number: Int64, in context: ManagedObjectContext) throws -> Customer {
        try context.existing(Customer.self, number, "customer")
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
