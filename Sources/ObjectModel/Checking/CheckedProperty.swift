/// A property that records have a value for.
enum CheckedProperty {
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)
}
