import Foundation

extension GroceryEntry {
    /// Reads what was typed: `2 l milk`, `milk 2`, `3x eggs`, `½ kg flour`.
    ///
    /// A quantity stands at the beginning or at the end. What is no quantity that can be kept
    /// exactly, and no unit that is known, stays in the name.
    ///
    /// - Parameter region: decides between two readings of a number, if it was chosen. Default: it was not.
    /// - Throws: ``GroceryEntryFault`` if nothing is named, or nothing of it.
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
