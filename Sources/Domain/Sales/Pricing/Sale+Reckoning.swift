public import Foundation
import Persistence

extension Sale {
    /// Recomputes discounts and taxes after changes of the lines. A return keeps those of its sale.
    ///
    /// - Parameter currency: the currency for rounding. Default: one with cents.
    /// - Throws: ``SaleRefusal`` for discounts that exceed the price.
    public func reckon(in currency: Currency = .dollar) throws(SaleRefusal) {
        guard !isReturn else { return }
        try reckonLines(in: currency)
    }

    /// The same, also for a return whose amounts are not computed yet.
    ///
    /// - Throws: ``SaleRefusal`` for discounts that exceed the price.
    func reckonLines(in currency: Currency) throws(SaleRefusal) {
        let lines = lines
        let reckoning = try Reckoning(of: lines, discount: discount, to: currency.unit)
        if discountCents != reckoning.discount { discountCents = reckoning.discount }
        for (line, parts) in zip(lines, reckoning.parts) { line.take(parts) }
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
