/// What is kept of the number of a card: its brand and its last four digits.
///
/// The number itself is checked and forgotten in ``init(_:)``.
public struct CardNumber: Sendable, Hashable {
    /// The brand; `Card` if the first digits tell none.
    public let brand: String
    /// The last four digits.
    public let lastFour: String

    /// Reads a number; spaces and hyphens between digits are understood.
    ///
    /// - Throws: ``CardNumberFault``, which does not repeat the number.
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

    /// What stands for the brand of a number whose first digits tell none.
    static let unknownBrand = "Card"

    /// Whether something in a text looks like the number of a card: 13 to 19 digits, with or without
    /// separators, whose check digit is right, or a number with the beginning and the length of a
    /// brand within a longer one.
    public static func looksLikeCardNumber(_ text: String) -> Bool {
        guard CardDigits.mayHoldCard(text) else { return false }
        return holds(text, CardDigits.areCard)
            || CardDigits.runs(in: text).contains { $0.contains(where: CardDigits.containCard) }
    }

    /// Whether something in a text is the number of a card of a brand, by its beginning, its length
    /// and its check digit. Numbers of devices, which have a check digit too, are let through.
    public static func isCertain(in text: String) -> Bool {
        CardDigits.mayHoldCard(text)
            && holds(text) { digits in
                (CardBrand(digits[...])?.lengths ?? []).contains(digits.count)
                    && CardDigits.areCard(digits)
            }
    }

    /// The text, with a star for each digit if the number of a card is in it.
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

    /// Why a text with such a number is refused, behind the name of the field.
    public static let refusal =
        "looks like it contains a card number, which is not stored: remove it"
}
