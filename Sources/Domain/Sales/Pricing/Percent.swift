public import Foundation

/// A share in per cent, from 0 to 100 with three decimal places at most: `8.875 %`.
public struct Percent: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Thousandths of a per cent.
    let thousandths: Int64

    /// The thousandths of a per cent that make a whole.
    static let whole: Int64 = 100_000

    /// A share as a number: 8.875; nil if it is none, or has more decimal places.
    public init?(_ number: Decimal) {
        let scaled = number * 1_000
        let whole = NSDecimalNumber(decimal: scaled).int64Value
        guard Decimal(whole) == scaled, (0...Self.whole).contains(whole) else { return nil }
        thousandths = whole
    }

    /// Reads a share: `8.875`, `19 %`, `12,5%`.
    ///
    /// - Throws: ``PercentFault`` that says what is wrong.
    public init(parsing text: String) throws(PercentFault) {
        let amount = AmountText(text.replacingOccurrences(of: "%", with: " "))
        guard let parts = amount.parts, parts.groups.count <= 2,
            parts.marks.allSatisfy({ $0 == "." || $0 == "," })
        else { throw .unreadable(text) }
        var places = parts.groups.count == 2 ? parts.groups[1] : ""
        while places.last == "0" { places.removeLast() }
        guard places.count <= 3 else { throw .tooPrecise(text) }
        places += String(repeating: "0", count: 3 - places.count)
        guard let number = Int64(parts.groups[0] + places), number <= Self.whole else {
            throw .tooGreat(text)
        }
        thousandths = number
    }

    /// The share as a number: 8.875.
    public var number: Decimal {
        Decimal(sign: .plus, exponent: -3, significand: Decimal(thousandths))
    }

    /// The share for fields of forms: `8.875`.
    public var plainText: String {
        var text = "\(number)"
        if text.contains(".") {
            while text.last == "0" { text.removeLast() }
            if text.last == "." { text.removeLast() }
        }
        return text
    }

    /// `8.875 %`.
    public var description: String { "\(plainText) %" }

    public static func < (first: Percent, second: Percent) -> Bool {
        first.thousandths < second.thousandths
    }
}
