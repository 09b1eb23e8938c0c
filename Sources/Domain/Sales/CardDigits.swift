import Foundation

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

    /// Whether a character cannot be seen, or only marks the one before: it may stand between the
    /// digits of a number and does not part them.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return false }
        switch scalar.properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a text may have as many digits together as a number of a card; no is certain. Most texts
    /// have not, and are done with here.
    static func mayHoldCard(_ text: String) -> Bool {
        // Of 7,000 keys one has the digits of a card by chance.
        if text.utf8.count == 36, UUID(uuidString: text) != nil { return false }
        var (count, gap) = (0, 0)
        for byte in text.utf8 {
            switch byte {
            case 0x80...: return true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                count += 1
                gap = 0
                if count == lengths.lowerBound { return true }
            case 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "*"), UInt8(ascii: ","):
                gap += 1
                if gap > 3 { count = 0 }
            default: count = 0
            }
        }
        return false
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
            if isInvisible(scalar) { continue }
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

    /// Whether the number of a card stands somewhere in digits that are written in one.
    ///
    /// One in ten runs of digits has a right check digit by chance, so that the beginning has to be
    /// that of a brand, and the length the one that its cards have.
    static func containCard(_ digits: [UInt8]) -> Bool {
        guard digits.count >= lengths.lowerBound else { return false }
        return digits.indices.contains { first in
            let rest = digits[first...]
            return (CardBrand(rest)?.lengths ?? []).contains { length in
                rest.count >= length && passLuhn(rest.prefix(length))
            }
        }
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
