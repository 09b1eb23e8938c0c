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
    /// The allowed cases of `AttributeValue`.
    private let valueCases: ValueCases

    init(attribute: AttributeDescription?, name: String, number: Int, declaringEntityNumber: Int) {
        self.name = name
        self.number = number
        self.declaringEntityNumber = declaringEntityNumber
        self.attribute = attribute
        isSearched = attribute?.isSearched ?? false
        rules = attribute.map(AttributeRules.init)
        valueCases = attribute.map { ValueCases($0.attributeType) } ?? []
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
        valueCases = relationship.isToMany ? [] : .object
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
    @inline(__always)
    func takes(_ value: AttributeValue) -> Bool { valueCases.contains(ValueCases(value)) }
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

/// Cases of `AttributeValue`, without null and values that were not read.
private struct ValueCases: OptionSet {
    let rawValue: UInt16

    static let integer = ValueCases(rawValue: 1 << 0)
    static let boolean = ValueCases(rawValue: 1 << 1)
    static let double = ValueCases(rawValue: 1 << 2)
    static let decimal = ValueCases(rawValue: 1 << 3)
    static let string = ValueCases(rawValue: 1 << 4)
    static let date = ValueCases(rawValue: 1 << 5)
    static let data = ValueCases(rawValue: 1 << 6)
    static let uuid = ValueCases(rawValue: 1 << 7)
    static let url = ValueCases(rawValue: 1 << 8)
    static let object = ValueCases(rawValue: 1 << 9)
    static let transformable = ValueCases(rawValue: 1 << 10)
    static let any = ValueCases(rawValue: .max)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ type: AttributeType) {
        self =
            switch type {
            case .integer16, .integer32, .integer64: .integer
            case .boolean: .boolean
            case .double, .float: .double
            case .decimal: .decimal
            case .string: .string
            case .date: .date
            case .binaryData: .data
            case .uuid: .uuid
            case .uri: .url
            case .objectID: .object
            case .transformable: [.transformable, .data]
            case .undefined, .composite: .any
            }
    }

    init(_ value: AttributeValue) {
        self =
            switch value {
            case .null, .deferred: []
            case .integer: .integer
            case .boolean: .boolean
            case .double: .double
            case .decimal: .decimal
            case .string: .string
            case .date: .date
            case .data: .data
            case .uuid: .uuid
            case .url: .url
            case .object: .object
            case .transformable: .transformable
            }
    }

    func contains(_ member: ValueCases) -> Bool { rawValue & member.rawValue == member.rawValue }
}
