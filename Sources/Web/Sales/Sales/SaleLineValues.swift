import Domain
import Foundation
import Persistence

/// The values of a line of a sale or quote, detached from its context.
struct SaleLineValues: Sendable {
    let recordNumber: Int64
    let productNumber: Int64
    private(set) var productName: String
    let quantity: Decimal
    /// The unit, such as `kg`; empty for pieces.
    private(set) var unit: String
    /// The price per unit on that day.
    let unitPrice: Decimal
    /// Quantity times unit price.
    let listAmount: Decimal
    /// The discount on the line as entered; nil for none.
    let discount: Discount?
    /// The amount of this discount.
    let discountAmount: Decimal
    /// The line's share of the discount on the whole sale.
    let share: Decimal
    /// The tax in the amount.
    let tax: Decimal
    /// The number of the tax rate; nil for none.
    let taxRate: Int64?
    /// The line's part of the total.
    let amount: Decimal
    /// The key of the sold item; nil for other products.
    let itemKey: UUID?

    init(_ line: SaleLine) {
        self.init(line, itemKey: line.itemKey)
    }

    init(_ line: QuoteLine) {
        self.init(line, itemKey: nil)
    }

    private init(_ line: some PricedLine, itemKey: UUID?) {
        recordNumber = line.objectID.recordNumber ?? 0
        productNumber = line.product?.objectID.recordNumber ?? 0
        productName = line.product?.name ?? ""
        quantity = line.quantity ?? 0
        unit = line.product?.unit ?? ""
        unitPrice = line.unitPrice ?? 0
        listAmount = line.listAmount
        discount = line.discount
        discountAmount = line.discountAmount
        share = line.share
        tax = line.tax
        taxRate = line.taxRate?.objectID.recordNumber
        amount = line.amount
        self.itemKey = itemKey
    }

    /// The same line with other words for its product.
    func called(_ name: String, unit: String) -> SaleLineValues {
        var line = self
        (line.productName, line.unit) = (name, unit)
        return line
    }
}

extension [SaleLineValues] {
    /// `7 pieces`, `1.5 m`; nil for different units, which cannot be added.
    var piecesText: String? {
        let quantity = reduce(Decimal(0)) { $0 + $1.quantity }
        if allSatisfy({ Quantity.isWhole($0.quantity) }) {
            return "\(quantity, grouped: true) \(quantity == 1 ? "piece" : "pieces")"
        }
        let units = Set(map(\.unit))
        guard units.count == 1, let unit = units.first else { return nil }
        return "\(quantity, grouped: true) \(unit)"
    }
}

/// One line of a sale, on its page and on its receipt.
struct SaleLineRow: Sendable {
    var product: String
    var path: String
    /// `1,200`.
    var quantity: String
    /// `$12.50`.
    var unitPrice: String
    /// `$37.50`.
    var amount: String
    /// Whether an item of the inventory was sold.
    var hasItem = false
    /// The page of the item; empty if it was deleted.
    var itemPath = ""
    /// `less 10 %`.
    var discount = ""
}

extension SaleLineRow {
    /// The row of a line.
    ///
    /// - Parameters:
    ///   - isReturn: whether it is of a return, so that its amount is negative, as the total is.
    ///   - texts: the texts of a paper; nil, the default, for those of pages.
    ///   - items: the keys of the items that have a page.
    init(
        _ line: SaleLineValues, isReturn: Bool, _ shop: Shop, _ texts: PaperTexts? = nil,
        items: Set<UUID> = []
    ) {
        let links = shop.links
        let discount = line.discountText(
            in: shop.currency, texts ?? shop.site.papers.english)
        let item = line.itemKey.flatMap { items.contains($0) ? $0 : nil }
        self.init(
            product: line.productName, path: links(.product(line.productNumber)),
            quantity: "\(line.quantity, grouped: true)", unitPrice: shop.money(line.unitPrice),
            amount: shop.money(isReturn ? -line.shownAmount : line.shownAmount),
            hasItem: line.itemKey != nil,
            itemPath: item.map { links(.item($0)) } ?? "",
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

/// Lines with their discounts and taxes, detached from their context: a sale or a quote.
protocol PricedValues: Sendable {
    /// `Sale 17`, `Quote Q-2026-0003`.
    var title: String { get }
    var lines: [SaleLineValues] { get }
    /// The totals by tax rate, which make the total.
    var taxes: [SaleTax] { get }
    /// The discount on the whole as entered; nil for none.
    var discount: Discount? { get }
    /// The note; empty for none.
    var note: String { get }
    var total: Decimal { get }
    /// Whether it is a return, so that amounts are negative.
    var isReturn: Bool { get }
}

extension PricedValues {
    /// The title within a sentence: `sale 17`, `quote Q-2026-0003`.
    var titleWithin: String { FormText.clause(title) }

    /// The products with their quantities: `3 × Lamp, Chair`.
    var productsText: String {
        ProductsText.text(lines.lazy.map { ($0.productName, $0.quantity) })
    }

    /// The taxes in the total; negative for a return.
    var tax: Decimal { taxes.reduce(0) { $0 + $1.tax } }

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

extension SaleValues: PricedValues {
    /// The rows under the total: the included taxes, and the payments.
    func sumsAfterTotal(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        includedTaxes(in: currency, texts) + paymentRows(in: currency, texts)
    }

    /// The payments and the unpaid amount.
    private func paymentRows(in currency: Currency, _ texts: PaperTexts) -> [SumRow] {
        var rows: [SumRow] = []
        for payment in payments {
            let label = [
                texts.text(payment), payment.day == day ? "" : DayText.short(payment.day),
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
}

extension SaleLineValues {
    /// The amount at the line: without its share of the sale's discount and without taxes added to
    /// the prices, which have their own rows.
    var shownAmount: Decimal { listAmount - discountAmount }

    /// `less 10 %`, `less $2.50`; empty without a discount.
    func discountText(in currency: Currency, _ texts: PaperTexts) -> String {
        guard let discount, discountAmount != 0 else { return "" }
        let text = discount.share?.text ?? currency.text(discountAmount)
        return texts.text(.lineDiscount, ["discount": text])
    }
}
