import Foundation

/// Parses and formats amounts of money without cents, such as an item's value.
///
/// All common notations are accepted (``NumberReading``):
///
/// - One or two digits after a single mark are cents: `12.50` and `12,5` are refused, with the
///   whole amounts on both sides, since cents are not stored; `12.00` is twelve.
/// - In a currency without a smaller unit, a mark before three digits separates thousands, unless it
///   is the decimal mark of the chosen region.
/// - The sign or code of another currency is a fault, as in ``Money``.
/// - A text that cannot be read never becomes 0.
public enum WholeAmount {
    /// The maximum amount, which is that of an Integer 32 attribute.
    public static let maximum = Int(Int32.max)

    /// Parses an amount; an empty text is nil.
    ///
    /// - Parameters:
    ///   - currency: the currency whose sign or code is accepted; nil for any. Default: the dollar.
    ///   - region: decides between two readings, if it was chosen. Default: not chosen.
    /// - Throws: ``WholeAmountFault`` with the reason.
    public static func parse(
        _ text: String, in currency: Currency? = .dollar, by region: Region = .unchosen
    ) throws(WholeAmountFault) -> Int32? {
        var amount = AmountText(text)
        guard !amount.isEmpty else { return nil }
        amount.dropCurrency(currency)
        let isNegative = amount.dropSign()
        let digits: String
        do {
            digits = try wholeDigits(amount, text: text, currency, region)
        } catch {
            if case .unreadable = error, let currency,
                text.contains(where: { $0.isLetter || $0.isCurrencySymbol }),
                AmountText(text).isAmountOfAnyCurrency
            {
                throw .foreign(text, currency)
            }
            throw error
        }
        guard let value = Int(digits), value <= maximum else { throw .tooLarge(text) }
        guard !isNegative || value == 0 else { throw .negative(text) }
        return Int32(value)
    }

    /// The digits before the decimal mark, if only zeros follow it.
    private static func wholeDigits(
        _ amount: AmountText, text: String, _ currency: Currency?, _ region: Region
    ) throws(WholeAmountFault) -> String {
        switch NumberReading(amount, places: 0, by: region) {
        case .exact(let whole, let fraction):
            let digits = "0" + whole
            guard fraction.allSatisfy({ $0 == "0" }) else {
                guard let below = Int(digits), below < maximum else { throw .tooLarge(text) }
                throw .cents(text, below: below)
            }
            return digits
        case .ambiguous(let first, let last):
            guard currency?.places == 0 else { throw .ambiguous(text, whole: first + last) }
            return first + last
        case nil: throw .unreadable(text)
        }
    }
}

extension Currency {
    /// A whole amount as text: `$1,234`, `€1,234`.
    public func wholeText(_ amount: Int64) -> String { shortText(Decimal(amount)) }
}
