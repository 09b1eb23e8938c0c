public import Foundation

/// What is taken off a price.
public enum Discount: Sendable, Hashable {
    /// A share of it.
    case percent(Percent)
    /// An amount of money, in cents.
    case cents(Int64)

    /// An amount of money; nil if it is below zero, not in cents, or too large.
    public init?(_ amount: Decimal) {
        guard let cents = Cents.whole(amount), cents >= 0 else { return nil }
        self = .cents(cents)
    }

    /// As a field of a form holds it: `10 %`, `2.50`.
    public var plainText: String {
        switch self {
        case .percent(let percent): percent.description
        case .cents(let cents): Money.plainText(Cents.amount(cents))
        }
    }
}

extension Discount {
    /// A discount as records keep it: the share, if it is one, or else the amount in cents; nil for
    /// none.
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

    /// The share that records keep; nil for an amount.
    var percentNumber: Decimal? {
        if case .percent(let percent) = self { percent.number } else { nil }
    }

    /// The cents that records keep of an amount; those of a share have to be worked out.
    var givenCents: Int64 {
        if case .cents(let cents) = self { cents } else { 0 }
    }

    /// What it takes off some cents; nil if that is more than there is.
    ///
    /// - Parameter unit: the cents to which a share is rounded. Default: one.
    func cents(of whole: Int64, to unit: Int64 = 1) -> Int64? {
        switch self {
        case .percent(let percent):
            Cents.share(whole, percent.thousandths, of: Percent.whole, to: unit)
        case .cents(let cents): (0...whole).contains(cents) ? cents : nil
        }
    }
}
