public import Foundation
public import Persistence

/// A record with a discount: a line, or a whole sale or quote.
public protocol Discounted: ManagedObject {
    /// The percentage as entered; nil for an amount.
    var discountPercent: Decimal? { get set }
    /// The amount, computed for a percentage.
    var discountCents: Int64 { get set }
}

extension Discounted {
    /// The amount of the discount.
    public var discountAmount: Decimal { Cents.amount(discountCents) }

    /// The discount as entered; nil for none.
    public var discount: Discount? {
        get { Discount(percent: discountPercent, cents: discountCents) }
        set {
            discountPercent = newValue?.percentNumber
            discountCents = newValue?.givenCents ?? 0
        }
    }
}

/// A line of a sale or a quote, with a price, discounts and taxes: the form that pages, papers and
/// documents read.
///
/// Computed amounts are stored in whole cents, so that the store adds them exactly.
public protocol PricedLine: Discounted {
    /// The product.
    var product: Product? { get set }
    /// The quantity.
    var quantity: Decimal? { get set }
    /// The unit price.
    var unitPrice: Decimal? { get set }
    var taxRate: TaxRate? { get set }
    /// The key of the sold item; nil for other products.
    var itemKey: UUID? { get }
    var shareCents: Int64 { get set }
    var taxCents: Int64 { get set }
    var adjustmentCents: Int64 { get set }
}

extension SaleLine: PricedLine {}

extension QuoteLine: PricedLine {
    /// Items of the inventory cannot be quoted.
    public var itemKey: UUID? { nil }
}

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

    /// The line's share of the discount on the whole.
    public var share: Decimal { Cents.amount(shareCents) }

    /// The tax, included or added.
    public var tax: Decimal { Cents.amount(taxCents) }

    /// The computed parts.
    var parts: PriceCalculation.Parts {
        let addedTax = taxCents != 0 && taxRate?.isAdded ?? false ? taxCents : 0
        return PriceCalculation.Parts(
            discount: discountCents, share: shareCents, tax: taxCents,
            rounding: adjustmentCents - addedTax + discountCents + shareCents,
            adjustment: adjustmentCents)
    }

    /// Sets the entered values.
    ///
    /// - Throws: ``SaleFault``; errors of the store.
    func take(
        _ line: SaleDraft.Line, of product: Product, for price: Decimal?, at index: Int,
        _ taxes: SaleTaxes, in context: ManagedObjectContext
    ) throws {
        self.product = product
        quantity = try line.checkedQuantity(of: product, at: index)
        unitPrice = price ?? product.price
        discount = line.discount
        taxRate = try taxes.rate(of: line, product, at: index, in: context)
        guard taxes.currency.fits(unitPrice ?? 0) else {
            throw SaleFault(line: index, "unitPrice", taxes.currency.placesFault)
        }
        guard taxes.currency.fits(discountAmount) else {
            throw SaleFault(line: index, "discount", taxes.currency.placesFault)
        }
    }

    func take(_ parts: PriceCalculation.Parts) {
        guard parts != self.parts else { return }
        discountCents = parts.discount
        shareCents = parts.share
        taxCents = parts.tax
        adjustmentCents = parts.adjustment
    }
}
