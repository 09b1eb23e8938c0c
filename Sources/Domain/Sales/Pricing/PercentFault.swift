/// Why a text is no share in per cent.
public enum PercentFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no number.
    case unreadable(String)
    /// It has more than three decimal places.
    case tooPrecise(String)
    /// It is more than the whole.
    case tooGreat(String)

    /// The fault as part of a sentence that begins with the name of the field.
    public var description: String {
        switch self {
        case .unreadable(let text): "“\(text)” is not a percentage; enter it as 8.5 %"
        case .tooPrecise(let text): "“\(text)” has more than three decimal places"
        case .tooGreat(let text): "“\(text)” is more than 100 %"
        }
    }
}
