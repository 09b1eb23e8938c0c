/// The reason why a text is not a card number. It does not contain the text.
public enum CardNumberFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Empty, or with characters besides digits, spaces and hyphens.
    case unreadable
    /// Too few or too many digits.
    case wrongLength(Int)
    /// A wrong check digit, because of a typing error.
    case wrongCheckDigit

    /// With a leading 0, which no card has.
    case startsWithZero

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String {
        switch self {
        case .unreadable: "has digits, spaces and hyphens only"
        case .wrongLength(let count): "has 13 to 19 digits, not \(count)"
        case .startsWithZero: "begins with 0, which no card number does"
        case .wrongCheckDigit: "is mistyped: its check digit is wrong"
        }
    }
}
