import Foundation

/// The stored parts of a card number: its brand and last four digits.
///
/// ``init(_:)`` checks the number and discards the rest.
public struct CardNumber: Sendable, Hashable {
    /// The brand; `Card` if unknown.
    public let brand: String
    /// The last four digits.
    public let lastFour: String

    /// Parses a number, with optional spaces and hyphens.
    ///
    /// - Throws: ``CardNumberFault``, which does not contain the number.
    public init(_ text: String) throws(CardNumberFault) {
        var digits: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let digit = CardDigits.digit(scalar) {
                digits.append(digit)
            } else if !CardDigits.isSeparator(scalar), !CardDigits.isInvisible(scalar) {
                throw .unreadable
            }
        }
        guard !digits.isEmpty else { throw .unreadable }
        guard CardDigits.lengths.contains(digits.count) else { throw .wrongLength(digits.count) }
        guard digits.first != 0 else { throw .startsWithZero }
        guard CardDigits.passLuhn(digits[...]) else { throw .wrongCheckDigit }
        brand = CardBrand(digits[...])?.rawValue ?? Self.unknownBrand
        lastFour = digits.suffix(4).map(String.init).joined()
    }

    /// The brand of numbers with unknown first digits.
    static let unknownBrand = "Card"

    /// Whether a text seems to contain a card number: 13 to 19 digits with a valid check digit,
    /// with or without separators, or a number with the prefix and length of a brand inside a
    /// longer one.
    public static func looksLikeCardNumber(_ text: String) -> Bool {
        guard CardDigits.mayHoldCard(text) else { return false }
        return holds(text, CardDigits.areCard)
            || CardDigits.runs(in: text).contains { $0.contains(where: CardDigits.containCard) }
    }

    /// Whether a text contains a card number of a brand, by prefix, length and check digit. Device
    /// numbers, which have a check digit too, are accepted.
    public static func isCertain(in text: String) -> Bool {
        CardDigits.mayHoldCard(text)
            && holds(text) { digits in
                (CardBrand(digits[...])?.lengths ?? []).contains(digits.count)
                    && CardDigits.areCard(digits)
            }
    }

    /// The text, with each digit masked by a star if it contains a card number.
    public static func masked(_ text: String) -> String {
        guard isCertain(in: text) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { CardDigits.digit($0) == nil ? $0 : "*" }))
    }

    private static func holds(_ text: String, _ areCard: ([UInt8]) -> Bool) -> Bool {
        CardDigits.runs(in: text).contains { groups in
            groups.indices.contains { first in
                var digits: [UInt8] = []
                for group in groups[first...] {
                    digits += group
                    if digits.count > CardDigits.lengths.upperBound { return false }
                    if areCard(digits) { return true }
                }
                return false
            }
        }
    }

    /// The reason for rejecting a text with a card number, after the field's name.
    public static let refusal =
        "looks like it contains a card number, which is not stored: remove it"
}

/// The reason why a text is not a card number. It does not contain the text.
public enum CardNumberFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Empty, or with characters besides digits, spaces and hyphens.
    case unreadable
    /// Too few or too many digits.
    case wrongLength(Int)
    /// A wrong check digit, because of a typing error.
    case wrongCheckDigit

    /// With a leading 0, which no card has.
    case startsWithZero

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String {
        switch self {
        case .unreadable: "has digits, spaces and hyphens only"
        case .wrongLength(let count): "has 13 to 19 digits, not \(count)"
        case .startsWithZero: "begins with 0, which no card number does"
        case .wrongCheckDigit: "is mistyped: its check digit is wrong"
        }
    }
}

extension CardNumber {
    /// Whether a field or a column with this name holds the security code of a card, which must not
    /// be stored.
    public static func isSecurityCode(named name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return securityCodes.contains { letters.hasSuffix($0) } || lastWord(of: name) == "cid"
    }

    private static let securityCodes = [
        "cvv", "cvv2", "cvc", "cvc2", "csc", "cardcid", "securitycode",
    ]

    /// `cid` of `card[cid]`, `my_cid` and `myCid`, in lower case. Words such as `Acid` only end with
    /// it.
    private static func lastWord(of name: String) -> String {
        var word: [Character] = []
        for character in name.reversed() {
            guard character.isLetter || character.isNumber else {
                if word.isEmpty { continue } else { break }
            }
            word.append(character)
            if character.isUppercase, word.contains(where: \.isLowercase) { break }
        }
        return String(word.reversed()).lowercased()
    }
}

/// Card brands, by the first digits of a number.
enum CardBrand: String, CaseIterable {
    case visa = "Visa"
    case mastercard = "Mastercard"
    case americanExpress = "American Express"
    case discover = "Discover"
    case dinersClub = "Diners Club"
    case jcb = "JCB"
    case unionPay = "UnionPay"
    case maestro = "Maestro"

    init?(_ digits: ArraySlice<UInt8>) {
        let start = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
        guard digits.count >= 4, let brand = Self(firstFour: start) else { return nil }
        self = brand
    }

    /// The lengths of current card numbers.
    var lengths: [Int] {
        switch self {
        case .americanExpress: [15]
        case .dinersClub: [14, 16]
        case .visa: [16, 19]
        case .maestro: [16, 18, 19]
        case .unionPay: [16, 19]
        case .mastercard, .discover, .jcb: [16]
        }
    }

    private init?(firstFour start: Int) {
        switch start {
        case 4000...4999: self = .visa
        case 5100...5599, 2221...2720: self = .mastercard
        case 3400...3499, 3700...3799: self = .americanExpress
        case 6011, 6440...6599: self = .discover
        case 3000...3059, 3095, 3600...3699, 3800...3999: self = .dinersClub
        case 3528...3589: self = .jcb
        case 6200...6299: self = .unionPay
        case 5000...5099, 5600...5899, 6300...6399, 6700...6799: self = .maestro
        default: return nil
        }
    }
}

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
