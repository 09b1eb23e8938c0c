public import Foundation

/// What things are worth, in two sums that are never added to each other: what new ones would cost, in the
/// currency of the household, and the values in dollars of those of which nobody has said that.
///
/// In a household that reckons in dollars the values are in its currency, and count alone.
public struct Worth: Sendable, Hashable {
    /// The currency of the household.
    public let currency: Currency
    /// What new ones would cost, of the things that count with it; nil if none does.
    public let replacementValue: Decimal?
    /// The values of the others.
    public let valueInDollars: Int64

    /// Makes a pair of sums by hand.
    public init(currency: Currency, replacementValue: Decimal? = nil, valueInDollars: Int64 = 0) {
        self.currency = currency
        self.replacementValue = replacementValue
        self.valueInDollars = valueInDollars
    }

    /// As people read it: `$90,490`, `€1,200.00`, `€1,200.00 and $340`; a sum without a part is left out.
    public var text: String {
        let dollars = WholeDollars.text(Int(valueInDollars))
        guard currency != .dollar else { return dollars }
        guard let replacementValue else {
            return valueInDollars == 0 ? currency.text(0) : dollars
        }
        let replacement = currency.text(replacementValue)
        return valueInDollars == 0 ? replacement : "\(replacement) and \(dollars)"
    }

    /// The greatest ``rank``.
    private static let highestRank: Int64 = 1_000_000_000_000_000

    /// The two numbers as one, without their currencies: for orders and shares alone, where something has to
    /// stand before something else, and no amount is told.
    public var rank: Int64 {
        let sum = Decimal(valueInDollars) + (replacementValue ?? 0)
        guard sum < Decimal(Self.highestRank) else { return Self.highestRank }
        var (exact, whole) = (sum, Decimal())
        NSDecimalRound(&whole, &exact, 0, .plain)
        return NSDecimalNumber(decimal: whole).int64Value
    }
}
