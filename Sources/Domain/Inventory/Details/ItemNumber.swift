import Persistence

/// The number of an item as people read and type it: `A-0042`.
public enum ItemNumber {
    /// The digits that are written at least.
    private static let digits = 4
    /// The digits of the greatest one that a person gives: there are numbers behind it, too.
    private static let mostDigits = 12

    /// `A-0042`; empty for an item that has no number yet.
    public static func text(_ number: Int64) -> String {
        guard number > 0 else { return "" }
        let text = String(number)
        return "A-" + String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    /// The number in a text: `A-0042`, `a42` and `42` are the same; nil for anything else.
    ///
    /// - Parameter isBare: whether digits alone are a number. Default: yes.
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

    /// The number that a word of a search is; digits alone are none.
    static func searched(_ word: String) -> Int64? {
        parse(SearchFolding.patternText(of: word), isBare: false)
    }
}
