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

extension GroceryEntry {
    /// Parses an entry: `2 l milk`, `milk 2`, `3x eggs`, `½ kg flour`.
    ///
    /// A quantity comes at the beginning or at the end. Quantities that cannot be stored exactly,
    /// and unknown units, stay in the name.
    ///
    /// - Parameter region: decides between two readings of a number, if it was chosen. Default: not
    ///   chosen.
    /// - Throws: ``GroceryEntryFault`` for a text without a name, or with the quantity 0.
    public init(
        parsing text: String, by region: Region = .unchosen
    ) throws(GroceryEntryFault) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty else { throw .empty }
        var reader = GroceryWords(words, by: region)
        let amount = reader.takeLeadingAmount() ?? reader.takeTrailingAmount()
        guard !reader.words.isEmpty else {
            throw .quantityAlone(words.joined(separator: " "))
        }
        let name = reader.words.joined(separator: " ")
        let quantity = amount?.quantity ?? 1
        guard quantity > 0 else { throw .none(name) }
        self.init(name: name, quantity: quantity, unit: amount?.unit)
    }
}
