import Persistence

/// How serial numbers are found: with what separates their parts, and without it.
enum SerialNumber {
    /// The greatest length of a serial number.
    private static let greatestLength = 100

    /// A text without what separates the parts of a serial number.
    static func withoutSeparators(_ text: String) -> String {
        String(text.unicodeScalars.filter { !isSeparator($0) })
    }

    /// The condition that a serial number has a word, wherever it is separated; nil for a word that
    /// is no part of such a number, because it has no digit, or is separated itself.
    static func condition(_ word: String) -> FetchPredicate? {
        let word = SearchFolding.patternText(of: word)
        guard word.count <= greatestLength, word.contains(where: \.isNumber),
            !word.unicodeScalars.contains(where: isSeparator)
        else { return nil }
        let pattern = word.map(String.init).joined(separator: #"[\W_]*"#)
        return .comparison(
            FetchComparison(
                .function("searchable:", [.key("serialNumber")]), .matches,
                .value("(?s).*\(pattern).*")))
    }

    private static func isSeparator(_ character: Unicode.Scalar) -> Bool {
        let properties = character.properties
        return !properties.isAlphabetic && properties.numericType != .decimal
            && properties.canonicalCombiningClass == .notReordered
    }
}
