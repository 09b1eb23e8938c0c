public import Persistence

/// What was done about an item, and what it cost.
public final class CareRecord: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.requireCents(value, forKey: key, of: self, in: ["cost"])
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["notes"])
    }
}
