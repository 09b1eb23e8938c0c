public import Foundation
public import Persistence

/// A line with a price, of which discounts and taxes are worked out: of a sale, or of a quote.
///
/// What is worked out is kept in whole cents, so that the store adds it up exactly.
public protocol PricedLine: ManagedObject {
    /// What it is about.
    var product: Product? { get }
    /// How many of it, or how much.
    var quantity: Decimal? { get }
    /// The price of each.
    var unitPrice: Decimal? { get }
    var taxRate: TaxRate? { get }
    var discountPercent: Decimal? { get set }
    var discountCents: Int64 { get set }
    var shareCents: Int64 { get set }
    var taxCents: Int64 { get set }
    var adjustmentCents: Int64 { get set }
}

extension SaleLine: PricedLine {}
extension QuoteLine: PricedLine {}

extension PricedLine {
    /// What the line adds to the total: quantity times unit price, less its discount and its share of
    /// the one on the whole, and with its tax.
    public var amount: Decimal {
        adjustmentCents == 0 ? roundedAmount : roundedAmount + Cents.amount(adjustmentCents)
    }

    /// Quantity times unit price, as it is rounded in the currency; of a part that came back, what is left of
    /// that of the whole at most.
    public var listAmount: Decimal { roundedAmount + Cents.amount(parts.rounding) }

    /// The cents of quantity times unit price.
    private var roundedAmount: Decimal { Cents.amount(of: quantity ?? 0, at: unitPrice ?? 0) }

    /// What is taken off the line.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// The line's share of what is taken off the whole.
    public var share: Decimal { Cents.amount(shareCents) }

    /// The tax, in the price or on top of it.
    public var tax: Decimal { Cents.amount(taxCents) }

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
        let addedTax = taxCents != 0 && taxRate?.isAdded ?? false ? taxCents : 0
        return Reckoning.Parts(
            discount: discountCents, share: shareCents, tax: taxCents,
            rounding: adjustmentCents - addedTax + discountCents + shareCents,
            adjustment: adjustmentCents)
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

extension Reckoning {
    /// Works out what is kept of lines.
    ///
    /// - Parameter unit: the cents to which is rounded. Default: one.
    /// - Throws: ``SaleRefusal`` for discounts that are more than the price.
    init(
        of lines: [some PricedLine], discount: Discount?, to unit: Int64 = 1
    ) throws(SaleRefusal) {
        try self.init(
            lines.map { line in
                Line(
                    quantity: line.quantity ?? 0, unitPrice: line.unitPrice ?? 0,
                    discount: line.discount, tax: line.taxRate?.tax)
            }, discount: discount, to: unit)
    }
}
