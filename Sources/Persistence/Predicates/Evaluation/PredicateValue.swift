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
