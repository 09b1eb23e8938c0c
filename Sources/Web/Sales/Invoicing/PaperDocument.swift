import Domain
import Foundation

/// What an invoice and a quote have in common on paper: who sends it, to whom, lines, sums and taxes.
struct PaperDocument: Sendable {
    /// `Invoice 5`, `Quote 3`.
    var title: String
    /// The name of the shop.
    var shop: String
    var hasShop: Bool
    /// The lines of its address.
    var address: String
    var hasAddress: Bool
    var taxNumber: String
    var hasTaxNumber: Bool
    var buyerName: String
    var buyerAddress: String
    var hasBuyerAddress: Bool
    /// Number, days, reference and what else tells it from others.
    var facts: [SumRow]
    var lines: [PaperLineRow]
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
}

/// A line of an invoice or a quote.
struct PaperLineRow: Sendable {
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

extension PaperDocument {
    /// The paper of what has lines.
    ///
    /// - Parameters:
    ///   - details: what the shop says about itself.
    ///   - buyer: to whom it is sent, by name and address.
    ///   - facts: what tells it from others.
    ///   - sums: what stands below the total. Default: nothing.
    init(
        _ title: String, of priced: some PricedValues, from details: ShopDetails,
        to buyer: (name: String, address: String), facts: [SumRow], below sums: [SumRow] = [],
        note: String
    ) {
        let sign: Decimal = priced.isReturn ? -1 : 1
        let percents = Dictionary(
            priced.taxes.compactMap { tax in tax.rate.map { ($0, tax.percent) } },
            uniquingKeysWith: { first, _ in first })
        self.init(
            title: title, shop: details.name, hasShop: !details.name.isEmpty,
            address: details.addressLines.joined(separator: "\n"),
            hasAddress: !details.addressLines.isEmpty, taxNumber: details.taxNumberText,
            hasTaxNumber: !details.taxNumber.isEmpty, buyerName: buyer.name,
            buyerAddress: buyer.address, hasBuyerAddress: !buyer.address.isEmpty,
            facts: facts.filter { !$0.amount.isEmpty },
            lines: priced.lines.enumerated().map { index, line in
                let percent = line.taxRate.flatMap { percents[$0] ?? nil }
                return PaperLineRow(
                    position: String(index + 1), product: line.productName,
                    discount: line.discountText, hasDiscount: !line.discountText.isEmpty,
                    quantity: "\(line.quantity, grouped: true)",
                    unitPrice: Money.text(line.unitPrice), tax: percent?.description ?? "–",
                    amount: Money.text(sign * line.shownAmount))
            }, sums: priced.sumsBeforeTotal, total: Money.text(priced.total), sumsBelow: sums,
            taxes: priced.taxes.map { tax in
                TaxTotalsRow(
                    title: tax.title, net: Money.text(tax.net), tax: Money.text(tax.tax),
                    gross: Money.text(tax.gross))
            }, note: note, hasNote: !note.isEmpty,
            footer: details.footerLines.joined(separator: "\n"))
    }
}
