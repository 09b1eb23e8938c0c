/// Why a text is no whole amount of money.
public enum WholeAmountFault: Error, Equatable, Sendable {
    /// It is no number, or not a number alone.
    case unreadable(String)
    /// It is an amount of another currency than the one that is meant.
    case foreign(String, Currency)
    /// It has cents; the amount is between that and the next one.
    case cents(String, below: Int)
    /// It is below zero.
    case negative(String)
    /// It is above ``WholeAmount/maximum``.
    case tooLarge(String)
    /// It is the whole amount in one notation and a fraction in another.
    case ambiguous(String, whole: String)

    /// The whole amounts that can be meant instead; empty if there is none.
    public var readings: [Int] {
        switch self {
        case .cents(_, let below): [below, below + 1]
        case .ambiguous(_, let whole): Int(whole).map { [$0] } ?? []
        default: []
        }
    }

    /// The fault as part of a sentence that begins with the name of the field.
    ///
    /// - Parameter currency: the one of the amounts. Default: the dollar.
    public func message(in currency: Currency = .dollar) -> String {
        switch self {
        case .unreadable(let text):
            return "“\(text)” is not an amount of money"
        case .foreign(let text, let currency):
            return MoneyFault.foreign(text, currency).description
        case .cents(let text, let below):
            let amounts = [below, below + 1].map { currency.wholeText(Int64($0)) }
            return "“\(text)” has cents, and only whole amounts are kept: is it \(amounts[0]) or "
                + "\(amounts[1])?"
        case .negative(let text):
            return "“\(text)” is below zero"
        case .tooLarge(let text):
            return "“\(text)” is more than \(currency.wholeText(Int64(WholeAmount.maximum)))"
        case .ambiguous(let text, let whole):
            let amount = currency.wholeText(Int64(whole) ?? 0)
            return "is “\(text)” \(amount)? Write \(whole), without cents"
        }
    }
}
