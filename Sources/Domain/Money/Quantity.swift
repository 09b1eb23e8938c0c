public import Foundation

/// Parses and formats quantities with at most three decimal places, so that `½` and `1.5` and their
/// sums are stored exactly.
public enum Quantity {
    /// The maximum number of decimal places.
    public static let decimalPlaces = 3

    /// Parses a quantity: `2`, `1.5`, `1,5`, `½`, `1 1/2`. An empty text is nil.
    ///
    /// - Parameter region: decides between two readings, if it was chosen. Default: not chosen.
    /// - Throws: ``NumberFault`` with the reason.
    public static func parse(
        _ text: String, by region: Region = .unchosen
    ) throws(NumberFault) -> Decimal? {
        let words = text.withPlainDigits.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first else { return nil }
        if words.count == 1, let value = value(first, by: region) { return value }
        if words.count == 2, first.allSatisfy(\.isASCIIDigit),
            let whole = value(first, by: region), let part = properFraction(words[1])
        {
            return whole + part
        }
        let joined = words.joined(separator: " ")
        if let value = decimal(joined, by: region) { return value }
        let readings = NumberReading(AmountText(joined), places: decimalPlaces, by: region)?
            .readings(places: decimalPlaces, by: region)
        throw NumberFault(text, isNot: kind, readings: readings ?? [])
    }

    /// Parses a quantity that may have a minus before it. A minus alone is none.
    ///
    /// - Throws: ``NumberFault`` with the reason.
    public static func parse(
        signed text: String, by region: Region = .unchosen
    ) throws(NumberFault) -> Decimal? {
        guard let sign = text.first, "-−".contains(sign) else {
            return try parse(text, by: region)
        }
        do throws(NumberFault) {
            if let size = try parse(String(text.dropFirst()), by: region) { return -size }
        } catch { throw error.negated(text) }
        throw NumberFault(text, isNot: kind)
    }

    private static let kind = "a number with up to \(decimalPlaces) decimal places, as 1.5 or ½"

    /// A quantity as text, for people and form fields: `1.5`.
    public static func text(_ quantity: Decimal) -> String {
        // A sum may have trailing zeros, which stored quantities do not have.
        var text = "\(quantity)"
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// The quantity in thousandths, whose sums are exact; nil if it has more decimal places, or is
    /// too large.
    static func thousandths(_ quantity: Decimal) -> Int64? {
        // For nearly all quantities a rounded double is the same, in a fraction of the time.
        let near = NSDecimalNumber(decimal: quantity).doubleValue
        if quantity.exponent >= -decimalPlaces, abs(near) < 1e11 {
            return Int64((near * 1_000).rounded())
        }
        let thousandths = quantity * 1_000
        guard abs(thousandths) < 1_000_000_000_000_000_000 else { return nil }
        let number = NSDecimalNumber(decimal: thousandths).int64Value
        return Decimal(number) == thousandths ? number : nil
    }

    /// The quantity for a number of thousandths.
    static func quantity(ofThousandths thousandths: Int64) -> Decimal {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1_000)
        guard rest != 0 else { return Decimal(whole) }
        return Decimal(
            sign: thousandths < 0 ? .minus : .plus, exponent: -decimalPlaces,
            significand: Decimal(thousandths.magnitude))
    }

    /// The message for a quantity with too many decimal places.
    static let placesFault = "The quantity has at most \(decimalPlaces) decimal places."

    /// Whether a quantity is an integer.
    public static func isWhole(_ quantity: Decimal) -> Bool {
        quantity.exponent >= 0 || thousandths(quantity)?.isMultiple(of: 1_000) ?? false
    }

    /// Whether a quantity has at most the allowed decimal places.
    static func isKeptExactly(_ quantity: Decimal) -> Bool {
        guard quantity.exponent < -decimalPlaces else { return true }
        let text = text(quantity)
        guard let mark = text.firstIndex(of: ".") else { return true }
        return text.distance(from: mark, to: text.endIndex) <= decimalPlaces + 1
    }

    /// The number in a word; nil if it is not one, cannot be stored exactly, or is ambiguous.
    static func value(_ word: String, by region: Region) -> Decimal? {
        if let value = decimal(word, by: region) ?? ratio(word) { return value }
        guard let last = word.last, let part = vulgarFraction(last) else { return nil }
        let whole = String(word.dropLast())
        guard !whole.isEmpty else { return part }
        guard whole.allSatisfy(\.isASCIIDigit) else { return nil }
        return decimal(whole, by: region).map { $0 + part }
    }

    /// A fraction less than one: `½` or `1/2`.
    static func properFraction(_ word: String) -> Decimal? {
        guard
            let value = word.contains(where: \.isASCIIDigit)
                ? ratio(word) : value(word, by: .unchosen),
            value > 0, value < 1
        else { return nil }
        return value
    }

    private static func decimal(_ text: String, by region: Region) -> Decimal? {
        // In an entry, words with digits of other scripts belong to the name.
        guard text.allSatisfy({ $0.isASCII || !$0.isNumber }),
            case .exact(let whole, let fraction) = NumberReading(
                AmountText(text), places: decimalPlaces, by: region),
            whole.count <= maximumDigits, fraction.count <= decimalPlaces
        else { return nil }
        return DecimalNumber.number(whole, fraction)
    }

    private static func ratio(_ word: String) -> Decimal? {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "⁄" }
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
            parts.allSatisfy({ (1...6).contains($0.count) }),
            let above = Int(parts[0]), let below = Int(parts[1]), below > 0,
            (above * 1_000).isMultiple(of: below)
        else { return nil }
        return Decimal(above * 1_000 / below) / 1_000
    }

    private static func vulgarFraction(_ character: Character) -> Decimal? {
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first,
            let value = scalar.properties.numericValue, value > 0, value < 1
        else { return nil }
        let thousandths = (value * 1_000).rounded()
        return thousandths == value * 1_000 ? Decimal(Int(thousandths)) / 1_000 : nil
    }

    private static let maximumDigits = 13
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
