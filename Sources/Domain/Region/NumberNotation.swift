/// The separators of numbers in a region.
public struct NumberNotation: Sendable, Hashable {
    /// The decimal separator.
    public var decimalMark = "."
    /// The grouping separator.
    public var groupMark = ","
    /// The number of digits in the last group, and in those before it: 3 and 2 in India.
    var groupSizes = (last: 3, others: 3)
    /// The minimum number of digits before the decimal mark for grouping.
    var fewestGrouped = 4

    public static func == (first: NumberNotation, second: NumberNotation) -> Bool {
        first.decimalMark == second.decimalMark && first.groupMark == second.groupMark
            && first.groupSizes == second.groupSizes
            && first.fewestGrouped == second.fewestGrouped
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(decimalMark)
        hasher.combine(groupMark)
    }

    /// Formats a number without a sign.
    ///
    /// - Parameter plain: digits with a point before the decimal places: `1234.50`.
    func text(_ plain: Substring.UTF8View) -> String {
        // Lists have hundreds of amounts: bytes take a fraction of the time of characters.
        let whole = plain.prefix { $0 != UInt8(ascii: ".") }
        let count = whole.count
        var text = ""
        for (index, digit) in whole.enumerated() {
            let left = count - index
            if index > 0, count >= fewestGrouped, startsGroup(left) { text += groupMark }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        guard whole.endIndex < plain.endIndex else { return text }
        text += decimalMark
        text += String(Substring(plain[plain.index(after: whole.endIndex)...]))
        return text
    }

    /// Whether a group starts at a number of digits before the decimal mark.
    private func startsGroup(_ left: Int) -> Bool {
        left == groupSizes.last
            || left > groupSizes.last && (left - groupSizes.last).isMultiple(of: groupSizes.others)
    }

    /// The notation of formatted samples.
    ///
    /// - Parameters:
    ///   - sample: 12345678.5, formatted.
    ///   - short: 1234, formatted.
    init(sample: String, short: String) {
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        let groups = sample.split { !isDigit($0) }.map(\.count)
        let marks = sample.split(whereSeparator: isDigit).map(String.init)
        guard groups.count >= 2, let last = marks.last else { return }
        decimalMark = last
        guard groups.count >= 4, let first = marks.first else { return }
        groupMark = first
        groupSizes = (groups[groups.count - 2], groups[groups.count - 3])
        if short.allSatisfy(isDigit) { fewestGrouped = 5 }
    }

    /// The English notation.
    init() {}
}
