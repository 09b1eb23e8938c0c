public import Persistence

/// A view of the list of items that is kept under a name.
public final class ItemView: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name"])
    }
}
