import Domain
import Hummingbird
import Persistence

/// Anonymizes a customer: the person is removed, the sales stay.
struct CustomerAnonymizationController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.anonymizeCustomer("{id}"), by: .editors(of: .sales).askingAgain, use: new)
        routes.post(
            .anonymizeCustomer("{id}"), by: .editors(of: .sales).askingAgain,
            as: .document(.members("id sales")).called("Anonymize a customer"), use: create)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await site.pages.page(for: request, context) { records in
            try CustomerAnonymizationPage(shop.customer(number, in: records), shop, in: records)
        }
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        _ = try await site.form(of: request)
        let saleCount = try await shop.removePerson(number)
        await site.erasePersonalData(context)
        guard request.wantsJSON else {
            return site.redirect(to: .customers, after: request, flash: .customerAnonymized)
        }
        // The response contains nothing of the person.
        return .json(.object([("id", .int(Int(number))), ("sales", .int(saleCount))]))
    }
}

extension Shop {
    /// Removes the person. Returns the number of sales that stay.
    ///
    /// - Throws: a 404.
    fileprivate func removePerson(_ number: Int64) async throws -> Int {
        try await site.change { context in
            let customer = try customer(number, in: context)
            let count = customer.sales.count
            try customer.anonymize(in: context)
            try household.save(context)
            return count
        }
    }
}

/// The confirmation before a person is removed.
struct CustomerAnonymizationPage: TemplatePage {
    static let template = "sales/customers/anonymization"

    var layout: LayoutPage
    var name: String
    /// `3 sales`.
    var count: String
    /// The values that are removed or stay, as sentences.
    var consequences: [String]
    /// The action of the form.
    var anonymizePath: String
    var cancelPath: String
}

extension CustomerAnonymizationPage {
    /// - Throws: errors of the store.
    init(_ person: Customer, _ shop: Shop, in context: ManagedObjectContext) throws {
        let customer = try CustomerValues(person, in: context)
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
        self.init(
            layout: shop.layout("Remove \(customer.name)?", customer), name: customer.name,
            count: count,
            consequences: [
                "Name, e-mail, number and card are deleted for good, from the files too. "
                    + "This cannot be undone.",
                "\(count), \(shop.money(customer.summary.totals.amount)), stay in "
                    + "your lists and totals, without saying whose they were.",
            ]
                + texts
                + [
                    "Quotes with only their name, and loans to that name, "
                        + "stay: check them yourself.",
                    "Backups that you made before still have the person: delete them as well.",
                ],
            anonymizePath: shop.links(.anonymizeCustomer(number)),
            cancelPath: shop.links(.customer(number)))
    }
}
