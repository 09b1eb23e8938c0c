/// The reason why a text is not a whole amount of money.
public enum WholeAmountFault: Error, Equatable, Sendable {
    /// It is not a number, or has other text.
    case unreadable(String)
    /// It is an amount of another currency than the expected one.
    case foreign(String, Currency)
    /// It has cents; it is between the given amount and the next one.
    case cents(String, below: Int)
    /// It is negative.
    case negative(String)
    /// It is above ``WholeAmount/maximum``.
    case tooLarge(String)
    /// It has a second reading in another notation, as a fraction.
    case ambiguous(String, whole: String)

    /// The whole amounts that may be meant instead; empty if there are none.
    public var readings: [Int] {
        switch self {
        case .cents(_, let below): [below, below + 1]
        case .ambiguous(_, let whole): Int(whole).map { [$0] } ?? []
        default: []
        }
    }

    /// The fault as the end of a sentence that begins with the name of the field.
    ///
    /// - Parameter currency: the expected currency. Default: the dollar.
    public func message(in currency: Currency = .dollar) -> String {
        switch self {
        case .unreadable(let text):
            return "“\(text)” is not an amount of money"
        case .foreign(let text, let currency):
            return MoneyFault.foreign(text, currency).description
        case .cents(let text, let below):
            let amounts = [below, below + 1].map { currency.wholeText(Int64($0)) }
            return
                "“\(text)” has cents, but this field takes whole amounts: is it \(amounts[0]) or "
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
