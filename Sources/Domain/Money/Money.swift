public import Foundation

/// Parses and formats amounts of money in dollars and cents.
///
/// All common notations are accepted (``NumberReading``), and amounts are never rounded:
///
/// - One or two digits after a single mark are cents: `12,5` is twelve and a half.
/// - The sign or code of the currency may precede or follow the number; that of another currency is
///   a fault, since leaving it out would change the amount.
/// - A text that cannot be read never becomes 0.
public enum Money {
    /// The maximum number of digits, which a Decimal column holds exactly.
    public static let maximumDigits = 15

    /// Parses an amount; an empty text is nil.
    ///
    /// - Parameter currency: the currency whose sign or code is accepted; nil for any. Default: the
    ///   dollar.
    /// - Parameter region: decides between two readings, if it was chosen. Default: not chosen.
    /// - Throws: ``MoneyFault`` with the reason, such as another currency.
    public static func parse(
        _ text: String, in currency: Currency? = .dollar, by region: Region = .unchosen
    ) throws(MoneyFault) -> Decimal? {
        if let amount = plainAmount(text) { return amount }
        var amount = AmountText(text)
        guard !amount.isEmpty else { return nil }
        amount.dropCurrency(currency)
        let isNegative = amount.dropSign()
        amount.completeDecimalMark()
        guard let number = NumberReading(amount, places: 2, by: region) else {
            if let currency, AmountText(text).isAmountOfAnyCurrency {
                throw .foreign(text, currency)
            }
            throw .unreadable(text)
        }
        let value = try value(number, text, currency)
        guard !isNegative || value == 0 else { throw .negative(text) }
        return value
    }

    /// An amount in dollars: `$1,234.50`; if negative `−$1,234.50`.
    public static func text(_ amount: Decimal) -> String { Currency.dollar.text(amount) }

    /// An amount for form fields and files: `1234.50`, with at least two decimal places.
    public static func plainText(_ amount: Decimal) -> String {
        let text = "\(amount)"
        guard let mark = text.firstIndex(of: ".") else { return text + ".00" }
        let places = text.distance(from: mark, to: text.endIndex) - 1
        return places < 2 ? text + "0" : text
    }

    /// Whether an amount has at most two decimal places.
    public static func hasCentsAtMost(_ amount: Decimal) -> Bool {
        let text = "\(amount)"
        guard let mark = text.firstIndex(of: ".") else { return true }
        return text.distance(from: mark, to: text.endIndex) <= 3
    }

    /// The amount in digits with at most a point and two decimal places, as programs write it. Nil for
    /// another text, which may be an amount too.
    private static func plainAmount(_ text: String) -> Decimal? {
        var (number, digits, places) = (Int64(0), 0, Int?.none)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard digits < maximumDigits, places ?? 0 < 2 else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
                digits += 1
                places = places.map { $0 + 1 }
            case UInt8(ascii: ".") where digits > 0 && places == nil: places = 0
            default: return nil
            }
        }
        guard digits > 0, places != 0 else { return nil }
        while let count = places, count > 0, number.isMultiple(of: 10) {
            (number, places) = (number / 10, count - 1)
        }
        return Decimal(sign: .plus, exponent: -(places ?? 0), significand: Decimal(number))
    }

    private static func value(
        _ number: NumberReading, _ text: String, _ currency: Currency?
    ) throws(MoneyFault) -> Decimal {
        switch number {
        case .exact(let whole, let fraction):
            guard fraction.dropFirst(2).allSatisfy({ $0 == "0" }) else { throw .tooPrecise(text) }
            return try value(whole, fraction.prefix(2), text)
        case .ambiguous(let first, let last):
            let whole = try value(first + last, "", text)
            // Without a smaller unit, such a mark is a thousands separator.
            guard currency?.places != 0 else { return whole }
            throw .ambiguous(
                text, whole: whole, fractional: try value(first, last.prefix(2), text))
        }
    }

    private static func value(
        _ digits: String, _ fraction: Substring, _ text: String
    ) throws(MoneyFault) -> Decimal {
        let whole = String(digits.drop { $0 == "0" })
        guard whole.count + fraction.count <= maximumDigits else { throw .tooLarge(text) }
        guard let value = DecimalNumber.number(whole, String(fraction)) else {
            throw .unreadable(text)
        }
        return value
    }
}
