/// The pattern of the numbers of receipts, invoices or quotes: `R-{year}-{0000}`.
///
/// The zeros are the least number of digits. With the year in the pattern, the count restarts every
/// year.
public struct NumberPattern: Sendable, Hashable {
    /// The text as entered.
    public let text: String
    private let before: String
    private let after: String
    private let digits: Int

    /// The greatest length of a pattern.
    public static let longest = 40

    private static let year = "{year}"

    /// - Throws: ``NumberPatternFault`` for an invalid or ambiguous pattern.
    public init(_ text: String) throws(NumberPatternFault) {
        guard text.count <= Self.longest else { throw .tooLong }
        let counts = text.matches(of: #/\{(0{1,12})\}/#)
        guard let count = counts.first else { throw .noCount }
        guard counts.count == 1 else { throw .severalCounts }
        before = String(text[..<count.range.lowerBound])
        after = String(text[count.range.upperBound...])
        digits = count.output.1.count
        self.text = text
        let others = (before + after).replacing(Self.year, with: "")
        guard !others.contains(where: { "{}".contains($0) }) else { throw .unknownPlaceholder }
        // Used one after the other, `1{0}` and `{0}` would both produce 11.
        guard before.last?.isNumber != true, after.first?.isNumber != true else {
            throw .digitBesideCount
        }
        guard others.contains(where: { !$0.isNumber }) || before + after == "" else {
            throw .digitsAlone
        }
    }

    /// Whether the count restarts every year.
    var hasYear: Bool { (before + after).contains(Self.year) }

    /// The series of numbers for a day.
    func series(on day: CalendarDay) -> Series {
        let year = String(day.year)
        return Series(
            before: before.replacing(Self.year, with: year),
            after: after.replacing(Self.year, with: year), digits: digits)
    }

    /// Numbers that differ only in their count: `R-2026-0001`, `R-2026-0002`.
    struct Series: Hashable {
        let before: String
        let after: String
        let digits: Int

        /// The name of the series: `R-2026-{}`.
        var name: String { "\(before){}\(after)" }

        func text(of count: Int64) -> String {
            let number = String(count)
            let zeros = String(repeating: "0", count: max(digits - number.count, 0))
            return "\(before)\(zeros)\(number)\(after)"
        }

        /// The count in a number of the series, with any leading zeros; otherwise nil.
        func count(of text: String) -> Int64? {
            guard text.hasPrefix(before), text.hasSuffix(after) else { return nil }
            let count = text.dropFirst(before.count).dropLast(after.count)
            guard (1...15).contains(count.count),
                count.allSatisfy({ $0.isASCII && $0.isNumber }),
                text.count == before.count + count.count + after.count
            else { return nil }
            return Int64(count)
        }
    }
}

/// The reason why a text is not a pattern.
public enum NumberPatternFault: Error, Sendable, Hashable, CustomStringConvertible {
    case tooLong
    case noCount
    case severalCounts
    /// Unknown text in braces.
    case unknownPlaceholder
    case digitBesideCount
    /// Digits alone, which may collide with numbers without a pattern.
    case digitsAlone

    /// The fault as a clause whose subject is the pattern.
    public var description: String {
        switch self {
        case .tooLong: "has more than \(NumberPattern.longest) characters"
        case .noCount:
            "has no {0000} for the count, as in R-{year}-{0000}: two papers would have one number"
        case .severalCounts: "has more than one count; write {0000} once"
        case .unknownPlaceholder: "has something else in braces than {year} and the count, {0000}"
        case .digitBesideCount:
            "has a digit beside the count; put a letter or a sign between them, because 1{0} and "
                + "{0} both write 11"
        case .digitsAlone:
            "has digits alone, which may be the number of another paper; add a letter or a sign, "
                + "as in R-{year}-{0000}"
        }
    }
}
