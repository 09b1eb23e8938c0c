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
        return securityCodes.contains { letters.hasSuffix($0) } || letters == "cid"
    }

    /// Only whole names match `cid`, because words such as `Acid` end with it.
    private static let securityCodes = [
        "cvv", "cvv2", "cvc", "cvc2", "csc", "cardcid", "securitycode",
    ]
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
