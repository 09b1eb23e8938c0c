/// A number (SKU) or a barcode of a product, as it is compared: an article has one number, however it is
/// written.
public struct ProductCode: Sendable, Hashable {
    /// The same for all spellings of a code.
    let key: String

    /// - Parameter text: the code as a person types it, as a scanner sends it, or as a spreadsheet shows it.
    public init(_ text: String) {
        key = GTIN(text)?.digits ?? ScannedCode.withoutIdentifier(text).lowercased()
    }

    /// A code as it is kept: without what a spreadsheet adds to it, and visible.
    public static func read(_ text: String) -> String { visible(SpreadsheetCode.read(text).code) }

    /// Why a text is no code: a spreadsheet has lost some of its digits, or added some; nil where it is one.
    public static func fault(of text: String) -> String? { SpreadsheetCode.read(text).fault }

    /// Why a text is no barcode: it has as many digits as one, and the last is not what the others add up to.
    /// Nil for anything else. A table that comes back keeps what it had.
    public static func checkDigitFault(of text: String) -> String? {
        let digits = text.filter { $0 != " " && $0 != "-" }
        guard [8, 12, 13, 14].contains(digits.count),
            digits.allSatisfy({ $0.isASCII && $0.isNumber }), digits.contains(where: { $0 != "0" }),
            GTIN(digits) == nil
        else { return nil }
        return "its check digit is wrong; scan it again, or enter it as the product number"
    }

    /// A text as it can be kept and shown; a scanner sends characters that cannot be seen.
    public static func visible(_ text: String) -> String { ScannedCode.visible(text) }
}
