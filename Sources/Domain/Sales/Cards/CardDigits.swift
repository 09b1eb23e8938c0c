import Foundation

/// Detection of card numbers in texts.
enum CardDigits {
    /// The valid numbers of digits.
    static let lengths = 13...19

    /// The value of a decimal digit of any script.
    static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return scalar.value &- 48 < 10 ? UInt8(scalar.value - 48) : nil }
        guard scalar.properties.numericType == .decimal,
            let value = scalar.properties.numericValue
        else { return nil }
        return UInt8(value)
    }

    /// Whether a character may separate groups of digits.
    static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
    }

    /// Whether a character is invisible or combining, and so does not separate digits.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return false }
        switch scalar.properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// A fast test for enough consecutive digits; false is certain. Most texts end here.
    static func mayHoldCard(_ text: String) -> Bool {
        // One of 7,000 UUIDs contains a valid card number by chance.
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

    /// The groups of digits in a text, joined if only one or two separators are between them.
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

    /// Whether the digits may be a card number; none begins with 0.
    static func areCard(_ digits: [UInt8]) -> Bool {
        lengths.contains(digits.count) && digits.first != 0 && passLuhn(digits[...])
    }

    /// Whether an uninterrupted run of digits contains a card number.
    ///
    /// One in ten runs has a valid check digit by chance, so the prefix and the length must be
    /// those of a brand.
    static func containCard(_ digits: [UInt8]) -> Bool {
        guard digits.count >= lengths.lowerBound else { return false }
        return digits.indices.contains { first in
            let rest = digits[first...]
            return (CardBrand(rest)?.lengths ?? []).contains { length in
                rest.count >= length && passLuhn(rest.prefix(length))
            }
        }
    }

    /// Whether the Luhn check digit is valid.
    static func passLuhn(_ digits: ArraySlice<UInt8>) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, next in
            let value = Int(next.element) * (next.offset.isMultiple(of: 2) ? 1 : 2)
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum.isMultiple(of: 10)
    }
}
