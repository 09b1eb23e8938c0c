import Foundation

/// An amount of money in whole units of a currency, as an item's value is.
///
/// Amounts are read in any common notation. What the text can mean decides:
///
/// - `1,234`, `1 234`, `1'234` and `1,234,567` are groups of thousands, `1,234.00` and `1.234,00`
///   have groups and a decimal mark.
/// - One or two digits after the only mark are cents: `12.50` and `12,5` are refused, because cents
///   are not kept, with the whole amounts on both sides; `12.00` is twelve.
/// - `1.234` is a question: the point is the decimal mark in one notation, and groups thousands in the other;
///   guessing wrong is wrong by a factor of a thousand. Where there is no smaller unit, it is no question.
/// - The sign or the code of another currency is a fault, as in ``Money``.
/// - Nothing that cannot be read becomes 0.
public enum WholeAmount {
    /// The largest amount, which is what an Integer 32 attribute holds.
    public static let maximum = Int(Int32.max)

    /// Reads an amount; text without anything in it is nil.
    ///
    /// - Parameters:
    ///   - currency: the currency whose sign or code may stand beside it; nil for any. Default: the dollar.
    ///   - region: decides between two readings, if it was chosen. Default: it was not.
    /// - Throws: ``WholeAmountFault`` that says what the text is instead.
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

    /// The digits before the decimal mark, if those after it are zeros.
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
            // Only one reading has sense with a comma, since no unit has thousandths.
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
    /// A whole amount as people read it: `$1,234`, `€1,234`.
    public func wholeText(_ amount: Int64) -> String { shortText(Decimal(amount)) }
}
