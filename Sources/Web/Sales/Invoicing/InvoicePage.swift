import Domain
import Foundation

/// An invoice, to be printed on A4, with the parts that EN 16931 asks for.
struct InvoicePage: TemplatePage {
    static let template = "sales/invoices/show"

    var layout: LayoutPage
    /// `Invoice 5`, `Credit note 6`.
    var title: String
    var document: PaperDocument
    var salePath: String
    var jsonPath: String
}

extension InvoicePage {
    /// The page of an invoice.
    ///
    /// - Parameter now: what the shop says about itself now.
    init(_ invoice: InvoiceValues, _ shop: Shop, now: ShopDetails, notices: [Notice] = []) {
        let (links, sale) = (shop.links, invoice.sale)
        let (details, currency) = (invoice.sender(now: now), invoice.currency(now: shop.currency))
        let parts = InvoiceParts(invoice, from: details, in: currency)
        var layout = shop.site.layout(
            title: invoice.title, section: .sales, topic: .quotes,
            crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)],
            notices: notices)
        let jsonPath = links(SitePath.invoice(invoice.recordNumber).json)
        layout.alternates = [
            AlternateLink(type: "application/json", path: jsonPath),
            .events(links(SitePath.invoice(invoice.recordNumber).events)),
        ]
        self.init(
            layout: layout, title: invoice.title,
            document: PaperDocument(
                invoice.title, of: sale, in: currency, from: details,
                to: (invoice.buyerName, invoice.buyerAddress),
                facts: invoice.facts(in: currency, details),
                below: invoice.sums(in: currency), legend: parts.legend,
                note: [invoice.note, details.invoiceNote].filter { !$0.isEmpty }
                    .joined(separator: "\n")),
            salePath: links(.sale(sale.recordNumber)), jsonPath: jsonPath)
    }
}

extension InvoiceValues {
    /// Number, days, reference and what else tells the invoice from others; empty for what is not said.
    fileprivate func facts(in currency: Currency, _ shop: ShopDetails) -> [SumRow] {
        [
            ("Number", String(number)), ("Day of the invoice", DayText.long(day)),
            ("Day of the sale", DayText.long(sale.day)),
            ("Due", sale.isReturn ? "" : DayText.long(dueDay)),
            ("About invoice", originalNumber.map { String($0) } ?? ""),
            ("Your reference", buyerReference), ("Your tax number", buyerTaxNumber),
            ("Currency", currency.code),
            ("Pay to (IBAN)", sale.isReturn ? "" : shop.iban.inGroups),
        ].map { SumRow(label: $0.0, amount: $0.1) }
    }

    /// What was paid, and what is due.
    fileprivate func sums(in currency: Currency) -> [SumRow] {
        let paid = sale.paid
        let label = sale.isReturn ? "Given back already" : "Paid already"
        return (paid == 0 ? [] : [SumRow(label: label, amount: currency.text(abs(paid)))])
            + [
                sale.isReturn
                    ? SumRow(label: "To your credit", amount: currency.text(-due))
                    : SumRow(label: "Due by \(DayText.short(dueDay))", amount: currency.text(due))
            ]
    }
}

extension String {
    /// The number of an account in groups of four, as people read it.
    fileprivate var inGroups: String {
        var text = ""
        for (index, character) in enumerated() {
            if index > 0, index.isMultiple(of: 4) { text.append(" ") }
            text.append(character)
        }
        return text
    }
}
