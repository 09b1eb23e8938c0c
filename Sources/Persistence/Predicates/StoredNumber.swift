import Foundation

/// A number as SQLite stores it.
enum StoredNumber: Sendable, Hashable {
    case integer(Int64)
    case double(Double)

    /// Nil for NaN.
    init?(_ decimal: Decimal) {
        if let integer = decimal.exactInteger {
            self = .integer(integer)
        } else if let number = Double(decimal.description), !number.isNaN {
            self = .double(number)
        } else {
            return nil
        }
    }

    var double: Double {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        }
    }

    var attributeValue: AttributeValue {
        switch self {
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        }
    }

    /// Compares exact values, even of an integer with a double that cannot represent it.
    static func < (first: StoredNumber, second: StoredNumber) -> Bool {
        switch (first, second) {
        case (.integer(let first), .integer(let second)): first < second
        case (.double(let first), .double(let second)): first < second
        case (.integer(let first), .double(let second)): first.order(to: second) < 0
        case (.double(let first), .integer(let second)): second.order(to: first) > 0
        }
    }

    static func == (first: StoredNumber, second: StoredNumber) -> Bool {
        switch (first, second) {
        case (.integer(let first), .integer(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.integer(let first), .double(let second)): first.order(to: second) == 0
        case (.double(let first), .integer(let second)): second.order(to: first) == 0
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(double)
    }
}

extension Int64 {
    /// Negative, 0 or positive if this integer is less than, equal to or greater than a double.
    fileprivate func order(to number: Double) -> Int {
        if number >= 0x1p63 { return -1 }
        if number < -0x1p63 { return 1 }
        let whole = Int64(number)
        if self != whole { return self < whole ? -1 : 1 }
        let fraction = number - number.rounded(.towardZero)
        return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
    }
}

extension AttributeValue {
    /// Parses an integer or a number with a fraction; nil for other texts.
    init?(number text: String) {
        if let integer = Int64(text) {
            self = .integer(integer)
        } else if let number = Double(text), number.isFinite {
            self = .double(number)
        } else {
            return nil
        }
    }

    /// The negated number; nil if this is not a number.
    var negated: AttributeValue? {
        switch self {
        case .integer(let number):
            number == .min ? .decimal(-Decimal(number)) : .integer(-number)
        case .double(let number): .double(-number)
        case .decimal(let number):
            // The digits of Int64.min without their sign exceed Int64.
            (-number).exactInteger.map(AttributeValue.integer) ?? .decimal(-number)
        default: nil
        }
    }

    /// Whether this is NaN or a date of NaN, which equals nothing, has no order, and gives no value
    /// in computations.
    var isNotANumber: Bool {
        switch self {
        case .double(let number): number.isNaN
        case .decimal(let number): number.isNaN
        case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
        default: false
        }
    }

    /// The number as a decimal; nil if this is not a number or out of range.
    var exactDecimal: Decimal? {
        switch self {
        case .decimal(let number): number
        case .integer(let number): Decimal(number)
        case .boolean(let flag): flag ? 1 : 0
        // The shortest text is the number as written: 0.1, not 0.1000000000000000055.
        case .double(let number): number.isFinite ? Decimal(exact: "\(number)") : nil
        default: nil
        }
    }

    /// The number as a decimal column of SQLite stores it: an integer if it is whole, otherwise a
    /// double; nil if this is not a number.
    var storedNumber: StoredNumber? {
        switch self {
        case .integer(let number): .integer(number)
        case .boolean(let flag): .integer(flag ? 1 : 0)
        case .double(let number): number.isNaN ? nil : .double(number)
        case .decimal(let number): StoredNumber(number)
        default: nil
        }
    }
}

extension Decimal {
    /// Parses digits, a point and an exponent.
    init?(exact text: String) {
        // Foundation ignores trailing characters; `Double` rejects them.
        guard let double = Double(text), double.isFinite,
            let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self = decimal
    }

    /// The integer, if the number is whole and fits.
    var exactInteger: Int64? {
        var (source, whole) = (self, Decimal())
        NSDecimalRound(&whole, &source, 0, .plain)
        return whole == self ? Int64(whole.description) : nil
    }

    /// The number with the 15 significant digits that a decimal column keeps.
    var rounded15: Decimal {
        var digits = significand.description.utf8.count
        if significand.isSignMinus { digits -= 1 }
        guard digits > 15 else { return self }
        var (source, result) = (self, Decimal())
        NSDecimalRound(&result, &source, 15 - (digits + exponent), .plain)
        return result
    }
}
