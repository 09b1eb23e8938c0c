/// The reason why a text is not a quantity.
public struct QuantityFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The fault as the end of a sentence that begins with the name of the field.
    public var description: String {
        guard !Quantity.isAmbiguous(text.filter { !$0.isWhitespace }) else {
            let parts = text.filter { !$0.isWhitespace }.split { $0 == "." || $0 == "," }
            let fraction = parts[1].reversed().drop { $0 == "0" }.reversed()
            let part = fraction.isEmpty ? "" : "." + String(fraction)
            return "is “\(text)” \(parts[0])\(part) or \(parts.joined())?"
        }
        return "“\(text)” is not a number with up to \(Quantity.decimalPlaces) decimal places, as"
            + " 1.5 or ½"
    }
}
