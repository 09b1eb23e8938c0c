public import Foundation

/// Why a text is no amount of money.
public enum MoneyFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no number, or not a number alone.
    case unreadable(String)
    /// It is an amount of another currency than the one that is meant.
    case foreign(String, Currency)
    /// It has more than two places after the decimal mark.
    case tooPrecise(String)
    /// It is below zero.
    case negative(String)
    /// It has more digits than are kept exactly.
    case tooLarge(String)
    /// It is one amount in one notation and another in another; the second is cut to cents.
    case ambiguous(String, whole: Decimal, fractional: Decimal)

    /// The amounts that it can mean, the greater one first; empty if it means none.
    public var readings: [Decimal] {
        if case .ambiguous(_, let whole, let fractional) = self { [whole, fractional] } else { [] }
    }

    /// The fault as part of a sentence that begins with the name of the field.
    public var description: String { message() }

    /// The fault as part of a sentence that begins with the name of the field.
    ///
    /// - Parameter currency: the one of the amounts. Default: the dollar.
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
