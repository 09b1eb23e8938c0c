/// An amount of money in whole dollars, as an item's value is.
///
/// Amounts are read in any common notation. What the text can mean decides:
///
/// - `1,234`, `1 234`, `1'234` and `1,234,567` are groups of thousands, `1,234.00` and `1.234,00`
///   have groups and a decimal mark.
/// - One or two digits after the only mark are cents: `12.50` and `12,5` are refused, because cents
///   are not kept; `12.00` is twelve.
/// - `1.234` is a question. In dollars a point is the decimal mark, and elsewhere it groups
///   thousands; guessing wrong is wrong by a factor of a thousand.
/// - Nothing that cannot be read becomes 0.
public enum WholeDollars {
    /// The largest amount, which is what an Integer 32 attribute holds.
    public static let maximum = Int(Int32.max)

    /// Reads an amount; text without anything in it is nil.
    ///
    /// - Throws: ``WholeDollarsFault`` that says what the text is instead.
    public static func parse(_ text: String) throws(WholeDollarsFault) -> Int32? {
        var amount = AmountText(text)
        guard !amount.isEmpty else { return nil }
        amount.dropCurrency(.dollar)
        let isNegative = amount.dropSign()
        let digits = try wholeDigits(amount, text: text)
        guard let value = Int(digits), value <= maximum else { throw .tooLarge(text) }
        guard !isNegative || value == 0 else { throw .negative(text) }
        return Int32(value)
    }

    /// An amount as people read it: `$1,234`.
    public static func text(_ amount: Int) -> String {
        let digits = String(amount.magnitude)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return (amount < 0 ? "−$" : "$") + grouped
    }

    /// The digits before the decimal mark, if those after it are zeros.
    private static func wholeDigits(
        _ amount: AmountText, text: String
    ) throws(WholeDollarsFault) -> String {
        guard let parts = amount.parts else { throw .unreadable(text) }
        let (groups, marks) = (parts.groups, parts.marks)
        guard let last = marks.last else { return groups[0] }
        let isLastAlone = marks.count(where: { $0 == last }) == 1
        let isDecimal = (last == "." || last == ",") && isLastAlone
        let fraction = groups[groups.count - 1]

        if isDecimal, marks.count == 1, fraction.count == 3, (1...3).contains(groups[0].count),
            groups[0] != "0"
        {
            // Only one reading has sense with a comma, since no dollar has thousandths.
            if last == "," { return groups.joined() }
            throw .ambiguous(text, whole: groups.joined())
        }
        if isDecimal {
            let whole = Array(groups.dropLast())
            guard whole == [""] || DigitGroups.areThousands(whole, marks: Array(marks.dropLast()))
            else {
                throw .unreadable(text)
            }
            guard fraction.allSatisfy({ $0 == "0" }) else { throw .cents(text) }
            return "0" + whole.joined()
        }
        guard DigitGroups.areThousands(groups, marks: marks) else { throw .unreadable(text) }
        return groups.joined()
    }
}
