/// The reason why a text is not an entry.
public enum GroceryEntryFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is empty.
    case empty
    /// There is only a quantity.
    case quantityAlone(String)
    /// The quantity is 0.
    case none(String)

    public var description: String {
        switch self {
        case .empty: "Enter what to buy, for example 2 l milk"
        case .quantityAlone(let text): "“\(text)” is a quantity: add what to buy"
        case .none(let name): "Enter a quantity above 0 for \(name)"
        }
    }
}
