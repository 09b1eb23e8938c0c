import Persistence

/// The text form of an item's number: `A-0042`.
public enum ItemNumber {
    /// The least number of digits.
    private static let digits = 4
    /// The greatest number of digits that users may enter, which leaves room for further numbers.
    private static let mostDigits = 12

    /// `A-0042`; empty for an item without a number.
    public static func text(_ number: Int64) -> String {
        guard number > 0 else { return "" }
        let text = String(number)
        return "A-" + String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    /// Parses a number: `A-0042`, `a42` and `42` are equal; nil for other texts.
    ///
    /// - Parameter isBare: whether digits alone are accepted. Default: true.
    public static func parse(_ text: some StringProtocol, isBare: Bool = true) -> Int64? {
        var digits = text.drop { $0 == " " }
        if digits.first == "A" || digits.first == "a" {
            digits = digits.dropFirst()
            if digits.first == "-" { digits = digits.dropFirst() }
        } else if !isBare {
            return nil
        }
        while digits.last == " " { digits = digits.dropLast() }
        guard (1...mostDigits).contains(digits.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(digits),
            number > 0
        else { return nil }
        return number
    }

    /// The item number in a search word; nil for digits alone.
    static func searched(_ word: String) -> Int64? {
        parse(SearchFolding.patternText(of: word), isBare: false)
    }
}
