import Persistence

/// The stored details of a customer's card, never its number.
public final class CreditCard: ShopRecord {
    override class var rules: SalesRules { SalesRules(texts: ["holder", "brand"]) }
}

extension CreditCard {
    /// The details as a value.
    public var details: CardDetails {
        CardDetails(
            brand: brand ?? "", lastFour: lastFour ?? "", holder: holder, expiry: expiry)
    }
}

/// The stored details of a card.
public struct CardDetails: Sendable, Hashable {
    /// The brand, such as `Visa`.
    public var brand: String
    /// The last four digits of the number.
    public var lastFour: String
    /// The cardholder's name, or nil.
    public var holder: String?
    /// The month of expiry, `2027-05`, or nil.
    public var expiry: String?

    /// Whether the brand is known.
    public var hasKnownBrand: Bool { brand != CardNumber.unknownBrand }

    /// - Parameters:
    ///   - number: the number, of which only brand and last four digits are kept.
    ///   - holder: the cardholder's name. Default: nil.
    ///   - expiry: the month of expiry. Default: nil.
    public init(_ number: CardNumber, holder: String? = nil, expiry: CardExpiry? = nil) {
        brand = number.brand
        lastFour = number.lastFour
        self.holder = holder
        self.expiry = expiry?.description
    }

    /// Stored details.
    public init(brand: String, lastFour: String, holder: String? = nil, expiry: String? = nil) {
        self.brand = brand
        self.lastFour = lastFour
        self.holder = holder
        self.expiry = expiry
    }
}

/// The month of expiry of a card.
public struct CardExpiry: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let year: Int
    /// The month, 1...12.
    public let month: Int

    /// Parses `05/27`, `05/2027` or `2027-05`.
    ///
    /// - Throws: ``CardExpiryFault`` with the reason.
    public init(parsing text: String) throws(CardExpiryFault) {
        let compact = text.filter { !$0.isWhitespace }
        let isYearFirst = !compact.contains("/")
        var parts = compact.split(
            separator: isYearFirst ? "-" : "/", omittingEmptySubsequences: false)
        if isYearFirst { parts.reverse() }
        // Each row of customers has its expiry parsed: a regular expression takes seventy times as
        // long.
        let isOfDigits = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard parts.count == 2, isOfDigits, let month = Int(parts[0]), let year = Int(parts[1])
        else { throw .unreadable(text) }
        let digits = (month: parts[0].count, year: parts[1].count)
        guard isYearFirst ? digits == (2, 4) : digits.month <= 2 && [2, 4].contains(digits.year)
        else { throw .unreadable(text) }
        self.year = digits.year == 2 ? 2000 + year : year
        self.month = month
        guard (1...12).contains(month) else { throw .noSuchMonth(text) }
        guard (2000...2099).contains(self.year) else { throw .unreadable(text) }
    }

    /// `2027-05`.
    public var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// Whether the card has expired on a day; it is valid until the end of the month.
    public func isPast(on day: CalendarDay) -> Bool {
        (year, month) < (day.year, day.month)
    }

    public static func < (first: CardExpiry, second: CardExpiry) -> Bool {
        (first.year, first.month) < (second.year, second.month)
    }
}

/// The reason why a text is not a month of expiry.
public enum CardExpiryFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not `05/27`, `05/2027` or `2027-05`.
    case unreadable(String)
    /// Not a month.
    case noSuchMonth(String)

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String {
        switch self {
        case .unreadable(let text):
            CardNumber.looksLikeCardNumber(text)
                ? CardNumber.refusal : "“\(text)” is not a month; enter it as 05/27 or 2027-05"
        case .noSuchMonth(let text): "“\(text)” has no month from 1 to 12"
        }
    }
}
