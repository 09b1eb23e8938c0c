public import Foundation

/// What is put on the shopping list.
public struct GroceryEntry: Sendable, Hashable {
    /// What it is.
    public var name: String
    /// How much of it.
    public var quantity: Decimal
    /// What the quantity counts: `kg`, `bottle`; nil for the things themselves.
    public var unit: String?

    public init(name: String, quantity: Decimal = 1, unit: String? = nil) {
        self.name = name
        self.quantity = quantity
        self.unit = unit
    }
}
