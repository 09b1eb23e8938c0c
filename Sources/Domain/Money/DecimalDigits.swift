extension String {
    /// The text with digits of all scripts converted to ASCII: `１２` and `١٢` become `12`.
    public var withPlainDigits: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return String(map { $0.plainDigit ?? $0 })
    }
}

extension Character {
    /// The ASCII digit of a decimal digit of any script; nil for superscripts and fractions.
    var plainDigit: Character? {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
            scalar.properties.numericType == .decimal, let value = wholeNumberValue
        else { return nil }
        return Character(String(value))
    }
}
