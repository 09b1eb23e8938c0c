import Foundation

/// Calculates the discounts and taxes of a sale, in whole cents.
///
/// The page of the shop states the rule:
///
/// - Quantity times price is rounded to a cent once, on that line.
/// - The discount of a line is rounded to a cent on that line.
/// - The discount of the whole sale is rounded to a cent once, and the lines bear shares of it, in
///   whole cents, that make exactly the whole.
/// - The tax is calculated from what is left of a line, and rounded to a cent on that line. The taxes of
///   a sale are the sums of those of its lines.
/// - Half a cent is rounded up.
struct PriceCalculation: Sendable, Hashable {
    /// The input of a line.
    struct Line: Sendable, Hashable {
        var quantity: Decimal
        var unitPrice: Decimal
        var discount: Discount?
        var tax: Tax?
    }

    struct Tax: Sendable, Hashable {
        var percent: Percent
        /// Whether it is added to the price instead of included.
        var isAdded: Bool
    }

    /// The computed parts of a line, in cents.
    struct Parts: Sendable, Hashable {
        /// The discount on the line.
        var discount: Int64 = 0
        /// Its share of the discount on the whole sale.
        var share: Int64 = 0
        /// The tax, included or added.
        var tax: Int64 = 0
        /// The rounding of quantity times unit price beyond cents, for a currency without cents and
        /// for partial returns.
        var rounding: Int64 = 0
        /// The difference of the line's amount to quantity times unit price: rounding, discounts
        /// and added tax.
        var adjustment: Int64 = 0
    }

    /// The maximum amount of a line, in cents, with a discount or a tax.
    static let maximumAmount: Int64 = 1_000_000_000_000_000

    let parts: [Parts]
    /// The discount on the whole sale, in cents.
    let discount: Int64

    /// Computes a sale.
    ///
    /// - Parameter unit: the rounding unit in cents, 100 for a currency without cents. Default: 1.
    /// - Throws: ``SaleRefusal`` for a discount that exceeds the price, and for amounts that are
    ///   too great.
    init(_ lines: [Line], discount: Discount?, to unit: Int64 = 1) throws(SaleRefusal) {
        guard
            discount != nil || lines.contains(where: { $0.isPriced || !$0.isRounded(to: unit) })
        else {
            self.parts = lines.map { _ in Parts() }
            self.discount = 0
            return
        }
        var faults: [SaleFault] = []
        var parts: [Parts] = []
        var nets: [Int64] = []
        for (index, line) in lines.enumerated() {
            do {
                let (gross, rounding) = try line.gross(to: unit, index)
                let own = try line.discountCents(of: gross, to: unit, index)
                parts.append(Parts(discount: own, rounding: rounding))
                nets.append(gross - own)
            } catch {
                faults.append(error)
            }
        }
        try faults.check()
        let whole = nets.reduce(0, +)
        guard let cents = discount.map({ $0.cents(of: whole, to: unit) }) ?? 0 else {
            throw SaleRefusal("discount", "The discount is more than the sale comes to.")
        }
        self.discount = cents
        var (sum, given) = (Int64(0), Int64(0))
        for (index, line) in lines.enumerated() {
            sum += nets[index]
            let share = Cents.share(self.discount, sum, of: whole, to: unit) - given
            given += share
            parts[index].share = share
            parts[index].take(line.tax, of: nets[index] - share, to: unit)
        }
        self.parts = parts
    }
}

extension PriceCalculation.Line {
    fileprivate var isPriced: Bool { discount != nil || tax != nil }

    /// Whether quantity times unit price needs no rounding to the unit.
    fileprivate func isRounded(to unit: Int64) -> Bool { unit == 1 || Quantity.isWhole(quantity) }

    /// Quantity times unit price, and its rounding beyond cents.
    fileprivate func gross(
        to unit: Int64, _ index: Int
    ) throws(SaleFault) -> (gross: Int64, rounding: Int64) {
        guard let price = Cents.whole(unitPrice) else {
            throw SaleFault(line: index, "unitPrice", "The price is not in cents.")
        }
        guard let thousandths = Quantity.thousandths(quantity) else {
            throw SaleFault(line: index, "quantity", Quantity.placesFault)
        }
        guard let cents = Cents.cents(of: thousandths, at: price),
            cents <= PriceCalculation.maximumAmount
        else {
            throw SaleFault(
                line: index, "unitPrice",
                "The amount of the line is too large.")
        }
        guard !isRounded(to: unit) else { return (cents, 0) }
        let gross = Cents.share(price, thousandths, of: 1_000, to: unit)
        return (gross, gross - cents)
    }

    fileprivate func discountCents(
        of gross: Int64, to unit: Int64, _ index: Int
    ) throws(SaleFault) -> Int64 {
        guard let discount else { return 0 }
        guard let cents = discount.cents(of: gross, to: unit) else {
            throw SaleFault(
                line: index, "discount", "The discount is more than the line comes to.")
        }
        return cents
    }
}

extension PriceCalculation.Parts {
    /// Computes the tax of the line's net amount.
    fileprivate mutating func take(_ tax: PriceCalculation.Tax?, of net: Int64, to unit: Int64) {
        if let tax {
            let whole = tax.isAdded ? Percent.whole : Percent.whole + tax.percent.thousandths
            self.tax = Cents.share(net, tax.percent.thousandths, of: whole, to: unit)
        }
        updateAdjustment(isAdded: tax?.isAdded ?? false)
    }

    /// Computes the adjustment.
    mutating func updateAdjustment(isAdded: Bool) {
        adjustment = rounding + (isAdded ? tax : 0) - discount - share
    }

    /// The amounts for a part of the remaining quantity, both in thousandths. If all of it is taken,
    /// these are all remaining amounts.
    ///
    /// - Parameter unit: the rounding unit in cents. Default: 1.
    func portion(_ taken: Int64, of left: Int64, isAdded: Bool, to unit: Int64 = 1) -> Self {
        guard self != Self(), taken < left else { return self }
        func part(_ cents: Int64) -> Int64 { Cents.share(cents, taken, of: left, to: unit) }
        var portion = Self(
            discount: part(discount), share: part(share), tax: part(tax))
        portion.updateAdjustment(isAdded: isAdded)
        return portion
    }

    /// The discount on the line with its share of the discount on the whole sale.
    var discounts: Int64 { discount + share }

    /// The parts without rounding.
    var unrounded: Self {
        var parts = self
        parts.adjustment -= rounding
        parts.rounding = 0
        return parts
    }

    static func - (first: Self, second: Self) -> Self {
        Self(
            discount: first.discount - second.discount, share: first.share - second.share,
            tax: first.tax - second.tax, rounding: first.rounding - second.rounding,
            adjustment: first.adjustment - second.adjustment)
    }
}
