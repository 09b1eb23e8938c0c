public import Persistence

/// A property that a household gives its items: all of them, or those of one type.
public final class ItemField: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name"])
    }
}
