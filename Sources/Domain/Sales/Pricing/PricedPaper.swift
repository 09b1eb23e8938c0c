public import Foundation
import Persistence

/// A sale or a quote: lines with a discount on the whole.
public protocol PricedPaper: NumberedPaper, Discounted {
    associatedtype Line: PricedLine
    var lines: [Line] { get }
    /// Whether it is a return, so that its amounts are negative.
    var isReturn: Bool { get }
    /// The day of the sale, or of the quote.
    var day: CalendarDay? { get }
    var customer: Customer? { get }
    var note: String? { get }
    /// The time when it was made void, or withdrawn.
    var voidedAt: Date? { get }
}

extension Sale: PricedPaper {}

extension Quote: PricedPaper {
    public var isReturn: Bool { false }
}

extension PricedPaper {
    /// The sum of the lines; negative for a return. A void sale keeps it.
    public var total: Decimal {
        let sum = lines.reduce(Decimal(0)) { $0 + $1.amount }
        return isReturn ? -sum : sum
    }

    /// The taxes of the lines; negative for a return.
    public var tax: Decimal {
        let cents = lines.reduce(Int64(0)) { $0 + $1.taxCents }
        return Cents.amount(isReturn ? -cents : cents)
    }

    /// The totals by tax rate, in the order of the lines; negative for a return. Their sum is
    /// exactly the ``total``.
    public var taxes: [SaleTax] { SaleTax.of(lines, isReturn: isReturn) }

    /// Recomputes discounts and taxes after changes of the lines, also those of a return whose
    /// amounts are not computed yet.
    ///
    /// - Throws: ``SaleRefusal`` for discounts that exceed the price.
    func calculateLinePrices(in currency: Currency) throws(SaleRefusal) {
        let lines = lines
        let calculation = try PriceCalculation(
            lines.map { line in
                PriceCalculation.Line(
                    quantity: line.quantity ?? 0, unitPrice: line.unitPrice ?? 0,
                    discount: line.discount, tax: line.taxRate?.tax)
            }, discount: discount, to: currency.unit)
        if discountCents != calculation.discount { discountCents = calculation.discount }
        for (line, parts) in zip(lines, calculation.parts) { line.take(parts) }
    }
}
