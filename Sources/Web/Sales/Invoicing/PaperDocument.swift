import Domain
import Foundation
import Persistence

/// The common parts of a printed receipt, invoice or quote: sender, buyer, lines, sums and taxes.
struct PaperDocument: Sendable {
    var head: PaperHead
    /// Whether it is an invoice or a quote, whose lines have positions and taxes.
    var isWhole = false
    var buyerName: String
    var buyerAddress = ""
    /// Number, days, reference and other facts.
    var facts: [SumRow] = []
    var lines: [SaleLineRow] = []
    /// `Paid: Cash`, with the reference of the payment; empty for other papers.
    var paid = ""
    /// The rows between the lines and the total.
    var sums: [SumRow] = []
    var total: String
    /// The rows under the total: the payments, the paid and the due amount.
    var sumsBelow: [SumRow] = []
    /// The taxes by rate.
    var taxes: [TaxTotalsRow] = []
    /// The meaning of the tax category letters; empty without taxes.
    var legend = ""
    var note = ""
}

/// The totals of a paper with one tax rate.
struct TaxTotalsRow: Sendable {
    var title: String
    var net: String
    var tax: String
    var gross: String
}

extension PaperDocument {
    /// The paper of priced values; call it in ``PaperStyle/write(_:)``.
    ///
    /// - Parameters:
    ///   - words: the words of an issued invoice for the products. Default: the present ones.
    ///   - currency: the currency of its amounts.
    ///   - details: the profile of the shop.
    ///   - buyer: the name and address of the buyer.
    ///   - facts: number, days and other facts.
    ///   - sums: the rows under the total. Default: none.
    ///   - legend: the meaning of the tax category letters; empty, the default, for none.
    init(
        _ title: String, of priced: some PricedPaper, naming words: [IssuedTexts.Line] = [],
        in currency: Currency, _ style: PaperStyle, from details: ShopDetails,
        to buyer: (name: String, address: String), facts: [SumRow], below sums: [SumRow] = [],
        legend: String = "", note: String
    ) {
        let texts = style.texts
        let taxTexts = Dictionary(
            priced.taxes.map { ($0.rate, $0.shortText(isCoded: !legend.isEmpty)) },
            uniquingKeysWith: { first, _ in first })
        self.init(
            head: PaperHead(title, from: details, style, isWhole: true), isWhole: true,
            buyerName: buyer.name, buyerAddress: buyer.address,
            facts: facts.filter { !$0.amount.isEmpty },
            lines: priced.lines(named: words).enumerated().map { index, entry in
                let (line, words) = entry
                var row = SaleLineRow(
                    line, isReturn: priced.isReturn, in: currency, texts, called: words)
                let unit = texts.unit(words.unit, of: line.quantity ?? 0)
                if !unit.isEmpty { row.quantity += " \(unit)" }
                row.position = String(index + 1)
                row.tax = taxTexts[line.taxRate?.objectID.recordNumber] ?? "–"
                return row
            }, sums: priced.sumsBeforeTotal(in: currency, texts),
            total: currency.text(priced.total),
            sumsBelow: sums, taxes: priced.taxRows(in: currency, texts, isCoded: !legend.isEmpty),
            legend: legend,
            note: note)
    }
}

extension PricedPaper {
    /// The taxes by rate, followed by their sums if there are several.
    fileprivate func taxRows(
        in currency: Currency, _ texts: PaperTexts, isCoded: Bool
    ) -> [TaxTotalsRow] {
        func row(_ title: String, _ net: Decimal, _ tax: Decimal) -> TaxTotalsRow {
            TaxTotalsRow(
                title: title, net: currency.text(net), tax: currency.text(tax),
                gross: currency.text(net + tax))
        }
        let rows = taxes.map { tax in
            let code = isCoded ? tax.category.map { " (\($0.rawValue))" } ?? "" : ""
            return row(texts.title(of: tax) + code, tax.net, tax.tax)
        }
        guard isCoded, rows.count > 1 else { return rows }
        return rows + [row(texts[.allTaxes], total - tax, tax)]
    }
}

extension SaleTax {
    /// `19 %`, `19 % S`; `–` for none, or `E`.
    fileprivate func shortText(isCoded: Bool) -> String {
        let percent = percent?.text
        guard isCoded else { return percent ?? "–" }
        let parts = [percent, category?.rawValue].compactMap(\.self)
        return parts.isEmpty ? "–" : parts.joined(separator: " ")
    }
}
