/// Folded texts in letters of ASCII, so that an index of trigrams finds every character, whatever a database takes
/// for letters.
///
/// What is ASCII stays: folded texts have no capital letters. Every other character is one of the capital letters A
/// to G, which says how many from H to Z follow, so that a part of a text is a part of its form, and nothing else is.
package enum TrigramForm {
    /// Rises when forms are made otherwise: stores make those of another version again.
    package static let version = 1

    /// For each length, how many first letters there are, and how many others follow.
    private static let groups = [
        (first: UInt8(ascii: "A"), firstCount: 1, restCount: 2),
        (first: UInt8(ascii: "B"), firstCount: 2, restCount: 3),
        (first: UInt8(ascii: "D"), firstCount: 1, restCount: 4),
        (first: UInt8(ascii: "E"), firstCount: 1, restCount: 5),
    ]
    private static let restLetters = 19

    package static func of(_ folded: String) -> String {
        var form: [UInt8] = []
        form.reserveCapacity(folded.utf8.count)
        for scalar in folded.unicodeScalars {
            if scalar.isASCII {
                form.append(UInt8(scalar.value))
            } else {
                append(Int(scalar.value) - 0x80, to: &form)
            }
        }
        return String(decoding: form, as: UTF8.self)
    }

    private static func append(_ number: Int, to form: inout [UInt8]) {
        var number = number
        for group in groups {
            let size = (0..<group.restCount).reduce(1) { size, _ in size * restLetters }
            guard number >= group.firstCount * size else {
                form.append(group.first + UInt8(number / size))
                var rest = size
                for _ in 0..<group.restCount {
                    number %= rest
                    rest /= restLetters
                    form.append(UInt8(ascii: "H") + UInt8(number / rest))
                }
                return
            }
            number -= group.firstCount * size
        }
    }
}
