public import Foundation
public import Persistence

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
