extension Unicode.Scalar {
    /// Whether it has no place in what people write: it cannot be seen, and turns the order of what
    /// stands behind it or does nothing. Joiners are none: emoji and some scripts need them.
    public var isUnseen: Bool {
        switch value {
        case 0x200B, 0x2060, 0xFEFF: true
        // Embeddings, overrides and isolates of text that runs the other way.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}

extension String {
    /// The text without characters that have no place in it, line ends and tabs apart.
    public var withoutUnseen: String {
        guard unicodeScalars.contains(where: \.isUnseen) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter { !$0.isUnseen || $0 == "\n" || $0 == "\t" }))
    }

    /// Whether nothing of it can be seen.
    public var isUnseen: Bool {
        unicodeScalars.allSatisfy {
            $0.isUnseen || $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }
    }
}
