public import Foundation
public import Persistence

/// One product in a sale: how many of it, and what each cost on that day.
public final class SaleLine: ManagedObject {
    /// A unit price has cents at most.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, amounts: ["unitPrice"])
    }
}

extension SaleLine {
    /// Quantity times unit price.
    public var amount: Decimal { Decimal(quantity) * (unitPrice ?? 0) }
}
