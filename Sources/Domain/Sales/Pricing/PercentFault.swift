/// The reason why a text is not a percentage.
public enum PercentFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a number.
    case unreadable(String)
    /// More than three decimals.
    case tooPrecise(String)
    /// More than 100 %.
    case tooGreat(String)

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String {
        switch self {
        case .unreadable(let text): "“\(text)” is not a percentage; enter it as 8.5 %"
        case .tooPrecise(let text): "“\(text)” has more than three decimal places"
        case .tooGreat(let text): "“\(text)” is more than 100 %"
        }
    }
}
