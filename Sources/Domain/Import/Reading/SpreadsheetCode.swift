/// What spreadsheets make of a cell whose digits are a name and no number, such as a barcode.
enum SpreadsheetCode {
    /// The text of a formula that is only there to keep zeros in front, `="0123"`; nil for any other cell.
    static func text(ofFormula cell: String) -> String? {
        guard cell.hasPrefix("=\""), cell.hasSuffix("\""), cell.count > 2 else { return nil }
        let parts = cell.dropFirst(2).dropLast().split(
            separator: "\"\"", omittingEmptySubsequences: false)
        // A quote that is not written twice ends the text, and more than a text follows.
        guard parts.allSatisfy({ !$0.contains("\"") }) else { return nil }
        return parts.joined(separator: "\"")
    }

    /// The code without the apostrophe that keeps its zeros in front, and a barcode without the decimal places of a
    /// number: `'0123` and `0123.0`.
    static func plain(_ cell: String, _ column: ImportColumn?) -> String {
        var code = cell[...]
        if let column, keptByApostrophes.contains(column), code.first == "'",
            isNumber(code.dropFirst())
        {
            code.removeFirst()
        }
        if column == .barcode, let point = code.lastIndex(where: { $0 == "." || $0 == "," }) {
            let places = code[code.index(after: point)...]
            if isNumber(code[..<point]), !places.isEmpty, places.allSatisfy({ $0 == "0" }) {
                code = code[..<point]
            }
        }
        return String(code)
    }

    /// What is wrong with a cell of which the last digits are lost, `7.1172E+11`; nil for nothing.
    static func fault(of cell: String, _ column: ImportColumn?) -> String? {
        guard let column, codes.contains(column), cell.contains("+") else { return nil }
        let code = cell.first == "'" ? cell.dropFirst() : cell[...]
        let parts = code.uppercased().split(separator: "E+", omittingEmptySubsequences: false)
        guard parts.count == 2, isNumber(parts[1]),
            isNumber(parts[0].filter { $0 != "." && $0 != "," })
        else { return nil }
        return
            "a spreadsheet has rounded it to “\(cell.prefix(40))”, and its last digits are lost; format the "
            + "column as text there, enter the number again, and save the table once more"
    }

    private static let codes: Set<ImportColumn> = [.barcode, .sku, .serialNumber]
    private static let keptByApostrophes: Set<ImportColumn> = [
        .barcode, .sku, .serialNumber, .postalCode, .taxNumber,
    ]

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
