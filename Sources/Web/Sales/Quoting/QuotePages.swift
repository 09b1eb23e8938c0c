import Domain
import Foundation
import Persistence

extension PaperPage {
    /// The page of a quote.
    ///
    /// - Parameter details: the profile of the shop.
    init(
        _ quote: Quote, _ shop: Shop, _ details: ShopDetails, in style: PaperStyle,
        notices: [Notice] = []
    ) {
        let (links, number) = (shop.links, quote.recordNumber)
        self.init(
            layout: shop.quotes.layout(quote.title, notices: notices),
            title: quote.title,
            links: [
                PathLink(label: "All quotes", path: links(.quotes)),
                PathLink(label: "Copy", path: links(shop.quotes.paths.copy(number))),
            ],
            document: style.write {
                PaperDocument(
                    style.texts.text(.quote, ["number": quote.writtenNumber]), of: quote,
                    in: shop.currency, style, from: details,
                    to: (quote.buyer, quote.buyerAddress ?? ""),
                    facts: quote.facts(style.texts),
                    below: quote.includedTaxes(in: shop.currency, style.texts),
                    note: quote.note ?? "")
            },
            jsonPath: links(SitePath.quote(number).json), stateText: quote.stateText,
            sale: quote.countingSale.map { [PathLink(sale: $0, links)] } ?? [])
        if let customer = quote.customer { layout.crumbs.append(shop.crumb(customer)) }
        guard [.open, .expired].contains(quote.state()) else { return }
        withdrawalPath = links(.quoteWithdrawal(number))
        editPath = links(shop.quotes.paths.edit(number))
        salePath = links(.quoteSale(number))
    }
}

extension Quote {
    /// Number and days; those without a value are empty.
    fileprivate func facts(_ texts: PaperTexts) -> [SumRow] {
        [
            (texts[.number], writtenNumber), (texts[.day], DayText.long(dayOrFirst)),
            (texts[.validUntil], lastDay.map { DayText.long($0) } ?? ""),
        ].map { SumRow(label: $0.0, amount: $0.1) }
    }

    fileprivate var stateText: String {
        switch state() {
        case .open, .sold: ""
        case .expired:
            "Its prices were valid until \(lastDay.map { DayText.short($0) } ?? ""); "
                + "it can still become a sale."
        case .withdrawn: "Withdrawn since \(voidedAt.map { DateText.short($0) } ?? "")."
        }
    }
}

extension Shop {
    /// The layout of a page below that of a quote.
    fileprivate func layout(_ title: String, of quote: Quote) -> LayoutPage {
        var layout = quotes.layout(title)
        layout.crumbs.append(PathLink(label: quote.title, path: links(.quote(quote.recordNumber))))
        return layout
    }
}

/// The form of a new or an existing quote.
struct QuoteNewPage: TemplatePage {
    static let template = "sales/quotes/new"

    var layout: LayoutPage
    /// `New quote`, `Edit quote 3`.
    var title = "New quote"
    /// The version of the existing quote; empty for a new one.
    var version = ""
    /// The name of the customer; empty if the form asks for the buyer.
    var customer = ""
    /// The record number of the customer.
    var customerID = ""
    var fields = FormFields("buyerName", "buyerAddress", "validThrough")
    var form: SaleForm

    // The two versions after a stale edit; the rows are empty otherwise.
    var name = ""
    let hasBefore = false
    var rows: [ConflictRow] = []
    var recordPath = ""
}

extension QuoteNewPage {
    /// The form of a quote for a customer, or for another buyer.
    ///
    /// - Throws: errors of the store.
    init(_ customer: Customer?, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        let path = links(.quotes)
        var form = try SaleForm(path: path, cancelPath: path, shop, in: context)
        (form.isQuote, form.payments) = (true, [])
        self.init(layout: shop.quotes.layout("New quote"), form: form)
        fields.validThrough.value = Self.usualLastDay
        guard let customer else { return }
        let number = customer.savedNumber
        self.customer = customer.name ?? ""
        customerID = String(number)
        fields.buyerAddress.value = customer.mainAddress?.lines.joined(separator: "\n") ?? ""
    }

    /// The last day of a quote that is made today.
    private static var usualLastDay: String {
        CalendarDay.today().adding(days: QuoteDraft.usualDays).description
    }

    /// Shows the input and its faults.
    mutating func show(_ typed: FormData, _ refusal: ValidationErrors?) {
        form.show(typed, refusal)
        fields.show(typed, refusal)
        // A refused form is still based on the version that it was opened with.
        if refusal != nil, rows.isEmpty, !version.isEmpty { version = typed["version"] ?? "" }
    }

    /// Compares the saved quote with the form of a stale edit.
    mutating func compare(_ quote: Quote, with typed: FormData) {
        name = quote.title
        recordPath = form.cancelPath
        let labels = [
            ("buyerName", "For whom"), ("buyerAddress", "Address"), ("date", "Date"),
            ("validThrough", "Valid until"), ("discount", "Discount"), ("taxRate", "Tax"),
            ("note", "Note"),
        ]
        let saved = quote.form
        let rates = form.fields.taxRate.options
        rows = PostedForm(typed).comparison(labels, saved.texts) { name, text in
            let rate = name == "taxRate" ? rates.first { $0.value == text } : nil
            return rate?.label ?? text
        }
        let (before, lines) = (saved.quotedLines, typed.quotedLines)
        let isMine = !lines.isEmpty && lines != before
        rows.insert(
            ConflictRow("Lines", before: nil, saved: before, typed: isMine ? lines : nil), at: 2)
    }

    /// The form of an existing quote with its values.
    ///
    /// - Throws: errors of the store.
    init(_ quote: Quote, _ shop: Shop, in context: ManagedObjectContext) throws {
        try self.init(quote.customer, shop, in: context)
        let path = shop.links(.quote(quote.recordNumber))
        title = "Edit \(quote.titleWithin)"
        layout = shop.layout(title, of: quote)
        (form.path, form.cancelPath, form.idempotencyKey) = (path, path, "")
        version = String(quote.rowVersion)
        show(quote.form, nil)
        form.lines.indices.forEach { form.lines[$0].hasFocus = false }
    }

    /// The form of a copy of a quote, which starts today.
    ///
    /// - Parameter posted: the posted form, which names the buyer; nil for a new form.
    /// - Throws: errors of the store.
    init(
        copying quote: Quote, _ posted: FormData?, _ shop: Shop, in context: ManagedObjectContext
    ) throws {
        try self.init(quote, shop, in: context)
        title = "Copy \(quote.titleWithin)"
        layout = shop.layout(title, of: quote)
        form.path = shop.links(shop.quotes.paths.copy(quote.recordNumber))
        form.idempotencyKey = IdempotencyKeys.newKey()
        version = ""
        form.fields.date.value = CalendarDay.today().description
        fields.validThrough.value = Self.usualLastDay
        guard let posted else { return }
        let number = posted["customer"].flatMap { Int64($0) }
        let buyer = try number.flatMap { try Customer.find($0, in: context) }
        customer = buyer?.name ?? ""
        customerID = buyer.map { String($0.savedNumber) } ?? ""
    }
}

extension FormData {
    /// The lines as a text: `2 × Lamp, 9.99, 10 %; 1 × Chair, 30.00`.
    fileprivate var quotedLines: String {
        SaleLineReader.indexes(in: self).filter { !SaleLineReader.isBlank($0, in: self) }.map {
            index in
            func text(_ key: String) -> String { self[SaleLineReader.name(index, key)] ?? "" }
            let name = text("productName").isEmpty ? text("product") : text("productName")
            let quantity = text("quantity").isEmpty ? "1" : text("quantity")
            return (["\(quantity) × \(name)"] + [text("unitPrice"), text("discount")])
                .filter { !$0.isEmpty }.joined(separator: ", ")
        }.joined(separator: "; ")
    }
}

extension Quote {
    /// The quote as a form.
    fileprivate var form: FormData {
        var form = pricedForm
        form.append([
            ("date", dayOrFirst.description), ("validThrough", lastDay?.description ?? ""),
            ("buyerName", buyer), ("buyerAddress", buyerAddress ?? ""), ("note", note ?? ""),
        ])
        return form
    }

    /// The form of a copy.
    var copiedForm: FormData {
        var form = form
        form.remove { ["date", "validThrough"].contains($0) }
        if let customer {
            form.remove { $0 == "buyerName" }
            form.append([("customer", String(customer.savedNumber))])
        }
        return form
    }
}

extension SalePaymentsPage {
    /// The form that turns a quote into a sale, with the offered lines.
    ///
    /// - Throws: errors of the store.
    init(_ quote: Quote, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        let isNamed = quote.customer == nil && !quote.buyer.isEmpty
        let kinds = try PaymentField.kinds(
            orLater: quote.customer != nil || isNamed, in: context)
        self.init(
            layout: shop.layout("Sale of \(quote.titleWithin)", of: quote), heading: "Sale",
            title: quote.title,
            details: [quote.buyer, quote.productsText, shop.money(quote.total)]
                .filter { !$0.isEmpty }.joined(separator: " · "),
            path: links(.quoteSale(quote.recordNumber)),
            cancelPath: links(.quote(quote.recordNumber)),
            payments: [PaymentField(blank: 0, kinds), PaymentField(blank: 1, kinds)],
            isOfQuote: true, canAddCustomer: isNamed, buyerName: quote.buyer,
            addsCustomer: isNamed)
        if quote.state() == .expired { ended = quote.lastDay.map(DayText.long) ?? "" }
        layout.notices += try shop.closedNotice(in: context)
    }
}
