public import Foundation
public import Persistence

/// A line of a sale or a quote, with a price, discounts and taxes.
///
/// Computed amounts are stored in whole cents, so that the store adds them exactly.
public protocol PricedLine: ManagedObject {
    /// The product.
    var product: Product? { get }
    /// The quantity.
    var quantity: Decimal? { get }
    /// The unit price.
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
    /// The contribution to the total: quantity times unit price, less the line's discount and its
    /// share of the whole discount, plus added tax.
    public var amount: Decimal {
        adjustmentCents == 0 ? roundedAmount : roundedAmount + Cents.amount(adjustmentCents)
    }

    /// Quantity times unit price, rounded for the currency; for a part of a return, at most the
    /// remainder.
    public var listAmount: Decimal { roundedAmount + Cents.amount(parts.rounding) }

    /// Quantity times unit price in cents.
    private var roundedAmount: Decimal { Cents.amount(of: quantity ?? 0, at: unitPrice ?? 0) }

    /// The discount on the line.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// The line's share of the discount on the whole.
    public var share: Decimal { Cents.amount(shareCents) }

    /// The tax, included or added.
    public var tax: Decimal { Cents.amount(taxCents) }

    /// The discount as entered; nil for none.
    public var discount: Discount? {
        get { Discount(percent: discountPercent, cents: discountCents) }
        set {
            discountPercent = newValue?.percentNumber
            discountCents = newValue?.givenCents ?? 0
        }
    }

    /// The computed parts.
    var parts: PriceCalculation.Parts {
        let addedTax = taxCents != 0 && taxRate?.isAdded ?? false ? taxCents : 0
        return PriceCalculation.Parts(
            discount: discountCents, share: shareCents, tax: taxCents,
            rounding: adjustmentCents - addedTax + discountCents + shareCents,
            adjustment: adjustmentCents)
    }

    func take(_ parts: PriceCalculation.Parts) {
        guard parts != self.parts else { return }
        discountCents = parts.discount
        shareCents = parts.share
        taxCents = parts.tax
        adjustmentCents = parts.adjustment
    }
}

extension PriceCalculation {
    /// Computes the parts of lines.
    ///
    /// - Parameter unit: the rounding unit in cents. Default: 1.
    /// - Throws: ``SaleRefusal`` for discounts that exceed the price.
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
