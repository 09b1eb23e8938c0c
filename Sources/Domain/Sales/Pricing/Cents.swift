import Foundation

/// Amounts as whole numbers of cents, in which everything is worked out.
enum Cents {
    /// The amount of some cents.
    static func amount(_ cents: Int64) -> Decimal {
        // Most lines have no discount and no tax.
        guard cents != 0 else { return 0 }
        return Decimal(
            sign: cents < 0 ? .minus : .plus, exponent: -2, significand: Decimal(cents.magnitude))
    }

    /// The amount of however many cents. Moving the decimal mark costs a fraction of a division.
    static func amount(ofMany cents: Int128) -> Decimal {
        let (high, low) = cents.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        let low64 = Int64(low)
        let whole =
            high == 0
            ? Decimal(low64) : Decimal(Int64(high)) * 1_000_000_000_000_000_000 + Decimal(low64)
        return Decimal(sign: .plus, exponent: -2, significand: whole)
    }

    /// The cents of an amount; nil if it is not in cents, or too large.
    static func whole(_ amount: Decimal) -> Int64? {
        // Of nearly every amount a double is the same, rounded, in a fraction of the time: with two places
        // and so few digits it is far less than half a cent away.
        let near = NSDecimalNumber(decimal: amount).doubleValue
        if amount.exponent >= -2, abs(near) < 1e12 { return Int64((near * 100).rounded()) }
        let cents = amount * 100
        guard abs(cents) < Decimal(Int64.max) else { return nil }
        let number = NSDecimalNumber(decimal: cents).int64Value
        return Decimal(number) == cents ? number : nil
    }

    /// Quantity times price, rounded once to a cent, or to the places of a price that has more; half of it is
    /// rounded up.
    static func amount(of quantity: Decimal, at price: Decimal) -> Decimal {
        var (exact, rounded) = (quantity * price, Decimal())
        let places = max(2, -price.exponent)
        guard exact.exponent < -places else { return exact }
        NSDecimalRound(&rounded, &exact, Int(places), .plain)
        return rounded
    }

    /// The same in cents, of thousandths of a quantity; nil if it is too large.
    static func cents(of thousandths: Int64, at price: Int64) -> Int64? {
        let product = Int128(price) * Int128(thousandths)
        let rounded = (2 * product.magnitude + 1_000) / 2_000
        return Int64(exactly: product < 0 ? -Int128(rounded) : Int128(rounded))
    }

    /// The cents nearest to an amount that has more decimal places, or that is beyond the greatest number.
    static func nearest(_ amount: Decimal) -> Int64 {
        if let cents = whole(amount) { return cents }
        var (exact, rounded) = (amount * 100, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        if abs(rounded) >= Decimal(Int64.max) { return rounded < 0 ? -.max : .max }
        return NSDecimalNumber(decimal: rounded).int64Value
    }

    /// A share of some cents, rounded to a cent; half a cent is rounded up, away from zero.
    ///
    /// - Parameter unit: the cents to which is rounded. Default: one.
    static func share(
        _ cents: Int64, _ part: Int64, of whole: Int64, to unit: Int64 = 1
    ) -> Int64 {
        guard whole != 0 else { return 0 }
        let product = Int128(cents) * Int128(part)
        let divisor = UInt128(whole) * UInt128(unit)
        let rounded = (2 * product.magnitude + divisor) / (2 * divisor) * UInt128(unit)
        return product < 0 ? -Int64(rounded) : Int64(rounded)
    }
}
