/// Why a text is nothing to put on the list.
public enum GroceryEntryFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is nothing in it.
    case empty
    /// It is a quantity of nothing.
    case quantityAlone(String)
    /// It is nothing of something.
    case none(String)

    public var description: String {
        switch self {
        case .empty: "Enter what to buy, for example 2 l milk"
        case .quantityAlone(let text): "“\(text)” is a quantity: add what to buy"
        case .none(let name): "Say how much \(name) to buy: more than 0"
        }
    }
}
