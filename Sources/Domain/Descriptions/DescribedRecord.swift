public import Persistence

/// A record with a description of its fields, which is next to its class.
public protocol DescribedRecord: ManagedObject {
    /// The words for such records, and their fields.
    static var description: RecordDescription { get }
    /// The title of the record. Default: the text of its first field.
    ///
    /// - Throws: errors of a field that the model does not have.
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

/// A record whose described texts must not contain card numbers.
open class GuardedObject: ManagedObject {
    override open func validate(_ value: AttributeValue, forKey key: String) throws {
        guard case .string = value, let record = self as? any DescribedRecord else { return }
        try ValueRules.refuseCards(
            value, forKey: key, of: self, in: type(of: record).description.guardedTexts)
    }
}
