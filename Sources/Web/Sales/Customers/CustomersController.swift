import Domain
import HTTPTypes
import Hummingbird
import Logging
import Persistence

/// The customers: index, new, create, show, edit, update, delete.
struct CustomersController: SalesRoutes {
    let shop: Shop

    private var customers: Customers { shop.customers }
    private var actions: ResourceActions { ResourceActions(customers) }

    func addRoutes(to routes: inout SiteRoutes) {
        let editors = Access.editors(of: .sales)
        routes.addList(at: .customers, by: .readers(of: .sales), of: customers)
        routes.get(
            .newCustomer, by: editors, as: .opening(customers.parameters(isNew: true)),
            use: actions.new)
        routes.post(
            .customers, by: editors,
            as: .form(of: customers.parameters(isNew: true), gives: CustomerValues.schema).adding,
            use: create)
        PageActions(customers).addRoutes(to: &routes)
        routes.get(customers.paths.edit("{id}"), by: editors, use: actions.edit)
        routes.post(
            .customer("{id}"), by: editors,
            as: .form(of: customers.parameters(isNew: false), gives: CustomerValues.schema),
            use: actions.update)
        routes.get(
            customers.paths.delete("{id}"), by: editors.askingAgain, use: actions.askToDelete)
        routes.post(
            customers.paths.delete("{id}"), by: editors.askingAgain,
            as: .document(CustomerValues.schema), use: delete)
        routes.get(.anonymizeCustomer("{id}"), by: editors.askingAgain, use: askToAnonymize)
        routes.post(
            .anonymizeCustomer("{id}"), by: editors.askingAgain,
            as: .document(.members("id sales")).called("Anonymize a customer"), use: anonymize)
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
                throw refusal.named(SaleLineReader.plainKeys) { SaleLineReader.name(0, $0) }
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

// MARK: - Removing the person

/// Anonymizes a customer: the person is removed, the sales stay.
extension CustomersController {
    fileprivate func askToAnonymize(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(for: request, context) { records in
            try QuestionPage(
                anonymizing: shop.customer(number, in: records), shop, in: records)
        }
    }

    fileprivate func anonymize(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let number = try context.recordNumber
        _ = try await site.form(of: request)
        let saleCount = try await site.change { records in
            let customer = try shop.customer(number, in: records)
            let count = customer.sales.count
            try customer.anonymize(in: records)
            try site.household.save(records)
            return count
        }
        await site.erasePersonalData(context)
        guard request.wantsJSON else {
            return site.redirect(to: .customers, after: request, flash: .customerAnonymized)
        }
        // The response contains nothing of the person.
        return .json(.object([("id", .int(Int(number))), ("sales", .int(saleCount))]))
    }
}

extension QuestionPage {
    /// The question before a person is removed: what is removed, and what stays.
    ///
    /// - Throws: errors of the store.
    fileprivate init(
        anonymizing person: Customer, _ shop: Shop, in context: ManagedObjectContext
    ) throws {
        let customer = try shop.customers.values(person, in: context)
        let number = customer.recordNumber
        // Void sales, which no total includes, stay as well.
        let count = ItemCount.text(person.sales.count, "sale", "sales")
        let naming = try person.salesNamingThem(in: context)
        // The payments of a void sale have its reason.
        let payments = try person.paymentsNamingThem(in: context).filter {
            $0.voidReason != $0.sale?.voidReason
        }
        let texts = [
            ("Reasons of void sales", naming.compactMap(\.voidReason)),
            ("Reasons of void payments", payments.compactMap(\.voidReason)),
            ("Notes of sales", naming.compactMap(\.note)),
        ].filter { !$1.isEmpty }.map { what, texts in
            "\(what) that name them go: \(texts.map { "“\($0)”" }.joined(separator: ", "))."
        }
        let consequences =
            [
                "Name, e-mail, number and card are deleted for good, from the files too. "
                    + "This cannot be undone.",
                "\(count), \(shop.money(customer.summary.totals.amount)), stay in "
                    + "your lists and totals, without saying whose they were.",
            ]
            + texts
            + (person.sales.contains { $0.invoice != nil }
                ? [
                    "Their invoices keep number, days and amounts, and say “The person was removed” "
                        + "instead of name, address, tax number, reference and note."
                ] : [])
            + [
                "Quotes with only their name, and loans to that name, "
                    + "stay: check them yourself.",
                "Backups that you made before still have the person: delete them as well.",
            ]
        self.init(
            layout: shop.layout("Remove \(customer.name)?", of: person),
            question: [
                Part(text: "Remove ", name: customer.name), Part(text: ", keep \(count)?"),
            ],
            lists: [List(sentences: consequences)], label: "Remove the person",
            path: shop.links(.anonymizeCustomer(number)), cancelLabel: "Keep everything",
            cancelPath: shop.links(.customer(number)))
    }
}
