import Domain
import Persistence

/// The form in which a quote becomes a sale, with the lines as they were offered.
struct QuoteSalePage: FormPage {
    static let template = "sales/quotes/sale"

    var layout: LayoutPage
    /// `Quote 3`.
    var title: String
    /// `Amina Diallo · 3 × Lamp, Rug · $59.97`.
    var details: String
    var path: String
    var cancelPath: String
    // Tells one form for a new record from the next.
    var mark: String
    var summary = FaultSummary()
    /// Why it cannot become a sale as it is.
    var quoteFault = FormField()
    /// `November 1, 2026`, if the prices ended then.
    var ended = ""
    var payments: [PaymentField]
    var paymentsFault = FormField()
    var date: FormField
    /// Whether it is for somebody who can become a customer by it.
    var canAddCustomer: Bool
    /// Whom it is for.
    var buyerName: String
    var addsCustomer: Bool
}

extension QuoteSalePage {
    /// The form for a quote.
    ///
    /// - Throws: errors of the store.
    init(_ record: Quote, _ shop: Shop, in context: ManagedObjectContext) throws {
        let (quote, links) = (QuoteValues(record), shop.links)
        let path = links(.quote(quote.recordNumber))
        let isNamed = quote.customer == nil && !quote.buyerName.isEmpty
        let isToCustomer = quote.customer != nil || isNamed
        let kinds = try PaymentField.kinds(orLater: isToCustomer, in: context)
        self.init(
            layout: shop.site.layout(
                title: "Sale of \(quote.titleWithin)", section: .sales, topic: .quotes,
                crumbs: [
                    PathLink(label: "Quotes", path: links(.quotes)),
                    PathLink(label: quote.title, path: path),
                ]),
            title: quote.title,
            details: [quote.buyerName, quote.productsText, shop.money(quote.total)]
                .filter { !$0.isEmpty }.joined(separator: " · "),
            path: links(.quoteSale(quote.recordNumber)), cancelPath: path,
            mark: TakenForms.newMark(),
            payments: [PaymentField(blank: 0, kinds), PaymentField(blank: 1, kinds)],
            date: FormField(CalendarDay.today().description), canAddCustomer: isNamed,
            buyerName: quote.buyerName, addsCustomer: isNamed)
        if quote.state() == .expired { ended = quote.lastDay.map(DayText.long) ?? "" }
        layout.notices += try shop.closedNotice(in: context)
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        summary = refusal.summary
        quoteFault = FormField(fault: refusal.message(for: "quote"))
        date = FormField(form["date"] ?? date.value, fault: refusal.message(for: "date"))
        paymentsFault = FormField(fault: refusal.message(for: "payments"))
        for index in payments.indices { payments[index].show(index, form, refusal) }
        addsCustomer = form["addCustomer"] == "yes"
    }
}
