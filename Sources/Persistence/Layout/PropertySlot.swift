public import ObjectModel

/// One property of the records of an entity.
public final class PropertySlot: Sendable {
    /// The property's name; `address.street` for a part of a composite attribute.
    public let name: String
    /// The slot's number.
    public let number: Int
    /// The number of the entity that declares the property.
    public let declaringEntityNumber: Int
    /// The attribute, if the property is one.
    public let attribute: AttributeDescription?
    /// The relationship, if the property is one.
    public let relationship: RelationshipDescription?
    /// The entity number of the relationship's destination; 0 for an attribute.
    public let destinationNumber: Int
    /// The slot of the inverse relationship in the destination, or nil.
    public let inverseSlot: Int?
    /// Whether the inverse relationship is to many; false if there is none.
    public let inverseIsToMany: Bool
    /// Whether the inverse relationship is ordered; false if there is none.
    public let inverseIsOrdered: Bool
    /// For a to-one relationship with an ordered inverse, the number of the value behind the slots
    /// that holds the record's place in it (`Z_FOK_…`).
    public let orderValueNumber: Int?
    /// Whether searches look through the attribute's texts.
    let isSearched: Bool
    /// The rules for the attribute's values; nil for a relationship.
    let rules: AttributeRules?

    init(attribute: AttributeDescription?, name: String, number: Int, declaringEntityNumber: Int) {
        self.name = name
        self.number = number
        self.declaringEntityNumber = declaringEntityNumber
        self.attribute = attribute
        isSearched = attribute?.isSearched ?? false
        rules = attribute.map(AttributeRules.init)
        relationship = nil
        destinationNumber = 0
        inverseSlot = nil
        inverseIsToMany = false
        inverseIsOrdered = false
        orderValueNumber = nil
    }

    init(
        relationship: RelationshipDescription, number: Int, declaringEntityNumber: Int,
        destinationNumber: Int, inverse: RelationshipDescription?, inverseSlot: Int?,
        orderValueNumber: Int?
    ) {
        name = relationship.name
        self.number = number
        self.declaringEntityNumber = declaringEntityNumber
        attribute = nil
        isSearched = false
        rules = nil
        self.relationship = relationship
        self.destinationNumber = destinationNumber
        self.inverseSlot = inverseSlot
        inverseIsToMany = inverse?.isToMany ?? false
        inverseIsOrdered = inverse.map { $0.isToMany && $0.isOrdered } ?? false
        self.orderValueNumber = orderValueNumber
    }

    /// Whether the value lives in memory only.
    public var isTransient: Bool { attribute?.isTransient ?? relationship?.isTransient ?? false }
    /// Whether there may be no value.
    public var isOptional: Bool { attribute?.isOptional ?? relationship?.isOptional ?? true }
    /// Whether the property is a to-many relationship.
    public var isToMany: Bool { relationship?.isToMany ?? false }
    /// Whether the property is a to-one relationship.
    public var isToOne: Bool { relationship.map { !$0.isToMany } ?? false }
    /// Whether the value is a run of bytes that may be large.
    public var isBinary: Bool {
        attribute.map { $0.attributeType == .binaryData || $0.attributeType == .transformable }
            ?? false
    }
}
