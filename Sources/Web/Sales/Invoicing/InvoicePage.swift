import Domain
import Foundation

/// An invoice, to be printed on A4, with the parts that EN 16931 asks for.
struct InvoicePage: TemplatePage {
    static let template = "sales/invoices/show"

    var layout: LayoutPage
    /// `Invoice 5`, `Credit note 6`.
    var title: String
    /// The name of the shop.
    var shop: String
    var hasShop: Bool
    /// The lines of its address.
    var address: String
    var hasAddress: Bool
    var taxNumber: String
    var hasTaxNumber: Bool
    /// What an invoice should say and the shop has not said, a sentence each.
    var gaps: [String]
    var hasGaps: Bool
    var buyerName: String
    var buyerAddress: String
    var hasBuyerAddress: Bool
    /// Number, days, reference and what else tells the invoice from others.
    var facts: [SumRow]
    var lines: [InvoiceLineRow]
    /// What stands between the lines and the total.
    var sums: [SumRow]
    var total: String
    /// What was paid, and what is due.
    var sumsBelow: [SumRow]
    /// The taxes by rate.
    var taxes: [TaxTotalsRow]
    var note: String
    var hasNote: Bool
    var footer: String
    var salePath: String
    var jsonPath: String
}

/// A line of an invoice.
struct InvoiceLineRow: Sendable {
    var position: String
    var product: String
    /// `less 10 %`; empty without a discount.
    var discount: String
    var hasDiscount: Bool
    var quantity: String
    var unitPrice: String
    /// `19 %`; `–` for none.
    var tax: String
    var amount: String
}

extension InvoicePage {
    /// The page of an invoice.
    ///
    /// - Parameter details: what the shop says about itself.
    init(
        _ invoice: InvoiceValues, _ shop: Shop, _ details: ShopDetails, notices: [Notice] = []
    ) {
        let (links, sale) = (shop.links, invoice.sale)
        let sign: Decimal = sale.isReturn ? -1 : 1
        let percents = Dictionary(
            sale.taxes.compactMap { tax in tax.rate.map { ($0, tax.percent) } },
            uniquingKeysWith: { first, _ in first })
        let gaps = details.gaps
        var layout = shop.site.layout(
            title: invoice.title, section: .sales,
            crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)],
            notices: notices)
        let jsonPath = links(SitePath.invoice(invoice.recordNumber).json)
        layout.alternates = [AlternateLink(type: "application/json", path: jsonPath)]
        self.init(
            layout: layout, title: invoice.title, shop: details.name,
            hasShop: !details.name.isEmpty, address: details.addressLines.joined(separator: "\n"),
            hasAddress: !details.addressLines.isEmpty, taxNumber: details.taxNumberText,
            hasTaxNumber: !details.taxNumber.isEmpty, gaps: gaps, hasGaps: !gaps.isEmpty,
            buyerName: invoice.buyerName, buyerAddress: invoice.buyerAddress,
            hasBuyerAddress: !invoice.buyerAddress.isEmpty, facts: invoice.facts,
            lines: sale.lines.enumerated().map { index, line in
                let percent = line.taxRate.flatMap { percents[$0] ?? nil }
                return InvoiceLineRow(
                    position: String(index + 1), product: line.productName,
                    discount: line.discountText, hasDiscount: !line.discountText.isEmpty,
                    quantity: "\(line.quantity, grouped: true)",
                    unitPrice: Money.text(line.unitPrice), tax: percent?.description ?? "–",
                    amount: Money.text(sign * line.shownAmount))
            }, sums: sale.sumsBeforeTotal, total: Money.text(sale.total),
            sumsBelow: invoice.sums,
            taxes: sale.taxes.map { tax in
                TaxTotalsRow(
                    title: tax.title, net: Money.text(tax.net), tax: Money.text(tax.tax),
                    gross: Money.text(tax.gross))
            }, note: invoice.note, hasNote: !invoice.note.isEmpty,
            footer: details.footerLines.joined(separator: "\n"),
            salePath: links(.sale(sale.recordNumber)), jsonPath: jsonPath)
    }
}

extension InvoiceValues {
    /// Number, days, reference and what else tells the invoice from others.
    fileprivate var facts: [SumRow] {
        [
            ("Number", String(number)), ("Day of the invoice", DayText.long(day)),
            ("Day of the sale", DayText.long(sale.day)), ("Due", DayText.long(dueDay)),
            ("About invoice", originalNumber.map { String($0) } ?? ""),
            ("Your reference", buyerReference), ("Your tax number", buyerTaxNumber),
            ("Currency", "USD"),
        ].filter { !$0.1.isEmpty }.map { SumRow(label: $0.0, amount: $0.1) }
    }

    /// What was paid, and what is due.
    fileprivate var sums: [SumRow] {
        let paid = sale.paid
        return (paid == 0 ? [] : [SumRow(label: "Paid already", amount: Money.text(paid))])
            + [SumRow(label: "Due by \(DayText.short(dueDay))", amount: Money.text(due))]
    }
}

extension ShopDetails {
    /// What an invoice should say and nobody has said, a sentence each.
    fileprivate var gaps: [String] {
        var gaps: [String] = []
        if name.isEmpty { gaps.append("An invoice says who sends it: give the shop a name.") }
        if addressLines.isEmpty { gaps.append("An invoice has the address of who sends it.") }
        if taxNumber.isEmpty { gaps.append("An invoice has the tax number of who sends it.") }
        return gaps
    }
}
