public import Foundation
import Persistence

extension Sale {
    /// Works out discounts and taxes of the lines again, after they have changed. A return stays as it
    /// is: it takes back what was worked out for its sale.
    ///
    /// - Parameter currency: by whose places is rounded. Default: one that has cents.
    /// - Throws: ``SaleRefusal`` for discounts that are more than the price.
    public func reckon(in currency: Currency = .dollar) throws(SaleRefusal) {
        guard !isReturn else { return }
        try reckonLines(in: currency)
    }

    /// The same for a return too, whose discounts and taxes nobody has worked out yet.
    ///
    /// - Throws: ``SaleRefusal`` for discounts that are more than the price.
    func reckonLines(in currency: Currency) throws(SaleRefusal) {
        let lines = lines
        let reckoning = try Reckoning(of: lines, discount: discount, to: currency.unit)
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
