import Domain

/// The form of the invoice of a sale.
struct InvoiceNewPage: TemplatePage {
    static let template = "sales/invoices/new"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    var path: String
    var cancelPath: String
    /// What an invoice should say of the shop and the shop has not said, a sentence each.
    var gaps: [String] = []
    var shopPath: String
    var summary = FaultSummary()
    var buyerName = FormField()
    var buyerAddress = FormField()
    var buyerTaxNumber = FormField()
    var buyerReference = FormField()
    var date = FormField()
    var dueDate = FormField()
    var note = FormField()
    /// Whether it lacks something, and whoever makes it is asked whether it is to stay so.
    var isAsked = false
}

extension InvoiceNewPage {
    /// The form for a sale.
    ///
    /// - Parameter days: how long there is to pay.
    init(_ sale: SaleValues, _ shop: Shop, days: Int) {
        let (links, today) = (shop.links, CalendarDay.today())
        self.init(
            layout: shop.site.layout(
                title: "Invoice of \(sale.titleWithin)", section: .sales, topic: .quotes,
                crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)]),
            title: sale.title, details: sale.detailsText(in: shop.currency),
            path: links(.saleInvoice(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)), shopPath: links(.shop),
            buyerName: FormField(sale.customer?.name ?? ""), date: FormField(today.description),
            dueDate: FormField(today.adding(days: days).description))
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        func field(_ name: String, _ field: FormField) -> FormField {
            FormField(form[name] ?? field.value, fault: refusal.message(for: name))
        }
        summary = refusal.summary
        buyerName = field("buyerName", buyerName)
        buyerAddress = field("buyerAddress", buyerAddress)
        buyerTaxNumber = field("buyerTaxNumber", buyerTaxNumber)
        buyerReference = field("buyerReference", buyerReference)
        date = field("date", date)
        dueDate = field("dueDate", dueDate)
        note = field("note", note)
        isAsked = refusal.message(for: "isConfirmed") != nil
    }

    /// What people call a field.
    static func label(of field: String) -> String {
        switch field {
        case "buyerName": "Name"
        case "dueDate": "Due"
        case "date": "Day"
        default: FormText.label(of: field)
        }
    }
}
