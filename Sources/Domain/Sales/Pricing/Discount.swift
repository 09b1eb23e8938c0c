public import Foundation

/// A discount on a price.
public enum Discount: Sendable, Hashable {
    /// A percentage.
    case percent(Percent)
    /// An amount in cents.
    case cents(Int64)

    /// An amount; nil if it is negative, has fractions of cents, or is too large.
    public init?(_ amount: Decimal) {
        guard let cents = Cents.whole(amount), cents >= 0 else { return nil }
        self = .cents(cents)
    }

    /// The text in a form: `10 %`, `2.50`.
    public var plainText: String {
        switch self {
        case .percent(let percent): percent.description
        case .cents(let cents): Money.plainText(Cents.amount(cents))
        }
    }
}

extension Discount {
    /// A stored discount: a percentage, or else an amount in cents; nil for none.
    init?(percent: Decimal?, cents: Int64) {
        if let percent {
            guard let percent = Percent(percent) else { return nil }
            self = .percent(percent)
        } else if cents > 0 {
            self = .cents(cents)
        } else {
            return nil
        }
    }

    /// The stored percentage; nil for an amount.
    var percentNumber: Decimal? {
        if case .percent(let percent) = self { percent.number } else { nil }
    }

    /// The stored cents of an amount; those of a percentage are computed.
    var givenCents: Int64 {
        if case .cents(let cents) = self { cents } else { 0 }
    }

    /// The discount on an amount in cents; nil if it exceeds the amount.
    ///
    /// - Parameter unit: the rounding unit in cents. Default: 1.
    func cents(of whole: Int64, to unit: Int64 = 1) -> Int64? {
        switch self {
        case .percent(let percent):
            Cents.share(whole, percent.thousandths, of: Percent.whole, to: unit)
        case .cents(let cents): (0...whole).contains(cents) ? cents : nil
        }
    }
}
