public import Persistence

/// The stored details of a customer's card, never its number.
public final class CreditCard: ManagedObject {
    /// Rejects card numbers in the holder's name.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["holder", "brand"])
    }
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
