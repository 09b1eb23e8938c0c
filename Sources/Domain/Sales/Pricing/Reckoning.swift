import Foundation

/// Works out the discounts and taxes of a sale, in whole cents.
///
/// The rule, which is named on the page of the shop:
///
/// - Quantity times price is rounded to a cent once, on that line.
/// - The discount of a line is rounded to a cent on that line.
/// - The discount of the whole sale is rounded to a cent once, and the lines bear shares of it, in
///   whole cents, that make exactly the whole.
/// - The tax is worked out of what is left of a line, and rounded to a cent on that line. The taxes of
///   a sale are the sums of those of its lines.
/// - Half a cent is rounded up.
struct Reckoning: Sendable, Hashable {
    /// What is known of a line before.
    struct Line: Sendable, Hashable {
        var quantity: Decimal
        var unitPrice: Decimal
        var discount: Discount?
        var tax: Tax?
    }

    /// The tax of a line.
    struct Tax: Sendable, Hashable {
        var percent: Percent
        /// Whether it comes on top of the price; otherwise it is in it.
        var isAdded: Bool
    }

    /// What is worked out for a line, in cents.
    struct Parts: Sendable, Hashable {
        /// What is taken off the line.
        var discount: Int64 = 0
        /// Its share of what is taken off the whole sale.
        var share: Int64 = 0
        /// The tax, in the price or on top of it.
        var tax: Int64 = 0
        /// What quantity times unit price comes to beyond its cents: where a currency has none, and of what comes
        /// back in parts.
        var rounding: Int64 = 0
        /// What the line comes to beyond the cents of quantity times unit price: less what is taken off, and
        /// more a tax that is added.
        var adjustment: Int64 = 0
    }

    /// The greatest amount of a line, in cents, of which a discount or a tax is worked out.
    static let greatestAmount: Int64 = 1_000_000_000_000_000

    let parts: [Parts]
    /// What is taken off the whole sale, in cents.
    let discount: Int64

    /// Works out a sale.
    ///
    /// - Parameter unit: the cents to which is rounded, a hundred where a currency has no smaller unit.
    ///   Default: one.
    /// - Throws: ``SaleRefusal`` for a discount that is more than the price, and for amounts that are
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
        guard faults.isEmpty else { throw SaleRefusal(faults) }
        let whole = nets.reduce(0, +)
        guard let cents = discount.map({ $0.cents(of: whole, to: unit) }) ?? 0 else {
            throw SaleRefusal([
                SaleFault("discount", "The discount is more than the sale comes to.")
            ])
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

extension Reckoning.Line {
    /// Whether there is a discount or a tax to be worked out.
    fileprivate var isPriced: Bool { discount != nil || tax != nil }

    /// Whether quantity times unit price has no smaller unit than the currency.
    fileprivate func isRounded(to unit: Int64) -> Bool { unit == 1 || Quantity.isWhole(quantity) }

    /// What quantity times unit price comes to, and how much that is beyond its cents.
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
            cents <= Reckoning.greatestAmount
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

extension Reckoning.Parts {
    /// Works out the tax of what is left of the line.
    fileprivate mutating func take(_ tax: Reckoning.Tax?, of net: Int64, to unit: Int64) {
        if let tax {
            let whole = tax.isAdded ? Percent.whole : Percent.whole + tax.percent.thousandths
            self.tax = Cents.share(net, tax.percent.thousandths, of: whole, to: unit)
        }
        settle(isAdded: tax?.isAdded ?? false)
    }

    /// Makes the adjustment of the other parts.
    mutating func settle(isAdded: Bool) {
        adjustment = rounding + (isAdded ? tax : 0) - discount - share
    }

    /// The discounts and the tax of a part of what is left, in thousandths. All of it has all that is left.
    ///
    /// - Parameter unit: the cents to which is rounded. Default: one.
    func portion(_ taken: Int64, of left: Int64, isAdded: Bool, to unit: Int64 = 1) -> Self {
        guard self != Self(), taken < left else { return self }
        func part(_ cents: Int64) -> Int64 { Cents.share(cents, taken, of: left, to: unit) }
        var portion = Self(
            discount: part(discount), share: part(share), tax: part(tax))
        portion.settle(isAdded: isAdded)
        return portion
    }

    /// The parts without the rounding of quantity times price.
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
