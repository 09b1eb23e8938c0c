/// Why a text is no quantity.
public struct GroceryQuantityFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The fault as part of a sentence that begins with the name of the field.
    public var description: String {
        "“\(text)” is not a number with up to \(GroceryQuantity.decimalPlaces) decimal places, as"
            + " 1.5 or ½"
    }
}
