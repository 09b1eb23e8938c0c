import Foundation

/// Computation of amounts in whole cents.
enum Cents {
    static func amount(_ cents: Int64) -> Decimal {
        // Most lines have no discount and no tax.
        guard cents != 0 else { return 0 }
        return Decimal(
            sign: cents < 0 ? .minus : .plus, exponent: -2, significand: Decimal(cents.magnitude))
    }

    /// Shifts the decimal point, which is much faster than a division.
    static func amount(ofMany cents: Int128) -> Decimal {
        let (high, low) = cents.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        let low64 = Int64(low)
        let whole =
            high == 0
            ? Decimal(low64) : Decimal(Int64(high)) * 1_000_000_000_000_000_000 + Decimal(low64)
        return Decimal(sign: .plus, exponent: -2, significand: whole)
    }

    /// The cents of an amount; nil if it has fractions of cents or is too large.
    static func whole(_ amount: Decimal) -> Int64? {
        // For nearly every amount a rounded double gives the same result much faster; its error is
        // far below half a cent.
        let near = NSDecimalNumber(decimal: amount).doubleValue
        if amount.exponent >= -2, abs(near) < 1e12 { return Int64((near * 100).rounded()) }
        let cents = amount * 100
        guard abs(cents) < Decimal(Int64.max) else { return nil }
        let number = NSDecimalNumber(decimal: cents).int64Value
        return Decimal(number) == cents ? number : nil
    }

    /// Quantity times price, rounded half up to a cent, or to the places of a more precise price.
    static func amount(of quantity: Decimal, at price: Decimal) -> Decimal {
        var (exact, rounded) = (quantity * price, Decimal())
        let places = max(2, -price.exponent)
        guard exact.exponent < -places else { return exact }
        NSDecimalRound(&rounded, &exact, Int(places), .plain)
        return rounded
    }

    /// The same in cents, for a quantity in thousandths; nil if it is too large.
    static func cents(of thousandths: Int64, at price: Int64) -> Int64? {
        let product = Int128(price) * Int128(thousandths)
        let rounded = (2 * product.magnitude + 1_000) / 2_000
        return Int64(exactly: product < 0 ? -Int128(rounded) : Int128(rounded))
    }

    /// The amount rounded to cents, and clamped.
    static func nearest(_ amount: Decimal) -> Int64 {
        if let cents = whole(amount) { return cents }
        var (exact, rounded) = (amount * 100, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        if abs(rounded) >= Decimal(Int64.max) { return rounded < 0 ? -.max : .max }
        return NSDecimalNumber(decimal: rounded).int64Value
    }

    /// A share of cents, rounded half away from zero.
    ///
    /// - Parameter unit: the rounding unit in cents. Default: 1.
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
