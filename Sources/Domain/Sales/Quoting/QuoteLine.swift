public import Persistence

/// A line of a quote: a product, its quantity and its unit price.
public final class QuoteLine: ManagedObject {
    /// Rejects unit prices with more than two decimals, and quantities with more than three.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(
            value, forKey: key, of: self, amounts: ["unitPrice"], quantities: ["quantity"])
    }
}
