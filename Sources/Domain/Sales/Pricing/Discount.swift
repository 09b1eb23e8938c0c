public import Foundation

/// A discount on a price.
public enum Discount: Sendable, Hashable {
    /// A percentage.
    case percent(Percent)
    /// An amount in cents.
    case cents(Int64)

    /// An amount; nil if it is negative, has fractions of cents, or is too large.
    public init?(_ amount: Decimal) {
        guard let cents = Cents.whole(amount), cents >= 0 else { return nil }
        self = .cents(cents)
    }

    /// The text in a form: `10 %`, `2.50`.
    public var plainText: String {
        switch self {
        case .percent(let percent): percent.description
        case .cents(let cents): Money.plainText(Cents.amount(cents))
        }
    }
}

extension Discount {
    /// A stored discount: a percentage, or else an amount in cents; nil for none.
    init?(percent: Decimal?, cents: Int64) {
        if let percent {
            guard let percent = Percent(percent) else { return nil }
            self = .percent(percent)
        } else if cents > 0 {
            self = .cents(cents)
        } else {
            return nil
        }
    }

    /// The stored percentage; nil for an amount.
    var percentNumber: Decimal? {
        if case .percent(let percent) = self { percent.number } else { nil }
    }

    /// The stored cents of an amount; those of a percentage are computed.
    var givenCents: Int64 {
        if case .cents(let cents) = self { cents } else { 0 }
    }

    /// The discount on an amount in cents; nil if it exceeds the amount.
    ///
    /// - Parameter unit: the rounding unit in cents. Default: 1.
    func cents(of whole: Int64, to unit: Int64 = 1) -> Int64? {
        switch self {
        case .percent(let percent):
            Cents.share(whole, percent.thousandths, of: Percent.whole, to: unit)
        case .cents(let cents): (0...whole).contains(cents) ? cents : nil
        }
    }
}

/// A percentage from 0 to 100, with up to three decimals: `8.875 %`.
public struct Percent: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Thousandths of a per cent.
    let thousandths: Int64

    /// 100 % in thousandths of a per cent.
    static let whole: Int64 = 100_000

    /// A percentage from a number such as 8.875; nil if it is out of range or has more decimals.
    public init?(_ number: Decimal) {
        let scaled = number * 1_000
        let whole = NSDecimalNumber(decimal: scaled).int64Value
        guard Decimal(whole) == scaled, (0...Self.whole).contains(whole) else { return nil }
        thousandths = whole
    }

    /// Parses `8.875`, `19 %`, `12,5%`.
    ///
    /// - Throws: ``PercentFault`` with the reason.
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

    /// The percentage as a number: 8.875.
    public var number: Decimal {
        Decimal(sign: .plus, exponent: -3, significand: Decimal(thousandths))
    }

    /// The text for form fields: `8.875`.
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

/// The reason why a text is not a percentage.
public enum PercentFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a number.
    case unreadable(String)
    /// More than three decimals.
    case tooPrecise(String)
    /// More than 100 %.
    case tooGreat(String)

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String {
        switch self {
        case .unreadable(let text): "“\(text)” is not a percentage, such as 8.5 %"
        case .tooPrecise(let text): "“\(text)” has more than three decimal places"
        case .tooGreat(let text): "“\(text)” is more than 100 %"
        }
    }
}
