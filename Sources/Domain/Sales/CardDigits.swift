/// The digits of card numbers, and how they stand in texts.
enum CardDigits {
    /// How many digits a number has.
    static let lengths = 13...19

    /// The value of a decimal digit of any script.
    static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return scalar.value &- 48 < 10 ? UInt8(scalar.value - 48) : nil }
        guard scalar.properties.numericType == .decimal,
            let value = scalar.properties.numericValue
        else { return nil }
        return UInt8(value)
    }

    /// Whether a character stands between the groups of a number.
    static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
    }

    /// The groups of digits in a text, together where nothing but a separator or two is between.
    static func runs(in text: String) -> [[[UInt8]]] {
        var runs: [[[UInt8]]] = [[]]
        var group: [UInt8] = []
        var gap = 0
        for scalar in text.unicodeScalars {
            if let digit = digit(scalar) {
                group.append(digit)
                gap = 0
                continue
            }
            if !group.isEmpty { runs[runs.count - 1].append(group) }
            group = []
            gap += 1
            let isJoint =
                gap <= 3 && (isSeparator(scalar) || "./_*,".unicodeScalars.contains(scalar))
            if !isJoint, runs[runs.count - 1] != [] { runs.append([]) }
        }
        if !group.isEmpty { runs[runs.count - 1].append(group) }
        return runs
    }

    /// Whether digits can be a card's: none begins with 0.
    static func areCard(_ digits: [UInt8]) -> Bool {
        lengths.contains(digits.count) && digits.first != 0 && passLuhn(digits[...])
    }

    /// Whether the check digit at the end is right.
    static func passLuhn(_ digits: ArraySlice<UInt8>) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, next in
            let value = Int(next.element) * (next.offset.isMultiple(of: 2) ? 1 : 2)
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum.isMultiple(of: 10)
    }
}
