import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// The quotes: their list, new ones, printing, changing, withdrawing and selling them.
struct QuotesController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let quotes = Quotes(shop: shop)
        routes.addList(at: .quotes, by: .readers(of: .sales), of: quotes)
        routes.addExports(QuoteLine.list, at: .quoteLines, shop)
        routes.get(
            .newQuote, by: .editors(of: .sales), as: .opening(QuoteInput.parameters), use: new)
        routes.post(
            .quotes, by: .editors(of: .sales),
            as: .form(of: QuoteInput.parameters, gives: Quote.schema).adding, use: create)
        PageActions(quotes).addRoutes(to: &routes)
        routes.get(.copyQuote("{id}"), by: .editors(of: .sales), use: askToCopy)
        routes.post(
            .copyQuote("{id}"), by: .editors(of: .sales),
            as: .form(of: QuoteInput.parameters, gives: .records(Quote.schema)).adding,
            use: copy)
        routes.get(.editQuote("{id}"), by: .editors(of: .sales), use: edit)
        routes.post(
            .quote("{id}"), by: .editors(of: .sales),
            as: .form(of: QuoteInput.parameters + [.version], gives: Quote.schema),
            use: update)
        routes.get(.quoteSale("{id}"), by: .editors(of: .sales), use: askToSell)
        routes.post(
            .quoteSale("{id}"), by: .editors(of: .sales),
            as: .form(
                of: PaymentReader.parameters + ["date", .flag("addCustomer"), .version],
                gives: Sale.schema
            ).adding, use: sell)
        routes.post(
            .quoteWithdrawal("{id}"), by: .editors(of: .sales),
            as: .form(gives: Quote.schema).called("Withdraw a quote"), use: withdraw)
    }

    // MARK: - New quotes

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let named = try request.namedFields
        var page = try await newPage(named)
        if named.fields.contains(where: { $0.name != "customer" }) {
            page.show(named.withNumberedLine, nil)
        } else if !page.customer.isEmpty {
            page.form.lines[0].hasFocus = true
        }
        // Not cached, because the form contains today's date.
        return try site.renderer.response(page, context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await answer(
            request, context, .quoteAdded, status: .created, refusal: "The quote was not made",
            on: newPage
        ) { posted in
            try await site.idempotently(posted, at: "lines") {
                try await shop.quote(QuoteInput(posted))
            }
        }
    }

    /// The response to the form of a quote: the saved quote, or the rejected form.
    ///
    /// - Parameters:
    ///   - title: the title of the error for programs.
    ///   - page: the page of the empty form.
    ///   - document: the JSON for a quote. Default: the quote.
    ///   - save: saves the posted quote.
    private func answer(
        _ request: Request, _ context: SiteContext, _ flash: FlashMessage,
        status: HTTPResponse.Status = .ok, refusal title: String,
        on page: (FormData) async throws -> QuoteNewPage,
        as document: (JSONValue) -> JSONValue = { $0 },
        _ save: (FormData) async throws -> SavedRecord
    ) async throws -> Response {
        let form = try await site.form(of: request)
        try form.checkItems(for: context.viewer)
        let posted = form.withNumberedLine
        if posted["add"] != nil, posted.cardFaults.isEmpty {
            var page = try await page(posted)
            page.show(posted, nil)
            return try site.unsaved(page, context)
        }
        return try await site.answer(request, context, orRefuse: title) {
            let quote = try await save(posted)
            return site.changed(
                document(quote.document), status: status, at: .quote(quote.number), after: request,
                flash: flash)
        } showing: { refusal in
            var page = try await page(posted)
            page.show(posted, refusal)
            return page
        }
    }

    /// The form for the customer in the fields; without a customer if there is none.
    private func newPage(_ form: FormData) async throws -> QuoteNewPage {
        let number = form["customer"].flatMap { Int64($0) }
        return try await shop.household.container.read { records in
            let customer = try number.flatMap { try Customer.find($0, in: records) }
            return try QuoteNewPage(customer, shop, in: records)
        }
    }

    // MARK: - Copies

    /// Not cached, because the form contains today's date.
    private func askToCopy(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(try await copyPage(context.recordNumber), context: context)
    }

    /// Adds a quote. Without lines, as in a request of a program, it has those of the original.
    private func copy(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let copied = try await shop.household.container.read { records in
            try shop.quote(number, in: records).copiedForm
        }
        return try await answer(
            request, context, .quoteAdded, status: .created, refusal: "Nothing was copied",
            on: { try await copyPage(number, $0) },
            as: { .object([("records", .array([$0]))]) }
        ) { posted in
            try await site.idempotently(posted, at: "lines") {
                try await shop.quote(QuoteInput(posted.filled(with: copied)))
            }
        }
    }

    private func copyPage(
        _ number: Int64, _ posted: FormData? = nil
    ) async throws -> QuoteNewPage {
        try await shop.household.container.read { records in
            try QuoteNewPage(
                copying: shop.quote(number, in: records), posted, shop, in: records)
        }
    }

    // MARK: - Editing

    private func edit(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let isOpen = try await shop.household.container.read { records in
            try shop.quote(number, in: records).sellingFaults.isEmpty
        }
        guard isOpen else { return site.redirect(to: .quote(number), after: request) }
        return try site.renderer.response(try await editPage(number), context: context)
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        return try await answer(
            request, context, .quoteSaved, refusal: "The quote was not saved",
            on: { _ in try await editPage(number) }
        ) { try await shop.changeQuote(number, $0) }
    }

    private func editPage(_ number: Int64) async throws -> QuoteNewPage {
        try await shop.household.container.read { records in
            try QuoteNewPage(shop.quote(number, in: records), shop, in: records)
        }
    }

    // MARK: - One quote

    private func withdraw(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        do {
            let quote = try await shop.withdrawQuote(number)
            return site.changed(
                quote.document, at: .quote(number), after: request, flash: .quoteWithdrawn)
        } catch let refusal as ValidationErrors {
            throw refusal.error("The quote stays as it is")
        }
    }

    // MARK: - Selling

    private func askToSell(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let sold = try await shop.household.container.read { records in
            try shop.quote(number, in: records).countingSale?.objectID.recordNumber
        }
        if let sold { return site.redirect(to: .sale(sold), after: request) }
        return try await site.pageOfToday(context, salePage(number))
    }

    private func sell(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let posted = try await site.form(of: request)
        return try await site.answer(
            request, context, posted, orRefuse: "The sale was not added", on: salePage(number)
        ) {
            let sale = try await site.idempotently(posted, at: "quote") {
                try await shop.sellQuote(number, posted)
            }
            return answer(sale, .saleAdded, after: request)
        }
    }

    private func salePage(
        _ number: Int64
    ) -> @Sendable (ManagedObjectContext) throws -> QuoteSalePage {
        { try QuoteSalePage(shop.quote(number, in: $0), shop, in: $0) }
    }
}

extension Shop {
    /// The quote in an address.
    ///
    /// - Throws: a 404 if there is none.
    fileprivate func quote(_ number: Int64, in context: ManagedObjectContext) throws -> Quote {
        try context.existing(Quote.self, number, "quote")
    }

    /// Adds a quote.
    ///
    /// - Throws: ``ValidationErrors``.
    fileprivate func quote(_ input: QuoteInput) async throws -> SavedRecord {
        try await save { try input.make(in: $0) }
    }

    /// Changes a quote, unless it changed since the form was opened.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func changeQuote(_ number: Int64, _ form: FormData) async throws -> SavedRecord {
        try await save { context in
            let quote = try quote(number, in: context)
            if let version = form["version"], version != String(quote.rowVersion) {
                throw ValidationErrors(status: .conflict, faults: [.quoteChanged])
            }
            return try QuoteInput(form).make(from: quote, in: context)
        }
    }

    /// Withdraws a quote.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func withdrawQuote(_ number: Int64) async throws -> SavedRecord {
        try await save { context in
            let quote = try quote(number, in: context)
            try ValidationErrors.asking("Quote") { try quote.withdraw() }
            return quote
        }
    }

    /// Turns a quote into a sale with the day and the payments of a form, which may also make its
    /// buyer a customer.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func sellQuote(_ number: Int64, _ form: FormData) async throws -> SavedRecord {
        let terms = SaleInput(form, leavingOut: { _, _ in true })
        return try await save { context -> Sale in
            let quote = try quote(number, in: context)
            return try terms.make { draft -> Sale in
                guard form["addCustomer"] == "yes", quote.customer == nil,
                    let name = quote.buyerName, quote.sellingFaults.isEmpty
                else { return try quote.sell(draft, in: context) }
                let customer = try Customer.add(CustomerDetails(name: name), in: context)
                let address = quote.buyerAddress.flatMap(PostalAddress.init(lines:))
                if let address { customer.take(addresses: [address], in: context) }
                let sale = try quote.sell(draft, to: customer, in: context)
                quote.customer = customer
                return sale
            }
        }
    }
}

extension FieldError {
    /// The fault of a quote that another user saved meanwhile.
    fileprivate static let quoteChanged = FieldError(
        field: "lines", label: "Quote",
        message: "it was changed meanwhile; save again to replace it with this")
}

/// The posted form of a quote: the lines of a sale, the buyer, and the last day of its prices.
struct QuoteInput: Sendable {
    /// The record number of the customer; nil for another buyer.
    let customer: Int64?
    private let sale: SaleInput
    private let lastDay: FieldUpdate<CalendarDay>
    private let buyerName: FieldUpdate<String>
    private let buyerAddress: FieldUpdate<String>
    private let faults: [FieldError]

    /// The fields of the form.
    static let parameters: [RouteParameter] =
        SaleLineReader.parameters + [
            "customer", "buyerName", "buyerAddress", "date", "validThrough", "discount", "taxRate",
            "time", "note", "add",
        ]

    init(_ form: FormData) {
        // A quote has no payments.
        sale = SaleInput(form.without(fieldsOf: "payments"))
        var decoder = FormDecoder(form)
        customer = decoder.id("customer", label: "Customer", of: "customer").value.map(Int64.init)
        buyerName = decoder.line("buyerName", label: "Name", limit: 100)
        buyerAddress = decoder.text("buyerAddress", label: "Address", limit: 1_000)
        lastDay = decoder.day("validThrough", label: "Valid until")
        faults = decoder.faults
    }

    /// Makes the quote, or changes one.
    ///
    /// - Throws: ``ValidationErrors`` with all faults, and errors of the store.
    func make(from former: Quote? = nil, in context: ManagedObjectContext) throws -> Quote {
        let buyer = try customer.flatMap { try Customer.find($0, in: context) }
        if let customer, buyer == nil {
            throw ValidationErrors(
                faults: faults + [
                    .unknown("customer", String(customer), field: "customer", label: "Customer")
                ])
        }
        return try sale.make(besides: FaultList(faults)) { entered in
            var draft = QuoteDraft(entered)
            draft.buyerName = buyerName.value
            draft.buyerAddress = buyerAddress.value
            switch lastDay {
            case .value(let day): draft.lastDay = day
            case .absent: draft.lastDay = entered.day.adding(days: QuoteDraft.usualDays)
            case .cleared: draft.lastDay = nil
            }
            guard let former else { return try Quote.add(draft, for: buyer, in: context) }
            try former.change(to: draft, for: buyer, in: context)
            return former
        }
    }
}

extension FormData {
    /// The form without the fields of a group: `payments[0][kind]` and so on.
    fileprivate func without(fieldsOf group: String) -> FormData {
        var form = FormData()
        form.currency = currency
        for field in fields where !field.name.hasPrefix("\(group)[") { form.append(field) }
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
