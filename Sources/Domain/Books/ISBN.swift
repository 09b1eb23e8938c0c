/// An International Standard Book Number of ten or thirteen digits (ISO 2108).
public enum ISBN {
    /// The number without hyphens, spaces and a spreadsheet's additions; another text stays as it
    /// is.
    ///
    /// `978-3-16-148410-0` is `9783161484100`.
    public static func read(_ text: String) -> String {
        let digits = digits(of: SpreadsheetCode.read(text).code)
        return fault(of: digits) == nil ? digits : text
    }

    /// The number with thirteen digits and the one with ten, where there are both; empty for another text.
    public static func spellings(of text: String) -> [String] {
        let number = read(text)
        guard fault(of: number) == nil else { return [] }
        let core = number.count == 10 ? "978" + number.dropLast() : String(number.dropLast())
        guard core.hasPrefix("978") else { return core.hasPrefix("979") ? [number] : [] }
        // The check digit is the one without a fault.
        let long = (0...9).map { core + "\($0)" }
        let short = (0...9).map { "\(core.dropFirst(3))\($0)" } + ["\(core.dropFirst(3))X"]
        return (long + short).filter { fault(of: $0) == nil }
    }

    private static func digits(of text: String) -> String {
        text.uppercased().filter { character in
            !character.isWhitespace
                && character.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .dashPunctuation
                }
        }
    }

    /// The reason why a text is not an ISBN; nil if it is one.
    static func fault(of text: String) -> String? {
        let text = digits(of: text)
        let values = text.enumerated().compactMap { place, character in
            character == "X" && place == 9
                ? 10 : character.isASCII ? character.wholeNumberValue : nil
        }
        guard values.count == text.count, text.count == 13 || text.count == 10 else {
            return "has 10 or 13 digits; hyphens do not matter"
        }
        let sum = values.enumerated().reduce(0) { sum, digit in
            sum + digit.element
                * (values.count == 10 ? 10 - digit.offset : 1 + digit.offset % 2 * 2)
        }
        let isRight = sum.isMultiple(of: values.count == 10 ? 11 : 10)
        return isRight ? nil : "has a wrong check digit; check all digits"
    }
}
