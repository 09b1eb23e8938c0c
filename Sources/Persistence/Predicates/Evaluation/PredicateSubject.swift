/// Something that a predicate can be asked about: an object, a record, a dictionary.
public protocol PredicateSubject {
    /// The identity, by which it is equal to others; nil if it has none.
    var predicateObjectID: ManagedObjectID? { get }

    /// The value of a key. Parts of composite attributes have keys with dots (`address.street`).
    ///
    /// - Throws: if there is no such key, or its value cannot be read.
    func predicateValue(forKey key: String) throws -> PredicateValue
}

/// A value as predicates see it.
public enum PredicateValue {
    /// The value of an attribute; `.value(.null)` where there is none.
    case value(AttributeValue)
    /// Another record.
    case subject(any PredicateSubject)
    /// The destinations of a to-many relationship, or other values, in their order.
    case collection([PredicateValue])

    /// No value.
    public static var null: PredicateValue { .value(.null) }

    /// The value of an attribute, or the ID of a record; nil for a collection.
    var attributeValue: AttributeValue? {
        switch self {
        case .value(let value): value
        case .subject(let subject): subject.predicateObjectID.map(AttributeValue.object) ?? .null
        case .collection: nil
        }
    }
}

extension Dictionary: PredicateSubject where Key == String, Value == AttributeValue {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// The value of the key; no value if the dictionary does not have it.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        .value(self[key] ?? .null)
    }
}
