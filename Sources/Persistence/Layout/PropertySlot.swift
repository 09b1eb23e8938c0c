public import ObjectModel

/// A property of an entity, with its number.
public final class PropertySlot: Sendable {
    /// The property's name; `address.street` for a part of a composite attribute.
    public let name: String
    public let number: Int
    /// The number of the entity that declares the property.
    public let declaringEntityNumber: Int
    /// The attribute; nil for a relationship.
    public let attribute: AttributeDescription?
    /// The relationship; nil for an attribute.
    public let relationship: RelationshipDescription?
    /// The entity number of the relationship's destination; 0 for an attribute.
    public let destinationNumber: Int
    /// The slot of the inverse relationship in the destination; nil if there is none.
    public let inverseSlot: Int?
    /// Whether the inverse relationship is to-many; false if there is none.
    public let inverseIsToMany: Bool
    /// Whether the inverse relationship is ordered; false if there is none.
    public let inverseIsOrdered: Bool
    /// The number, after the slots, of the value with the record's position in an ordered inverse
    /// (`Z_FOK_…`); nil if this is not a to-one relationship with one.
    public let orderSlot: Int?
    /// Whether full-text search includes the attribute.
    let isSearched: Bool
    let rules: AttributeRules?
    /// The type of the values, for relationships too; nil for a to-many relationship.
    private let valueType: AttributeType?

    init(attribute: AttributeDescription?, name: String, number: Int, declaringEntityNumber: Int) {
        self.name = name
        self.number = number
        self.declaringEntityNumber = declaringEntityNumber
        self.attribute = attribute
        isSearched = attribute?.isSearched ?? false
        rules = attribute.map(AttributeRules.init)
        valueType = attribute?.attributeType
        relationship = nil
        destinationNumber = 0
        inverseSlot = nil
        inverseIsToMany = false
        inverseIsOrdered = false
        orderSlot = nil
    }

    init(
        relationship: RelationshipDescription, number: Int, declaringEntityNumber: Int,
        destinationNumber: Int, inverse: RelationshipDescription?, inverseSlot: Int?,
        orderSlot: Int?
    ) {
        name = relationship.name
        self.number = number
        self.declaringEntityNumber = declaringEntityNumber
        attribute = nil
        isSearched = false
        rules = nil
        valueType = relationship.isToMany ? nil : .objectID
        self.relationship = relationship
        self.destinationNumber = destinationNumber
        self.inverseSlot = inverseSlot
        inverseIsToMany = inverse?.isToMany ?? false
        inverseIsOrdered = inverse.map { $0.isToMany && $0.isOrdered } ?? false
        self.orderSlot = orderSlot
    }

    /// Whether the value is not stored.
    public var isTransient: Bool { attribute?.isTransient ?? relationship?.isTransient ?? false }
    /// Whether the value may be missing.
    public var isOptional: Bool { attribute?.isOptional ?? relationship?.isOptional ?? true }
    /// Whether the value is null or of the property's type.
    func takes(_ value: AttributeValue) -> Bool {
        switch (valueType, value) {
        case (_, .null), (_, .deferred), (.undefined, _), (.composite, _), (.integer16, .integer),
            (.integer32, .integer), (.integer64, .integer), (.boolean, .boolean),
            (.double, .double), (.float, .double), (.decimal, .decimal), (.string, .string),
            (.date, .date), (.binaryData, .data), (.uuid, .uuid), (.uri, .url),
            (.objectID, .object), (.transformable, .transformable), (.transformable, .data):
            true
        default: false
        }
    }
    /// Whether the property is a to-many relationship.
    public var isToMany: Bool { relationship?.isToMany ?? false }
    /// Whether the property is a to-one relationship.
    public var isToOne: Bool { relationship.map { !$0.isToMany } ?? false }
    /// Whether the value is binary data, which may be large.
    public var isBinary: Bool {
        attribute.map { $0.attributeType == .binaryData || $0.attributeType == .transformable }
            ?? false
    }
}
