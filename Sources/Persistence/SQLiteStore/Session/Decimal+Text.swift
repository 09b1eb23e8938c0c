import Foundation

extension Decimal {
    /// The shortest decimal number whose nearest double is a given one.
    package init?(shortestTextOf number: Double) {
        guard number.isFinite else { return nil }
        // Nearly all are whole cents: if an integer of at most 15 digits divided by 100 gives the
        // number, that is the shortest.
        let cents = number * 100
        if abs(cents) < 1e15, cents.rounded() / 100 == number {
            self.init(hundredths: Int64(cents.rounded()))
        } else if abs(number) >= 1e128 {
            self.init(hugeText: number.description)
        } else {
            self.init(plainText: number.description)
        }
    }

    /// Parses `1.5e+140`, because Foundation reads no exponent above 127; nil if it is out of
    /// range.
    private init?(hugeText text: String) {
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]),
            let significand = Decimal(plainText: String(parts[0]))
        else { return nil }
        self.init(sign: .plus, exponent: exponent, significand: significand)
        if isNaN { return nil }
    }

    /// A number of hundredths, without trailing zeros.
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

    /// Parses `-12.50` or `1.5e+20`; nil for other texts.
    ///
    /// Much faster than Foundation's parser, which handles locales.
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
        // "5.0" is the integer 5.
        while exponent < 0, significand > 0, significand.isMultiple(of: 10) {
            significand /= 10
            exponent += 1
            self = Decimal(
                sign: isNegative ? .minus : .plus, exponent: exponent,
                significand: Decimal(significand))
        }
    }
}
