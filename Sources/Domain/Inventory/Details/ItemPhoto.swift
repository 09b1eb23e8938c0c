public import Persistence

/// A further photo of an item, behind the one on the list.
public final class ItemPhoto: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["caption"])
    }
}
