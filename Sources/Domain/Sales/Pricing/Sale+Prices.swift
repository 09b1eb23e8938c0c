public import Foundation
import Persistence

extension Sale {
    /// Recomputes discounts and taxes after changes of the lines. A return keeps those of its sale.
    ///
    /// - Parameter currency: the currency for rounding. Default: one with cents.
    /// - Throws: ``SaleRefusal`` for discounts that exceed the price.
    public func calculatePrices(in currency: Currency = .dollar) throws(SaleRefusal) {
        guard !isReturn else { return }
        try calculateLinePrices(in: currency)
    }

    /// The same, also for a return whose amounts are not computed yet.
    ///
    /// - Throws: ``SaleRefusal`` for discounts that exceed the price.
    func calculateLinePrices(in currency: Currency) throws(SaleRefusal) {
        let lines = lines
        let calculation = try PriceCalculation(of: lines, discount: discount, to: currency.unit)
        if discountCents != calculation.discount { discountCents = calculation.discount }
        for (line, parts) in zip(lines, calculation.parts) { line.take(parts) }
    }

    /// The discount on the whole sale.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// The discount on the whole sale as entered; nil for none.
    public var discount: Discount? {
        get { Discount(percent: discountPercent, cents: discountCents) }
        set {
            discountPercent = newValue?.percentNumber
            discountCents = newValue?.givenCents ?? 0
        }
    }
}
