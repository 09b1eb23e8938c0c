public import Foundation

/// An entry for the shopping list.
public struct GroceryEntry: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The quantity.
    public var quantity: Decimal
    /// The unit of the quantity: `kg`, `bottle`; nil for pieces.
    public var unit: String?

    public init(name: String, quantity: Decimal = 1, unit: String? = nil) {
        self.name = name
        self.quantity = quantity
        self.unit = unit
    }
}
