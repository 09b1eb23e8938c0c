/// Cells that a spreadsheet would run as a formula, or take for a number.
///
/// An apostrophe in front makes such a cell text. Where a text has one before digits, an import would take it for
/// that of a spreadsheet. A text that has one there already gets another, so
/// that taking one away always gives the text back.
public enum FormulaText {
    /// The text as it is written to a file.
    public static func defused(_ text: String) -> String {
        needsApostrophe(text.unicodeScalars[...]) ? "'" + text : text
    }

    /// The text as it was before it was defused.
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
