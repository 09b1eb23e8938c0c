/// The reason why a text is not a month of expiry.
public enum CardExpiryFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not `05/27`, `05/2027` or `2027-05`.
    case unreadable(String)
    /// Not a month.
    case noSuchMonth(String)

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String {
        switch self {
        case .unreadable(let text):
            CardNumber.looksLikeCardNumber(text)
                ? CardNumber.refusal : "“\(text)” is not a month; enter it as 05/27 or 2027-05"
        case .noSuchMonth(let text): "“\(text)” has no month from 1 to 12"
        }
    }
}
