extension String {
    /// The same text with the digits of all scripts as those of ASCII: `１２` and `١٢` are `12`.
    public var withPlainDigits: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return String(map { $0.plainDigit ?? $0 })
    }
}

extension Character {
    /// The ASCII digit for a decimal digit of any script; superscripts and fractions are none.
    var plainDigit: Character? {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
            scalar.properties.numericType == .decimal, let value = wholeNumberValue
        else { return nil }
        return Character(String(value))
    }
}
