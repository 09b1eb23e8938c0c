import Domain
import Persistence

/// The form of a new quote, and of one that is changed.
struct QuoteNewPage: TemplatePage {
    static let template = "sales/quotes/new"

    var layout: LayoutPage
    /// `New quote`, `Edit quote 3`.
    var title = "New quote"
    /// The version of the quote that is changed; empty for a new one.
    var version = ""
    /// The customer whom it is for; empty if the form asks that.
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

extension QuoteNewPage {
    /// The form of a quote that is changed, with what it offers.
    ///
    /// - Throws: errors of the store.
    init(_ record: Quote, _ shop: Shop, in context: ManagedObjectContext) throws {
        try self.init(record.customer, shop, in: context)
        let quote = QuoteValues(record)
        let path = shop.links(.quote(quote.recordNumber))
        title = "Edit \(quote.titleWithin)"
        layout = shop.site.layout(
            title: title, section: .sales, topic: .quotes,
            crumbs: [
                PathLink(label: "Quotes", path: shop.links(.quotes)),
                PathLink(label: quote.title, path: path),
            ])
        (form.path, form.cancelPath, form.mark) = (path, path, "")
        version = String(quote.rowVersion)
        show(quote.form, nil)
        form.lines.indices.forEach { form.lines[$0].hasFocus = false }
    }
}

extension QuoteValues {
    /// The quote as a form posts it. A tax that all lines have in common is that of the whole quote.
    fileprivate var form: FormData {
        var fields = [
            ("date", day.description), ("validThrough", lastDay?.description ?? ""),
            ("buyerName", buyerName), ("buyerAddress", buyerAddress), ("note", note),
            ("discount", discount?.plainText ?? ""),
        ]
        let rates = Set(lines.map(\.taxRate))
        if rates.count == 1, let rate = rates.first {
            fields.append(("taxRate", rate.map(String.init) ?? "none"))
        }
        for (index, line) in lines.enumerated() {
            fields += [
                (SaleLineReader.name(index, "productName"), line.productName),
                (
                    SaleLineReader.name(index, "quantity"),
                    Region.current.fieldText(quantity: line.quantity)
                ),
                (
                    SaleLineReader.name(index, "unitPrice"),
                    Region.current.fieldText(money: line.unitPrice)
                ),
                (SaleLineReader.name(index, "discount"), line.discount?.plainText ?? ""),
            ]
        }
        var form = FormData()
        for (name, value) in fields { form.append(FormData.Field(name: name, value: value)) }
        return form
    }
}
