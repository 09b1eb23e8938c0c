/// Cells that a spreadsheet would run as a formula.
///
/// An apostrophe in front makes such a cell text. A text that has one there already gets another, so
/// that taking one away always gives the text back.
public enum FormulaText {
    /// The text as it is written to a file.
    public static func defused(_ text: String) -> String {
        isFormula(behindApostrophesOf: text.unicodeScalars[...]) ? "'" + text : text
    }

    /// The text as it was before it was defused.
    public static func restored(_ text: String) -> String {
        guard text.unicodeScalars.first == "'" else { return text }
        let rest = text.unicodeScalars.dropFirst()
        return isFormula(behindApostrophesOf: rest) ? String(rest) : text
    }

    private static func isFormula(behindApostrophesOf text: Substring.UnicodeScalarView) -> Bool {
        guard let first = text.drop(while: { $0 == "'" }).first else { return false }
        return "=+-@\t\r".unicodeScalars.contains(first)
    }
}
