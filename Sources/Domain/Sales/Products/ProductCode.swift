/// An SKU or a barcode, normalized for comparison.
public struct ProductCode: Sendable, Hashable {
    /// Equal for all spellings of a code.
    let key: String

    /// - Parameter text: the code as typed, scanned, or shown by a spreadsheet.
    public init(_ text: String) {
        key = GTIN(text)?.digits ?? ScannedCode.withoutIdentifier(text).lowercased()
    }

    /// The stored form of a code: visible, and without a spreadsheet's additions.
    public static func read(_ text: String) -> String { visible(SpreadsheetCode.read(text).code) }

    /// The reason why a text is not a code, because a spreadsheet has rounded its digits; nil if it is
    /// one.
    public static func fault(of text: String) -> String? { SpreadsheetCode.read(text).fault }

    /// The reason why a text with the length of a barcode has a wrong check digit; otherwise nil.
    /// Imports accept existing codes.
    public static func checkDigitFault(of text: String) -> String? {
        let digits = text.filter { $0 != " " && $0 != "-" }
        guard [8, 12, 13, 14].contains(digits.count),
            digits.allSatisfy({ $0.isASCII && $0.isNumber }), digits.contains(where: { $0 != "0" }),
            GTIN(digits) == nil
        else { return nil }
        return "its check digit is wrong; scan it again, or enter it as the product number"
    }

    /// The storable and visible form of a text; scanners send control characters.
    public static func visible(_ text: String) -> String { ScannedCode.visible(text) }
}
