public import Persistence

/// What is kept of a customer's card: never its number.
public final class CreditCard: ManagedObject {
    /// No card number stands where the holder's name belongs.
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
