import Foundation

/// Works out the discounts and taxes of a sale, in whole cents.
///
/// The rule, which is named on the page of the shop:
///
/// - The discount of a line is rounded to a cent on that line.
/// - The discount of the whole sale is rounded to a cent once, and the lines bear shares of it, in
///   whole cents, that make exactly the whole.
/// - The tax is worked out of what is left of a line, and rounded to a cent on that line. The taxes of
///   a sale are the sums of those of its lines.
/// - Half a cent is rounded up.
struct Reckoning: Sendable, Hashable {
    /// What is known of a line before.
    struct Line: Sendable, Hashable {
        var quantity: Int32
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
        /// What the line comes to beyond quantity times unit price: less what is taken off, and more
        /// a tax that is added.
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
        guard discount != nil || lines.contains(where: { $0.discount != nil || $0.tax != nil })
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
                let gross = try line.gross(index)
                let own = try line.discountCents(of: gross, to: unit, index)
                parts.append(Parts(discount: own))
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
    fileprivate func gross(_ index: Int) throws(SaleFault) -> Int64 {
        guard let price = Cents.whole(unitPrice) else {
            throw SaleFault(line: index, "unitPrice", "The price is not in cents.")
        }
        let gross = Int128(price) * Int128(quantity)
        guard gross <= Int128(Reckoning.greatestAmount) else {
            throw SaleFault(
                line: index, "unitPrice",
                "The line comes to too much for a discount or a tax to be worked out.")
        }
        return Int64(gross)
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
        adjustment = (isAdded ? tax : 0) - discount - share
    }

    /// The parts of some pieces out of those that are left. All pieces have all that is left.
    ///
    /// - Parameter unit: the cents to which is rounded. Default: one.
    func portion(_ pieces: Int32, of left: Int32, isAdded: Bool, to unit: Int64 = 1) -> Self {
        guard self != Self(), pieces < left else { return self }
        func part(_ cents: Int64) -> Int64 {
            Cents.share(cents, Int64(pieces), of: Int64(left), to: unit)
        }
        var portion = Self(
            discount: part(discount), share: part(share), tax: part(tax))
        portion.settle(isAdded: isAdded)
        return portion
    }

    static func - (first: Self, second: Self) -> Self {
        Self(
            discount: first.discount - second.discount, share: first.share - second.share,
            tax: first.tax - second.tax, adjustment: first.adjustment - second.adjustment)
    }
}
