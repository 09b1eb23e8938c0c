/// Why a text is no amount of whole dollars.
public enum WholeDollarsFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no number, or not a number alone.
    case unreadable(String)
    /// It has cents.
    case cents(String)
    /// It is below zero.
    case negative(String)
    /// It is above ``WholeDollars/maximum``.
    case tooLarge(String)
    /// It is the whole amount in one notation and a fraction in another.
    case ambiguous(String, whole: String)

    /// The fault as part of a sentence that begins with the name of the field.
    public var description: String {
        switch self {
        case .unreadable(let text):
            "“\(text)” is not an amount of dollars"
        case .cents(let text):
            "“\(text)” has cents; give whole dollars"
        case .negative(let text):
            "“\(text)” is below zero"
        case .tooLarge(let text):
            "“\(text)” is more than \(WholeDollars.text(WholeDollars.maximum))"
        case .ambiguous(let text, let whole):
            "is “\(text)” \(whole) dollars? Write \(whole), without cents"
        }
    }
}
