import Domain
import Persistence

/// The form of a new quote.
struct QuoteNewPage: TemplatePage {
    static let template = "sales/quotes/new"

    var layout: LayoutPage
    /// Whether it is for a customer; otherwise the form asks whom it is for.
    var hasCustomer = false
    var customer = ""
    /// The record number.
    var customerID = ""
    var buyerName = FormField()
    var buyerAddress = FormField()
    var validThrough: FormField
    var form: SaleForm
}

extension QuoteNewPage {
    /// The form of a quote for a customer, or for somebody who is none.
    ///
    /// - Throws: errors of the store.
    init(_ customer: Customer?, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        let path = links(.quotes)
        var form = try SaleForm(path: path, cancelPath: path, shop, in: context)
        (form.isQuote, form.hasPayments) = (true, false)
        let lastDay = CalendarDay.today().adding(days: QuoteDraft.usualDays)
        self.init(
            layout: shop.site.layout(
                title: "New quote", section: .sales, topic: .quotes,
                crumbs: [PathLink(label: "Quotes", path: path)]),
            validThrough: FormField(lastDay.description), form: form)
        guard let customer else { return }
        let number = customer.objectID.recordNumber ?? 0
        hasCustomer = true
        self.customer = customer.name ?? ""
        customerID = String(number)
        buyerAddress = FormField(customer.mainAddress?.lines.joined(separator: "\n") ?? "")
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ typed: FormData, _ refusal: FormRefusal?) {
        form.show(typed, refusal)
        func field(_ name: String, _ field: FormField) -> FormField {
            FormField(typed[name] ?? field.value, fault: refusal?.message(for: name))
        }
        buyerName = field("buyerName", buyerName)
        buyerAddress = field("buyerAddress", buyerAddress)
        validThrough = field("validThrough", validThrough)
    }
}
