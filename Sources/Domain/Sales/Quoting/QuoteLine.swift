public import Persistence

/// One product in a quote: how many of it, and what each is to cost.
public final class QuoteLine: ManagedObject {
    /// A unit price has cents at most, and a quantity three decimal places.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["unitPrice"], quantities: ["quantity"])
    }
}
