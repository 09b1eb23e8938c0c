public import Persistence

/// What is to be done about an item, once or every so often.
public final class CareTask: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["title", "notes"])
    }
}
