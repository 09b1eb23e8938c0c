import Foundation

/// Values in PostgreSQL's binary format.
enum BinaryFormat {
    /// The seconds from 2000-01-01, where PostgreSQL's times begin, to 2001-01-01, where Core
    /// Data's begin.
    private static let epochDistance: Int64 = 31_622_400
    private static let microseconds: Int64 = 1_000_000
    /// The seconds since 2001-01-01 that PostgreSQL can hold: from 4714 BC to the year 294276.
    private static let times: ClosedRange<Double> = -2.118_450_e11...9.223_371_3e12

    /// The microseconds of a date, rounded; nil for a date that PostgreSQL cannot hold.
    static func microseconds(of date: Date) -> Int64? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard times.contains(seconds) else { return nil }
        // Whole seconds apart: a product of both parts would lose digits of distant dates.
        let whole = seconds.rounded(.down)
        let part = ((seconds - whole) * Double(microseconds)).rounded()
        return (Int64(whole) + epochDistance) * microseconds + Int64(part)
    }

    /// The date of microseconds; nil for infinity.
    static func date(microseconds: Int64) -> Date? {
        guard microseconds != .max, microseconds != .min else { return nil }
        let own = microseconds - epochDistance * Self.microseconds
        if own.magnitude < 1 << 53 {
            return Date(
                timeIntervalSinceReferenceDate: Double(own) / Double(Self.microseconds))
        }
        let (whole, part) = own.quotientAndRemainder(dividingBy: Self.microseconds)
        return Date(
            timeIntervalSinceReferenceDate: Double(whole)
                + Double(part) / Double(Self.microseconds))
    }

    // MARK: - Decimals

    private static let negative: UInt16 = 0x4000
    private static let posix = Locale(identifier: "en_US_POSIX")

    /// The bytes of a decimal: groups of four digits and the weight of the first group.
    static func bytes(of decimal: Decimal) -> [UInt8] {
        // Without an exponent, as `Decimal` writes it.
        let text = decimal.description
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var whole = parts.first.map { Array($0.utf8) } ?? []
        var fraction = parts.count > 1 ? Array(parts[1].utf8) : []
        let scale = fraction.count
        let zero = UInt8(ascii: "0")
        whole = Array(repeating: zero, count: (4 - whole.count % 4) % 4) + whole
        fraction += Array(repeating: zero, count: (4 - fraction.count % 4) % 4)
        let digits = whole + fraction
        var groups = stride(from: 0, to: digits.count, by: 4).map { start in
            digits[start..<start + 4].reduce(0 as UInt16) { group, digit in
                group * 10 + UInt16(digit - zero)
            }
        }
        var weight = whole.count / 4 - 1
        while groups.first == 0 {
            groups.removeFirst()
            weight -= 1
        }
        while groups.last == 0 { groups.removeLast() }
        if groups.isEmpty { weight = 0 }
        let header = [
            UInt16(groups.count), UInt16(bitPattern: Int16(weight)), isNegative ? negative : 0,
            UInt16(scale),
        ]
        return (header + groups).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// The decimal of bytes; nil for one that `Decimal` cannot hold: more than 38 digits, NaN or
    /// infinity.
    static func decimal(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        guard bytes.count >= 8 else { return nil }
        func word(_ number: Int) -> UInt16 {
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2 * number, as: UInt16.self))
        }
        let count = Int(word(0))
        let weight = Int(Int16(bitPattern: word(1)))
        guard bytes.count == 8 + 2 * count, word(2) == 0 || word(2) == negative else { return nil }
        let sign: FloatingPointSign = word(2) == negative ? .minus : .plus
        let exponent = 4 * (weight - count + 1)
        guard count <= 4 else {
            var digits = ""
            for group in 0..<count {
                let text = String(word(4 + group))
                digits += String(repeating: "0", count: 4 - text.count) + text
            }
            return decimal(digits: digits, exponent: exponent, sign)
        }
        var significand: UInt64 = 0
        for group in 0..<count { significand = significand * 10_000 + UInt64(word(4 + group)) }
        guard significand > 0 else { return 0 }
        var ownExponent = exponent
        while significand % 10 == 0 {
            significand /= 10
            ownExponent += 1
        }
        guard (-128...127).contains(ownExponent) else { return nil }
        return Decimal(sign: sign, exponent: ownExponent, significand: Decimal(significand))
    }

    private static func decimal(
        digits: String, exponent: Int, _ sign: FloatingPointSign
    ) -> Decimal? {
        let leading = digits.drop { $0 == "0" }
        let significant = leading.reversed().drop { $0 == "0" }
        let exponent = exponent + leading.count - significant.count
        guard significant.count <= 38 else { return nil }
        let text = "\(sign == .minus ? "-" : "")\(String(significant.reversed()))e\(exponent)"
        return Decimal(string: text, locale: posix)
    }
}
