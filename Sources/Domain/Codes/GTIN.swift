import Foundation

/// A Global Trade Item Number.
///
/// UPC-A, EAN-13, EAN-8 and GTIN-14 are the same number with different numbers of leading zeros,
/// and a GS1 string has it after the application identifier 01 (GS1 General Specifications, 3.3.2).
public struct GTIN: Sendable, Hashable {
    /// The fourteen digits, padded with zeros.
    public let digits: String

    /// The number of digits of the shortest one.
    static let leastDigits = 8

    /// The digits without leading zeros, which all spellings share.
    public var significantDigits: String { String(digits.drop { $0 == "0" }) }

    /// Parses a number as typed or scanned, or in a GS1 string; nil for other texts and for a wrong
    /// check digit.
    public init?(_ text: String) {
        guard Self.mayBeNumber(text) else { return nil }
        let bytes = ScannedCode(text).bytes
        let found: ArraySlice<UInt8>?
        if bytes.allSatisfy(Self.isDigit), bytes.count <= 14 {
            found = bytes
        } else if bytes.first == UInt8(ascii: "(") {
            found = Self.digits(behind: "(01)", in: bytes)
        } else if bytes.starts(with: Array("http".utf8)) {
            // A GS1 Digital Link, which QR codes contain.
            found = Self.digits(behind: "/01/", in: bytes)
        } else {
            found = Self.element01(bytes)
        }
        guard let found, let digits = Self.padded(found) else { return nil }
        self.digits = digits
    }

    /// Whether the last digit is a valid check digit.
    private static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) {
            $0 + Int($1.element - 48) * ($1.offset.isMultiple(of: 2) ? 1 : 3)
        }
        return sum.isMultiple(of: 10)
    }

    private static func padded(_ digits: ArraySlice<UInt8>) -> String? {
        guard (8...14).contains(digits.count), digits.contains(where: { $0 != 48 }) else {
            return nil
        }
        let number = upcA(digits) ?? Array(digits)
        guard hasCheckDigit(number) else { return nil }
        let zeros = [UInt8](repeating: 48, count: 14 - number.count)
        return String(decoding: zeros + number, as: UTF8.self)
    }

    /// The UPC-A of an eight-digit UPC-E; otherwise nil. GS1 assigns no EAN-8 with a leading 0,
    /// which scanners would confuse with it.
    private static func upcA(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        let short = Array(digits)
        guard short.count == 8, short[0] == 48 else { return nil }
        let zeros = [UInt8](repeating: 48, count: 5)
        let long: ArraySlice<UInt8> =
            switch short[6] {
            case 48...50: short[0...2] + [short[6]] + zeros.prefix(4) + short[3...5]
            case 51: short[0...3] + zeros + short[4...5]
            case 52: short[0...4] + zeros + short[5...5]
            default: short[0...5] + zeros.prefix(4) + short[6...6]
            }
        let number = Array(long) + [short[7]]
        return hasCheckDigit(number) ? number : nil
    }

    // MARK: - GS1 strings

    /// The digits after a mark; nil without it.
    private static func digits(
        behind mark: String, in bytes: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard let place = bytes.firstRange(of: Array(mark.utf8)) else { return nil }
        return bytes[place.upperBound...].prefix(while: isDigit)
    }

    /// The value of element 01 among elements without brackets; nil if there is none.
    private static func element01(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        while rest.count > 2, rest.prefix(2).allSatisfy(isDigit) {
            let identifier = String(decoding: rest.prefix(2), as: UTF8.self)
            if identifier == "01" {
                let value = rest.dropFirst(2).prefix(14)
                return value.count == 14 && value.allSatisfy(isDigit) ? value : nil
            }
            if let length = elementLengths[identifier] {
                rest = rest.dropFirst(length)
            } else {
                rest = rest.drop { $0 != ScannedCode.separator }
            }
            if rest.first == ScannedCode.separator { rest = rest.dropFirst() }
        }
        return nil
    }

    /// The lengths of fixed-length elements, including the identifier, by the first two digits.
    private static let elementLengths: [String: Int] = {
        var lengths = ["00": 20, "02": 16, "03": 16, "04": 18, "20": 4, "41": 16]
        for start in 11...19 { lengths["\(start)"] = 8 }
        for start in 31...36 { lengths["\(start)"] = 10 }
        return lengths
    }()

    // MARK: - Characters

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    /// A fast test for eight digits, which names seldom have.
    private static func mayBeNumber(_ text: String) -> Bool {
        var count = 0
        if text.utf8.allSatisfy({ $0 < 0x80 && !Self.isDigit($0) }) { return false }
        for scalar in text.unicodeScalars where CardDigits.digit(scalar) != nil {
            count += 1
            if count == 8 { return true }
        }
        return false
    }
}
