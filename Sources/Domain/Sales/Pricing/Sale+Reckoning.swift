public import Foundation
import Persistence

extension Sale {
    /// Works out discounts and taxes of the lines again, after they have changed. A return stays as it
    /// is: it takes back what was worked out for its sale.
    ///
    /// - Throws: ``SaleRefusal`` for discounts that are more than the price.
    public func reckon() throws(SaleRefusal) {
        guard !isReturn else { return }
        let lines = lines
        let reckoning = try Reckoning(of: lines, discount: discount)
        if discountCents != reckoning.discount { discountCents = reckoning.discount }
        for (line, parts) in zip(lines, reckoning.parts) { line.take(parts) }
    }

    /// What is taken off the whole sale.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// What is taken off the whole sale, as it was given; nil for nothing.
    public var discount: Discount? {
        get { Discount(percent: discountPercent, cents: discountCents) }
        set {
            discountPercent = newValue?.percentNumber
            discountCents = newValue?.givenCents ?? 0
        }
    }
}
