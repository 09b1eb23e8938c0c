/// Protects cells that a spreadsheet would run as a formula or convert to a number.
///
/// A leading apostrophe makes such a cell text. A text that already has one, or that has one before
/// digits, gets another, so that removing one always restores the text.
public enum FormulaText {
    /// The text for a file.
    public static func defused(_ text: String) -> String {
        needsApostrophe(text.unicodeScalars[...]) ? "'" + text : text
    }

    /// The original text of a protected one.
    public static func restored(_ text: String) -> String {
        guard text.unicodeScalars.first == "'" else { return text }
        let rest = text.unicodeScalars.dropFirst()
        return needsApostrophe(rest) ? String(rest) : text
    }

    private static func needsApostrophe(_ text: Substring.UnicodeScalarView) -> Bool {
        let rest = text.drop { $0 == "'" }
        guard let first = rest.first else { return false }
        if "=+-@\t\r".unicodeScalars.contains(first) { return true }
        return text.first == "'" && rest.allSatisfy { ("0"..."9").contains($0) }
    }
}
