import Domain
import Foundation
import Persistence

/// A quote to print on A4.
struct QuotePage: TemplatePage {
    static let template = "sales/quotes/show"

    var layout: LayoutPage
    var title: String
    /// `Withdrawn since Nov 21, 2026`, `Its prices were valid until Nov 21, 2026`; empty for neither.
    var stateText: String
    var document: PaperDocument
    /// Whether it can become a sale.
    var canSell: Bool
    /// The form of a copy.
    var copyPath: String
    /// The form that changes it while it is open.
    var editPath: String
    /// The form that turns it into a sale.
    var salePath: String
    var withdrawalPath: String
    /// The sale made from it: `Sale 17, Nov 21, 2026`.
    var sale: [PathLink]
    var listPath: String
    var jsonPath: String
}

extension QuotePage {
    /// The page of a quote.
    ///
    /// - Parameter details: the profile of the shop.
    init(
        _ quote: Quote, _ shop: Shop, _ details: ShopDetails, in style: PaperStyle,
        notices: [Notice] = []
    ) {
        let (links, state) = (shop.links, quote.state())
        let stateText = quote.stateText
        let jsonPath = links(SitePath.quote(quote.recordNumber).json)
        let layout = shop.site.layout(
            title: quote.title, section: .sales, topic: .quotes,
            crumbs: [PathLink(label: "Quotes", path: links(.quotes))]
                + (quote.customer.map {
                    [PathLink(label: $0.name ?? "", path: links(.customer($0.savedNumber)))]
                } ?? []),
            notices: notices)
        let document = style.write {
            PaperDocument(
                style.texts.text(.quote, ["number": quote.writtenNumber]), of: quote,
                in: shop.currency, style, from: details,
                to: (quote.buyer, quote.buyerAddress ?? ""),
                facts: quote.facts(style.texts),
                below: quote.includedTaxes(in: shop.currency, style.texts), note: quote.note ?? "")
        }
        self.init(
            layout: layout, title: quote.title, stateText: stateText,
            document: document,
            canSell: state == .open || state == .expired,
            copyPath: links(.copyQuote(quote.recordNumber)),
            editPath: links(.editQuote(quote.recordNumber)),
            salePath: links(.quoteSale(quote.recordNumber)),
            withdrawalPath: links(.quoteWithdrawal(quote.recordNumber)),
            sale: quote.countingSale.map { [PathLink(sale: $0, links)] } ?? [],
            listPath: links(.quotes), jsonPath: jsonPath)
    }
}

extension Quote {
    /// Number and days; those without a value are empty.
    fileprivate func facts(_ texts: PaperTexts) -> [SumRow] {
        [
            (texts[.number], writtenNumber), (texts.labels.day, DayText.long(dayOrFirst)),
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
    /// The layout of a page below that of a quote, or below the list.
    fileprivate func layout(_ title: String, of quote: Quote?) -> LayoutPage {
        let crumb = quote.map {
            PathLink(label: $0.title, path: links(.quote($0.recordNumber)))
        }
        return site.layout(
            title: title, section: .sales, topic: .quotes,
            crumbs: [PathLink(label: "Quotes", path: links(.quotes))]
                + [crumb].compactMap(\.self))
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
    var buyerName = FormField()
    var buyerAddress = FormField()
    var validThrough: FormField
    var form: SaleForm
}

extension QuoteNewPage {
    /// The form of a quote for a customer, or for another buyer.
    ///
    /// - Throws: errors of the store.
    init(_ customer: Customer?, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        let path = links(.quotes)
        var form = try SaleForm(path: path, cancelPath: path, shop, in: context)
        (form.isQuote, form.hasPayments) = (true, false)
        let lastDay = CalendarDay.today().adding(days: QuoteDraft.usualDays)
        self.init(
            layout: shop.layout("New quote", of: nil),
            validThrough: FormField(lastDay.description), form: form)
        guard let customer else { return }
        let number = customer.savedNumber
        self.customer = customer.name ?? ""
        customerID = String(number)
        buyerAddress = FormField(customer.mainAddress?.lines.joined(separator: "\n") ?? "")
    }

    /// Shows the input and its faults.
    mutating func show(_ typed: FormData, _ refusal: ValidationErrors?) {
        form.show(typed, refusal)
        buyerName.show("buyerName", typed, refusal)
        buyerAddress.show("buyerAddress", typed, refusal)
        validThrough.show("validThrough", typed, refusal)
    }
}

extension QuoteNewPage {
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
}

extension QuoteNewPage {
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
        form.path = shop.links(.copyQuote(quote.recordNumber))
        form.idempotencyKey = IdempotencyKeys.newKey()
        version = ""
        let today = CalendarDay.today()
        form.date = FormField(today.description)
        validThrough = FormField(today.adding(days: QuoteDraft.usualDays).description)
        guard let posted else { return }
        let number = posted["customer"].flatMap { Int64($0) }
        let buyer = try number.flatMap { try Customer.find($0, in: context) }
        customer = buyer?.name ?? ""
        customerID = buyer.map { String($0.savedNumber) } ?? ""
    }
}

extension Quote {
    /// The quote as a form.
    fileprivate var form: FormData {
        var form = pricedForm
        for (name, value) in [
            ("date", dayOrFirst.description), ("validThrough", lastDay?.description ?? ""),
            ("buyerName", buyer), ("buyerAddress", buyerAddress ?? ""), ("note", note ?? ""),
        ] {
            form.append(FormData.Field(name: name, value: value))
        }
        return form
    }

    /// The form of a copy.
    var copiedForm: FormData {
        var form = form
        form.remove { ["date", "validThrough"].contains($0) }
        if let customer {
            form.remove { $0 == "buyerName" }
            form.append(
                FormData.Field(name: "customer", value: String(customer.savedNumber)))
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
