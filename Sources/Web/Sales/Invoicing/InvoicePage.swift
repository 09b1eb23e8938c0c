import Domain
import Foundation

/// An invoice to print on A4, with the parts that EN 16931 requires.
struct InvoicePage: TemplatePage {
    static let template = "sales/invoices/show"

    var layout: LayoutPage
    /// `Invoice 5`, `Credit note 6`.
    var title: String
    var document: PaperDocument
    var salePath: String
    /// The form of a new sale with the same lines.
    var copyPath: String
    var jsonPath: String
}

extension InvoicePage {
    /// The page of an invoice.
    ///
    /// - Parameter now: the current profile of the shop.
    init(_ invoice: InvoiceValues, _ shop: Shop, now: ShopDetails, notices: [Notice] = []) {
        let (links, sale) = (shop.links, invoice.sale)
        let (details, currency) = (invoice.sender(now: now), invoice.currency(now: shop.currency))
        let parts = InvoiceParts(invoice, from: details, in: currency)
        let layout = shop.layout(invoice.title, of: sale, topic: .quotes, notices: notices)
        let jsonPath = links(SitePath.invoice(invoice.recordNumber).json)
        let style = shop.style(of: invoice)
        let document = style.write {
            PaperDocument(
                invoice.title(in: style.texts), of: sale, naming: invoice.words, in: currency,
                style, from: details,
                to: (invoice.buyerName(in: style.texts), invoice.buyerAddress ?? ""),
                facts: invoice.facts(in: currency, details, style.texts),
                below: invoice.sums(in: currency, style.texts),
                legend: parts.legend(in: style.texts),
                note: [invoice.note ?? "", details.note].filter { !$0.isEmpty }
                    .joined(separator: "\n"))
        }
        self.init(
            layout: layout, title: invoice.title, document: document,
            salePath: links(.sale(sale.recordNumber)),
            copyPath: links(.copyInvoice(invoice.recordNumber)), jsonPath: jsonPath)
    }
}

extension InvoiceValues {
    fileprivate func title(in texts: PaperTexts) -> String {
        texts.text(sale.isReturn ? .creditNote : .invoice, ["number": record.writtenNumber])
    }

    fileprivate func buyerName(in texts: PaperTexts) -> String {
        buyerName == Invoice.removedBuyer ? texts[.personRemoved] : buyerName
    }

    /// Number, days, reference and other facts; those without a value are empty.
    fileprivate func facts(
        in currency: Currency, _ shop: ShopDetails, _ texts: PaperTexts
    ) -> [SumRow] {
        let taxNumber = record.buyerTaxNumber ?? ""
        let facts: [(PaperText, String)] = [
            (.number, record.writtenNumber), (.issueDay, DayText.long(day)),
            (.saleDay, DayText.long(sale.dayOrFirst)),
            (.due, isToBePaid ? DayText.long(dueDay) : ""),
            (.originalInvoice, original?.writtenNumber ?? ""),
            (.buyerReference, record.buyerReference ?? ""),
            (taxNumber.isVATNumber ? .buyerVATNumber : .buyerTaxNumber, taxNumber),
            (.currency, currency.code), (.iban, isToBePaid ? shop.iban.inGroups : ""),
        ]
        return facts.map { SumRow(label: texts[$0.0], amount: $0.1) }
    }

    /// The paid and the due amount.
    fileprivate func sums(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        let paid = sale.paid
        let label = texts[sale.isReturn ? .refundedAlready : .paidAlready]
        var rows = paid == 0 ? [] : [SumRow(label: label, amount: currency.text(abs(paid)))]
        if sale.isReturn {
            rows.append(SumRow(label: texts[.inYourFavour], amount: currency.text(-due)))
        } else if isToBePaid {
            rows.append(
                SumRow(
                    label: texts.text(.dueBy, ["day": DayText.short(dueDay)]),
                    amount: currency.text(due)))
        }
        return rows
    }

    /// Whether the paper says when and where to pay the rest.
    private var isToBePaid: Bool { !sale.isReturn && due != 0 }
}

extension String {
    /// The number of an account in groups of four digits.
    fileprivate var inGroups: String {
        var text = ""
        for (index, character) in enumerated() {
            if index > 0, index.isMultiple(of: 4) { text.append(" ") }
            text.append(character)
        }
        return text
    }
}
