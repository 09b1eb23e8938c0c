import Foundation

/// Reverts what spreadsheets do to cells with digits that are not numbers, such as barcodes.
enum SpreadsheetCode {
    /// The text of a formula that only keeps leading zeros, `="0123"`; nil for other cells.
    static func text(ofFormula cell: String) -> String? {
        guard cell.hasPrefix("=\""), cell.hasSuffix("\""), cell.count > 2 else { return nil }
        let parts = cell.dropFirst(2).dropLast().split(
            separator: "\"\"", omittingEmptySubsequences: false)
        // A single quote inside ends the text, so the formula contains more.
        guard parts.allSatisfy({ !$0.contains("\"") }) else { return nil }
        return parts.joined(separator: "\"")
    }

    /// Removes the apostrophe that keeps leading zeros: `'0123`.
    static func withoutApostrophe(_ text: String) -> String {
        text.first == "'" && isNumber(text.dropFirst()) ? String(text.dropFirst()) : text
    }

    /// The code without a spreadsheet's additions, and a fault if digits are lost.
    ///
    /// `="0123"`, `'0123`, `711719814153.0`, `7.11719814153E+11` and `711,719,814,153` have all
    /// their digits. Short numbers with a point, such as `12.50`, are custom codes.
    static func read(_ text: String) -> (code: String, fault: String?) {
        guard text.utf8.contains(where: marks.contains) else { return (text, nil) }
        let cell = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let kept = self.text(ofFormula: cell) { return read(kept) }
        if cell.first == "'" {
            let number = String(cell.dropFirst())
            let read = self.number(number)
            return isNumber(number) || read.code != number || read.fault != nil
                ? read : (text, nil)
        }
        let read = number(cell)
        return read.code == cell && read.fault == nil ? (text, nil) : read
    }

    /// The fault of a rounded number, as in `7.1172E+11`.
    static func roundingFault(of text: String) -> String? {
        guard let number = ScientificNumber(withoutApostrophe(text)), number.digits == nil else {
            return nil
        }
        return
            "a spreadsheet has rounded it to “\(text.prefix(40))”, and its last digits are lost; format the "
            + "column as text there, enter the number again, and save the table once more"
    }

    private static let marks: Set<UInt8> = Set("='.,\"eE".utf8)

    private static func number(_ text: String) -> (code: String, fault: String?) {
        guard text.utf8.first.map({ $0 &- 48 < 10 }) == true else { return (text, nil) }
        if let number = ScientificNumber(text) {
            return (number.digits ?? text, roundingFault(of: text))
        }
        if let digits = withoutGroups(text) { return (digits, nil) }
        guard let match = text.wholeMatch(of: /([0-9]{4,})[.,]([0-9]+)/) else { return (text, nil) }
        let whole = String(match.1)
        if match.2.allSatisfy({ $0 == "0" }) { return (whole, nil) }
        guard GTIN(whole) != nil else { return (text, nil) }
        return (text, "“\(text.prefix(40))” has decimal places, which no barcode has")
    }

    /// The digits of a long number with thousands separators, `711,719,814,153` or
    /// `711,719,814,153.00`; otherwise nil. Points are removed only from barcodes, because custom
    /// codes may contain them.
    private static func withoutGroups(_ text: String) -> String? {
        guard
            let match = text.wholeMatch(
                of: /([0-9]{1,3}(?:([,.'’])[0-9]{3})(?:\2[0-9]{3})+)([.,]0+)?/),
            match.3?.first != match.2.first
        else { return nil }
        let digits = match.1.filter { $0.isASCII && $0.isNumber }
        let isNumber = match.2 != "." || match.3 != nil || GTIN(digits) != nil
        return digits.count >= 8 && isNumber ? digits : nil
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// A number in scientific notation: `7.1172E+11`.
private struct ScientificNumber {
    /// All digits; nil if some are lost.
    let digits: String?

    /// Nil for other texts. `7E11` may be a code.
    init?(_ text: String) {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: "e") }),
            let match = text.wholeMatch(of: /([0-9]+)(?:[.,]([0-9]*))?[eE](\+?)([0-9]{1,3})/),
            !match.3.isEmpty || match.2 != nil, let exponent = Int(match.4)
        else { return nil }
        let places = match.2 ?? ""
        let rest = places.dropFirst(exponent)
        digits =
            places.count >= exponent && rest.allSatisfy { $0 == "0" }
            ? String(match.1 + places.prefix(exponent)) : nil
    }
}
