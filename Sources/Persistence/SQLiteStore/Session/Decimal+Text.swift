import Foundation

extension Decimal {
    /// The decimal number that a floating-point number is the nearest to, in the fewest digits.
    package init?(shortestTextOf number: Double) {
        guard number.isFinite else { return nil }
        // Nearly all are whole cents: a number of at most 15 digits that divided by 100 gives this
        // one is the shortest there is.
        let cents = number * 100
        if abs(cents) < 1e15, cents.rounded() / 100 == number {
            self.init(hundredths: Int64(cents.rounded()))
        } else if abs(number) >= 1e128 {
            self.init(hugeText: number.description)
        } else {
            self.init(plainText: number.description)
        }
    }

    /// Reads `1.5e+140`, of which Foundation reads no exponent above 127; nil if it is beyond all decimals.
    private init?(hugeText text: String) {
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]),
            let significand = Decimal(plainText: String(parts[0]))
        else { return nil }
        self.init(sign: .plus, exponent: exponent, significand: significand)
        if isNaN { return nil }
    }

    /// A number of hundredths, without zeros at the end.
    private init(hundredths: Int64) {
        if hundredths.isMultiple(of: 100) {
            self.init(hundredths / 100)
        } else if hundredths.isMultiple(of: 10) {
            self.init(digits: hundredths / 10, exponent: -1)
        } else {
            self.init(digits: hundredths, exponent: -2)
        }
    }

    private init(digits: Int64, exponent: Int) {
        self.init(
            sign: digits < 0 ? .minus : .plus, exponent: exponent,
            significand: Decimal(digits.magnitude))
    }

    /// Reads `-12.50` or `1.5e+20`; nil for anything else.
    ///
    /// Much faster than Foundation's reading, which looks for a locale's separators.
    init?(plainText text: String) {
        var significand: UInt64 = 0
        var exponent = 0
        var digits = 0
        var seenPoint = false
        var isNegative = false
        for (position, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where position == 0:
                isNegative = true
            case UInt8(ascii: "."):
                guard !seenPoint else { return nil }
                seenPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 19:
                significand = significand * 10 + UInt64(byte - UInt8(ascii: "0"))
                if significand > 0 { digits += 1 }
                if seenPoint { exponent -= 1 }
            default:
                self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
                return
            }
        }
        guard !text.isEmpty else { return nil }
        self.init(
            sign: isNegative && significand > 0 ? .minus : .plus, exponent: exponent,
            significand: Decimal(significand))
        // "5.0" is the number 5, written without a fraction.
        while exponent < 0, significand > 0, significand.isMultiple(of: 10) {
            significand /= 10
            exponent += 1
            self = Decimal(
                sign: isNegative ? .minus : .plus, exponent: exponent,
                significand: Decimal(significand))
        }
    }
}
