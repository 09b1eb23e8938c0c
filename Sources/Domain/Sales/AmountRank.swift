public import Foundation

/// An amount that is compared as a whole number, because comparing decimals takes ten times as long.
public struct AmountRank: Comparable {
    /// Whole cents, as far as they fit.
    private let cents: Int64
    private let amount: Decimal

    public init(_ amount: Decimal) {
        self.amount = amount
        if let whole = Cents.whole(amount) {
            cents = whole
            return
        }
        let most = Decimal(Int64.max / 1_000)
        cents =
            abs(amount) < most
            ? NSDecimalNumber(decimal: amount * 100).int64Value
            : (amount < 0 ? Int64.min : Int64.max)
    }

    public static func < (first: AmountRank, second: AmountRank) -> Bool {
        first.cents != second.cents ? first.cents < second.cents : first.amount < second.amount
    }
}
