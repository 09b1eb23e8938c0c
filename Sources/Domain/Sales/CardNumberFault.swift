/// Why a text is no number of a card. The text is not repeated.
public enum CardNumberFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is something in it besides digits, spaces and hyphens, or nothing.
    case unreadable
    /// It has too few or too many digits.
    case wrongLength(Int)
    /// The check digit is wrong: a digit was mistyped.
    case wrongCheckDigit

    /// It begins with 0, as no card's does.
    case startsWithZero

    /// The fault as part of a sentence that begins with the name of the field.
    public var description: String {
        switch self {
        case .unreadable: "has digits, spaces and hyphens only"
        case .wrongLength(let count): "has 13 to 19 digits, not \(count)"
        case .startsWithZero: "begins with 0, which no card number does"
        case .wrongCheckDigit: "is mistyped: its check digit is wrong"
        }
    }
}
