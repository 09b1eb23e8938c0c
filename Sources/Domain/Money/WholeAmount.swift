import Foundation

/// Parses and formats amounts of money without cents, such as an item's value.
///
/// All common notations are accepted:
///
/// - `1,234`, `1 234`, `1'234` and `1,234,567` have groups of thousands, `1,234.00` and `1.234,00`
///   groups and a decimal mark.
/// - One or two digits after a single mark are cents: `12.50` and `12,5` are refused, with the
///   whole amounts on both sides, since cents are not stored; `12.00` is twelve.
/// - `1.234` is ambiguous: the readings differ by a factor of a thousand between notations; not for
///   a currency without a smaller unit.
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
            digits = try wholeDigits(amount, text: text, currency, region.decimalMarkIfChosen)
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
        _ amount: AmountText, text: String, _ currency: Currency?, _ decimalMark: Character?
    ) throws(WholeAmountFault) -> String {
        guard let parts = amount.parts else { throw .unreadable(text) }
        let (groups, marks) = (parts.groups, parts.marks)
        guard let last = marks.last else { return groups[0] }
        let isLastAlone = marks.count(where: { $0 == last }) == 1
        let isDecimal = (last == "." || last == ",") && isLastAlone
        let fraction = groups[groups.count - 1]

        if isDecimal, marks.count == 1, fraction.count == 3, (1...3).contains(groups[0].count),
            groups[0] != "0"
        {
            // A comma has only one plausible reading, since no currency has thousandths.
            if last == "," || currency?.places == 0 { return groups.joined() }
            guard let decimalMark, decimalMark != last else {
                throw .ambiguous(text, whole: groups.joined())
            }
            return groups.joined()
        }
        if isDecimal {
            let whole = Array(groups.dropLast())
            guard whole == [""] || DigitGroups.areThousands(whole, marks: Array(marks.dropLast()))
            else {
                throw .unreadable(text)
            }
            let digits = "0" + whole.joined()
            guard fraction.allSatisfy({ $0 == "0" }) else {
                guard let below = Int(digits), below < maximum else { throw .tooLarge(text) }
                throw .cents(text, below: below)
            }
            return digits
        }
        guard DigitGroups.areThousands(groups, marks: marks) else { throw .unreadable(text) }
        return groups.joined()
    }
}

extension Currency {
    /// A whole amount as text: `$1,234`, `€1,234`.
    public func wholeText(_ amount: Int64) -> String { shortText(Decimal(amount)) }
}
