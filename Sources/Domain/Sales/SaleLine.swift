public import Persistence

/// One product in a sale: how many of it, and what each cost on that day.
///
/// What is worked out of discounts and taxes is kept in whole cents, so that the store adds it up
/// exactly.
public final class SaleLine: ManagedObject {
    /// A unit price has cents at most.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["unitPrice", "unitCost"],
            texts: ["serialNumber"])
    }
}
