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
        let discount = Discount(percent: discountPercent, cents: discountCents)
        let reckoning = try Reckoning(
            lines.map { line in
                Reckoning.Line(
                    quantity: line.quantity, unitPrice: line.unitPrice ?? 0,
                    discount: line.discount, tax: line.taxRate?.tax)
            }, discount: discount)
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

extension SaleLine {
    /// What is taken off the line, as it was given; nil for nothing.
    public var discount: Discount? {
        get { Discount(percent: discountPercent, cents: discountCents) }
        set {
            discountPercent = newValue?.percentNumber
            discountCents = newValue?.givenCents ?? 0
        }
    }

    /// What was worked out for the line.
    var parts: Reckoning.Parts {
        Reckoning.Parts(
            discount: discountCents, share: shareCents, tax: taxCents, adjustment: adjustmentCents)
    }

    /// Takes over what was worked out.
    func take(_ parts: Reckoning.Parts) {
        guard parts != self.parts else { return }
        discountCents = parts.discount
        shareCents = parts.share
        taxCents = parts.tax
        adjustmentCents = parts.adjustment
    }
}
