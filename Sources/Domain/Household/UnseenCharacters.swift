extension Unicode.Scalar {
    /// Whether the character is invisible and without use in texts: a control character, or one
    /// that changes the direction of the text after it. Joiners are not: emoji and some scripts
    /// need them.
    public var isUnseen: Bool {
        switch value {
        case 0x200B, 0x2060, 0xFEFF: true
        // Embeddings, overrides and isolates of text in another direction.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}

extension String {
    /// The text without such characters, except for line ends and tabs.
    public var withoutUnseen: String {
        guard unicodeScalars.contains(where: \.isUnseen) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter { !$0.isUnseen || $0 == "\n" || $0 == "\t" }))
    }

    /// Whether the text has no visible characters.
    public var isUnseen: Bool {
        unicodeScalars.allSatisfy {
            $0.isUnseen || $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }
    }
}
