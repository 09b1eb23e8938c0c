public import Persistence

/// A sheet of labels of the household's own, in millimetres.
public final class LabelSheet: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name"])
    }
}
