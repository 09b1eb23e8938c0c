public import Foundation

/// The reason why a text is not an amount of money.
public enum MoneyFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not a number, or has other text.
    case unreadable(String)
    /// It is an amount of another currency than the expected one.
    case foreign(String, Currency)
    /// It has more than two decimal places.
    case tooPrecise(String)
    /// It is negative.
    case negative(String)
    /// It has more digits than can be stored exactly.
    case tooLarge(String)
    /// It has two readings in different notations; the second is cut to cents.
    case ambiguous(String, whole: Decimal, fractional: Decimal)

    /// The possible amounts, greater first; empty if there are none.
    public var readings: [Decimal] {
        if case .ambiguous(_, let whole, let fractional) = self { [whole, fractional] } else { [] }
    }

    /// The fault as the end of a sentence that begins with the name of the field.
    public var description: String { message() }

    /// The fault as the end of a sentence that begins with the name of the field.
    ///
    /// - Parameter currency: the expected currency. Default: the dollar.
    public func message(in currency: Currency = .dollar) -> String {
        switch self {
        case .unreadable(let text):
            "“\(text)” is not an amount of money"
        case .foreign(let text, let currency):
            "“\(text)” is in another currency; amounts here are in \(currency.code)"
        case .tooPrecise(let text):
            "“\(text)” has more than two decimal places"
        case .negative(let text):
            "“\(text)” is below zero"
        case .tooLarge(let text):
            "“\(text)” has more than \(Money.maximumDigits) digits"
        case .ambiguous(let text, let whole, let fractional):
            "is “\(text)” \(currency.text(whole)) or \(currency.text(fractional))? "
                + "Write \(Money.plainText(whole)) or \(Money.plainText(fractional))"
        }
    }
}
