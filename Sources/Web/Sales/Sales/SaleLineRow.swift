import Domain
import Foundation
import Persistence

/// A line of a sale or a quote, on its page and on paper.
struct SaleLineRow: Sendable {
    var product: String
    var path = ""
    /// `1,200`; on an invoice or a quote with the unit, `1,500 g`.
    var quantity: String
    /// `$12.50`.
    var unitPrice: String
    /// `$37.50`.
    var amount: String
    /// Whether an item of the inventory was sold.
    var hasItem = false
    /// The page of the item; empty if it was deleted.
    var itemPath = ""
    /// `less 10 %`; empty without a discount.
    var discount = ""
    /// The place of the line on an invoice or a quote.
    var position = ""
    /// `19 %`; `–` for none.
    var tax = ""
}

extension SaleLineRow {
    /// The row of a line.
    ///
    /// - Parameters:
    ///   - isReturn: whether it is of a return, so that its amount is negative, as the total is.
    ///   - texts: the texts of the page or the paper.
    ///   - words: the words for the product. Default: the present ones.
    init(
        _ line: some PricedLine, isReturn: Bool, in currency: Currency, _ texts: PaperTexts,
        called words: IssuedTexts.Line? = nil
    ) {
        var discount = ""
        if let given = line.discount, line.discountAmount != 0 {
            let text = given.share?.text ?? currency.text(line.discountAmount)
            discount = texts.text(.lineDiscount, ["discount": text])
        }
        self.init(
            product: words?.name ?? line.product?.name ?? "",
            quantity: "\(line.quantity ?? 0, grouped: true)",
            unitPrice: currency.text(line.unitPrice ?? 0),
            amount: currency.text(isReturn ? -line.shownAmount : line.shownAmount),
            discount: discount)
    }
}

/// A row under the lines of a sale: `Discount 10 %`, `VAT 19 % in it`, `Paid: Cash`.
struct SumRow: Sendable {
    var label: String
    var amount: String
    /// Whether the payment is void.
    var isVoid = false
}

extension PricedPaper {
    /// The rows between the lines and the total: the sum, the discount, and the taxes added to the
    /// prices. Empty if the lines alone make the total.
    func sumsBeforeTotal(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        let sign: Decimal = isReturn ? -1 : 1
        let shares = lines.reduce(Decimal(0)) { $0 + $1.share }
        let added = taxes.filter { $0.isAdded && $0.rate != nil }
        guard shares != 0 || !added.isEmpty else { return [] }
        let sum = lines.reduce(Decimal(0)) { $0 + $1.shownAmount }
        var rows = [SumRow(label: texts[.subtotal], amount: currency.text(sign * sum))]
        if shares != 0 {
            rows.append(
                SumRow(label: texts.text(discount), amount: currency.text(-sign * shares)))
        }
        return rows
            + added.map { tax in
                let values = ["tax": texts.title(of: tax), "amount": currency.text(tax.net)]
                return SumRow(
                    label: texts.text(.addedTax, values), amount: currency.text(tax.tax))
            }
    }

    /// The taxes in the total.
    func includedTaxes(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        taxes.filter { !$0.isAdded && $0.rate != nil }.map { tax in
            let values = ["tax": texts.title(of: tax), "amount": currency.text(tax.gross)]
            return SumRow(label: texts.text(.includedTax, values), amount: currency.text(tax.tax))
        }
    }
}

extension Sale {
    /// The rows under the total: the included taxes, the payments, and the unpaid amount.
    func sumsAfterTotal(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        var rows = includedTaxes(in: currency, texts)
        for payment in sortedPayments {
            let day = payment.dayOrFirst
            let label = [
                texts.text(payment), day == dayOrFirst ? "" : DayText.short(day),
                payment.isVoid ? texts.labels.void.lowercased() : "",
            ]
            rows.append(
                SumRow(
                    label: label.filter { !$0.isEmpty }.joined(separator: ", "),
                    amount: currency.text(payment.amount), isVoid: payment.isVoid))
            if payment.change > 0, !payment.isVoid {
                rows.append(
                    SumRow(label: texts[.given], amount: currency.text(payment.tendered)))
                rows.append(SumRow(label: texts[.change], amount: currency.text(payment.change)))
            }
        }
        if isPaymentKnown, owed > 0, !isVoid {
            rows.append(SumRow(label: texts[.stillToPay], amount: currency.text(owed)))
        }
        return rows
    }

    /// `7 pieces`, `1.5 m`; nil for different units, which cannot be added.
    var piecesText: String? {
        let quantities = lines.map { $0.quantity ?? 0 }
        let quantity = quantities.reduce(0, +)
        if quantities.allSatisfy(Quantity.isWhole) {
            return "\(quantity, grouped: true) \(quantity == 1 ? "piece" : "pieces")"
        }
        let units = Set(lines.map { $0.product?.unit ?? "" })
        guard units.count == 1, let unit = units.first else { return nil }
        return "\(quantity, grouped: true) \(unit)"
    }
}

extension PricedLine {
    /// The amount at the line: without its share of the sale's discount and without taxes added to
    /// the prices, which have their own rows.
    fileprivate var shownAmount: Decimal { listAmount - discountAmount }
}
