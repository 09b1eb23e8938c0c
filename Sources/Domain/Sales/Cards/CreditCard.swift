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
