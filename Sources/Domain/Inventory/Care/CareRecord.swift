public import Persistence

/// A past maintenance of an item, with its cost.
public final class CareRecord: ManagedObject {
    /// Rejects card numbers in texts.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.requireCents(value, forKey: key, of: self, in: ["cost"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["notes"])
    }
}
