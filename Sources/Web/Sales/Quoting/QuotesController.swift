import Domain
import Hummingbird
import Persistence

/// The quotes: their list, new ones, printing, changing, withdrawing and selling them.
struct QuotesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let editors = Access.editors(of: .sales)
        routes.addList(at: .quotes, by: .readers(of: .sales), of: shop.quotes)
        routes.addExports(shop.quoteLines)
        routes.get(.newQuote, by: editors, as: .opening(Quote.parameters), use: new)
        routes.post(
            .quotes, by: editors,
            as: .form(of: Quote.parameters, gives: Quote.schema).adding, use: create)
        PageActions(shop.quotes).addRoutes(to: &routes)
        routes.get(shop.quotes.paths.copy("{id}"), by: editors) {
            try await site.pageOfToday($1, copyPage($1.recordNumber))
        }
        routes.post(
            shop.quotes.paths.copy("{id}"), by: editors,
            as: .form(of: Quote.parameters, gives: .records(Quote.schema)).adding,
            use: copy)
        routes.get(shop.quotes.paths.edit("{id}"), by: editors, use: edit)
        routes.post(
            .quote("{id}"), by: editors,
            as: .form(of: Quote.parameters + [.version], gives: Quote.schema),
            use: update)
        add(
            selling, at: .quoteSale("{id}"), to: &routes,
            as: .form(
                of: PaymentReader.parameters + ["date", .flag("addCustomer"), .version],
                gives: Sale.schema
            ).adding)
        routes.post(
            .quoteWithdrawal("{id}"), by: editors,
            as: .form(gives: Quote.schema).called("Withdraw a quote"), use: withdraw)
    }

    // MARK: - New quotes

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let named = try request.namedFields
        var page = try await shop.household.container.read(newPage(named))
        if named.fields.contains(where: { $0.name != "customer" }) {
            page.show(named.withNumberedLine, nil)
        } else if !page.customer.isEmpty {
            page.form.lines[0].hasFocus = true
        }
        // Not cached, because the form contains today's date.
        return try site.renderer.response(page, context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await answer(request, context, orRefuse: "The quote was not made", on: newPage) {
            let quote = try await add($0)
            return answer(quote, .quoteAdded, after: request)
        }
    }

    /// The form for the customer in the fields; without a customer if there is none.
    private func newPage(
        _ form: FormData
    ) -> @Sendable (ManagedObjectContext) throws -> QuoteNewPage {
        { records in
            let number = form["customer"].flatMap { Int64($0) }
            let customer = try number.flatMap { try Customer.find($0, in: records) }
            return try QuoteNewPage(customer, shop, in: records)
        }
    }

    private func add(_ form: FormData) async throws -> RecordSummary {
        try await site.idempotently(form, at: "lines") {
            try await shop.quotes.save { try Quote.make(form, in: $0) }
        }
    }

    /// The response to the form of a quote.
    private func answer(
        _ request: Request, _ context: SiteContext, orRefuse title: String,
        on page: (FormData) -> @Sendable (ManagedObjectContext) throws -> QuoteNewPage,
        _ save: (FormData) async throws -> Response
    ) async throws -> Response {
        let posted = try await site.form(of: request).withNumberedLine
        return try await answer(
            request, context, posted, orRefuse: title,
            showing: { posted, refusal in
                var page = try await shop.household.container.read(page(posted))
                page.show(posted, refusal)
                return page
            }
        ) { try await save(posted) }
    }

    // MARK: - Copies

    /// Adds a quote. Without lines, as in a request of a program, it has those of the original.
    private func copy(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let region = request.region
        let copied = try await shop.household.container.read { records in
            let quote = try shop.quotes.existing(number, in: records)
            // In the notation in which the form is read.
            return Region.$current.withValue(region) { quote.copiedForm }
        }
        return try await answer(
            request, context, orRefuse: "Nothing was copied", on: { copyPage(number, $0) }
        ) {
            var quote = try await add($0.filled(with: copied))
            quote.document = .object([("records", .array([quote.document]))])
            return answer(quote, .quoteAdded, after: request)
        }
    }

    private func copyPage(
        _ number: Int64, _ posted: FormData? = nil
    ) -> @Sendable (ManagedObjectContext) throws -> QuoteNewPage {
        {
            try QuoteNewPage(copying: shop.quotes.existing(number, in: $0), posted, shop, in: $0)
        }
    }

    // MARK: - Editing

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let isOpen = try await shop.household.container.read { records in
            try shop.quotes.existing(number, in: records).sellingFaults.isEmpty
        }
        guard isOpen else { return site.redirect(to: .quote(number), after: request) }
        return try await site.pageOfToday(context, editPage(number))
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await answer(
            request, context, orRefuse: "The quote was not saved", on: { _ in editPage(number) }
        ) { form in
            do {
                let quote = try await shop.quotes.save { context in
                    let quote = try shop.quotes.existing(number, in: context)
                    if let version = form["version"], version != String(quote.rowVersion) {
                        throw EditConflict(
                            number, version: quote.rowVersion, quote.json(shop.links))
                    }
                    return try Quote.make(form, from: quote, in: context)
                }
                return answer(quote, status: .ok, .quoteSaved, after: request)
            } catch let stale as EditConflict<Int64> {
                guard !request.wantsJSON else { throw stale.error }
                return try await conflict(number, form, context)
            }
        }
    }

    /// The form of a stale edit, below both versions.
    private func conflict(
        _ number: Int64, _ form: FormData, _ context: SiteContext
    ) async throws -> Response {
        let page = try await shop.household.container.read { records in
            let quote = try shop.quotes.existing(number, in: records)
            var page = try QuoteNewPage(quote, shop, in: records)
            page.compare(quote, with: form)
            page.show(form, ValidationErrors(status: .conflict, faults: [.quoteChanged]))
            return page
        }
        return try site.unsaved(page, status: .conflict, context)
    }

    private func editPage(
        _ number: Int64
    ) -> @Sendable (ManagedObjectContext) throws -> QuoteNewPage {
        { try QuoteNewPage(shop.quotes.existing(number, in: $0), shop, in: $0) }
    }

    private func withdraw(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        do {
            let quote = try await shop.quotes.save { context in
                let quote = try shop.quotes.existing(number, in: context)
                try ValidationErrors.asking("Quote") { try quote.withdraw() }
                return quote
            }
            return answer(quote, status: .ok, .quoteWithdrawn, after: request)
        } catch let refusal as ValidationErrors {
            throw refusal.error("The quote stays as it is")
        }
    }

    // MARK: - Selling

    /// Turns a quote into a sale with the day and the payments of a form, which may also make its
    /// buyer a customer.
    private var selling: ChangeForm<Int64> {
        let shop = shop
        return ChangeForm(
            refusal: "The sale was not added", flash: .saleAdded, keyField: "quote",
            made: { number, records in
                try shop.quotes.existing(number, in: records).countingSale.map {
                    .sale($0.savedNumber)
                }
            },
            page: { try SalePaymentsPage(shop.quotes.existing($0, in: $1), shop, in: $1) }
        ) { number, form, context in
            var decoder = FormDecoder(form)
            let addsCustomer = decoder.flag("addCustomer", label: "Add as a customer") ?? false
            try FaultList(decoder.faults).check()
            let quote = try shop.quotes.existing(number, in: context)
            let sale = try SaleInput(form, leavingOut: { _, _ in true }).make { draft in
                guard addsCustomer, quote.customer == nil,
                    let name = quote.buyerName, quote.sellingFaults.isEmpty
                else { return try quote.sell(draft, in: context) }
                let customer = try Customer.add(named: name, in: context)
                let address = quote.buyerAddress.flatMap(PostalAddress.init(lines:))
                if let address { customer.take(addresses: [address], in: context) }
                let sale = try quote.sell(draft, to: customer, in: context)
                quote.customer = customer
                return sale
            }
            return try shop.sales.saved(sale, in: context)
        }
    }
}

extension FieldError {
    /// The fault of a quote that another user saved meanwhile.
    fileprivate static let quoteChanged = FieldError(
        field: "lines", label: "Quote",
        message: "it was changed meanwhile; save again to replace it with this")
}

extension Quote {
    /// The fields of the form: the lines of a sale, the buyer, and the last day of its prices.
    fileprivate static let parameters: [RouteParameter] =
        SaleLineReader.parameters + [
            "customer", "buyerName", "buyerAddress", "date", "validThrough", "discount", "taxRate",
            "time", "note", "add",
        ]

    /// Makes the quote of a form, or changes one.
    ///
    /// - Throws: ``ValidationErrors`` with all faults, and errors of the store.
    fileprivate static func make(
        _ form: FormData, from former: Quote? = nil, in context: ManagedObjectContext
    ) throws -> Quote {
        var decoder = FormDecoder(form)
        let number = decoder.id("customer", label: "Customer", of: "customer").value
        let name = decoder.line("buyerName", label: "Name", limit: 100).value
        let address = decoder.text("buyerAddress", label: "Address", limit: 1_000)
        let lastDay = decoder.day("validThrough", label: "Valid until")
        let buyer = try number.flatMap { try Customer.find(Int64($0), in: context) }
        if let number, buyer == nil {
            decoder.fail(
                .unknown("customer", String(number), field: "customer", label: "Customer"))
            throw ValidationErrors(faults: decoder.faults)
        }
        // A quote has no payments.
        let sale = SaleInput(form.without(fieldsOf: "payments"))
        return try sale.make(besides: FaultList(decoder.faults)) { entered in
            var draft = QuoteDraft(entered)
            draft.buyerName = name
            let isForSame = form["customer"] == nil && form["buyerName"] == nil
            let isForOther =
                !isForSame && (buyer != former?.customer || name != former?.buyerName)
            draft.buyerAddress = address.updating(isForOther ? nil : former?.buyerAddress)
            draft.lastDay = lastDay.updating(
                former == nil ? entered.day.adding(days: QuoteDraft.usualDays) : former?.lastDay)
            guard let former else { return try Quote.add(draft, for: buyer, in: context) }
            if isForSame { draft.buyerName = former.buyerName }
            draft.sale.keep(former, notIn: form)
            try former.change(
                to: draft, for: isForSame ? former.customer : buyer,
                keepingLines: SaleLineReader.indexes(in: form).isEmpty, in: context)
            return former
        }
    }
}

extension SaleDraft {
    /// Takes the values of a quote that the form of its change does not post.
    fileprivate mutating func keep(_ quote: Quote, notIn form: FormData) {
        if form["date"] == nil { day = quote.dayOrFirst }
        if form["discount"] == nil { discount = quote.discount }
        if form["note"] == nil { note = quote.note }
    }
}

extension FormData {
    /// The form without the fields of a group: `payments[0][kind]` and so on.
    fileprivate func without(fieldsOf group: String) -> FormData {
        var form = self
        form.remove { $0.hasPrefix("\(group)[") }
        return form
    }

    /// The form completed by the fields of another. Lines come from only one of the two, and so
    /// does the buyer, so that customers and addresses are not mixed.
    fileprivate func filled(with other: FormData) -> FormData {
        var form = self
        var names = Set(fields.map(\.name))
        let buyer: Set = ["customer", "buyerName", "buyerAddress"]
        if !names.isDisjoint(with: buyer) { names.formUnion(buyer) }
        let rest =
            SaleLineReader.indexes(in: self).isEmpty ? other : other.without(fieldsOf: "lines")
        for field in rest.fields where !names.contains(field.name) { form.append(field) }
        return form
    }
}
