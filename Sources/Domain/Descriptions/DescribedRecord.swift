public import Persistence

/// A record whose fields are described once, beside its class.
public protocol DescribedRecord: ManagedObject {
    /// What people call such records, and their fields.
    static var description: RecordDescription { get }
    /// What people know the record by. Default: the text of its first field.
    ///
    /// - Throws: errors of a field that is none of the model’s.
    var recordTitle: String { get throws }
}

extension DescribedRecord {
    public var recordTitle: String {
        get throws {
            guard let field = Self.description.fields.first else { return "" }
            return try attributeValue(forKey: field.name).stringValue ?? ""
        }
    }
}

/// A record in whose described texts no number of a card stands.
open class GuardedObject: ManagedObject {
    override open func validate(_ value: AttributeValue, forKey key: String) throws {
        guard case .string = value, let record = self as? any DescribedRecord else { return }
        try ValueRules.refuseCards(
            value, forKey: key, of: self, in: type(of: record).description.guardedTexts)
    }
}
