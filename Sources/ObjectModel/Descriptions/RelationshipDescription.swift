/// One direction of a relationship between two entities.
public struct RelationshipDescription: Sendable, Hashable {
    /// The relationship's name, unique within its entity and the entity's ancestors.
    public var name: String
    /// The entity at the other end.
    public var destinationEntity: String
    /// The relationship of the destination that leads back, or nil if there is none.
    public var inverseName: String?
    /// The entity that declares the inverse, according to the model file.
    public var inverseEntity: String?
    /// Whether a record may be saved without a destination. Default: true, as in Core Data; in a
    /// model file false unless the file says otherwise.
    public var isOptional: Bool
    /// Whether the relationship lives in memory only. Default: false.
    public var isTransient: Bool = false
    /// Whether there can be several destinations.
    public var isToMany: Bool
    /// Whether each owner keeps its destinations in an order. Without effect on a to-one
    /// relationship.
    public var isOrdered: Bool = false
    /// The least number of destinations; 0 for no limit.
    public var minCount: Int = 0
    /// The greatest number of destinations; 0 for no limit, which negative numbers and `Int.max` mean
    /// as well. A to-one relationship has 1.
    public var maxCount: Int {
        didSet { if maxCount < 0 || maxCount == .max { maxCount = 0 } }
    }
    /// The effect on the destinations when the source is deleted.
    public var deleteRule: DeleteRule = .nullify
    /// The name that this relationship had in an older version of the model.
    public var renamingIdentifier: String?
    /// Tells versions apart that would otherwise have the same hash.
    public var versionHashModifier: String?
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes a relationship to at most one record.
    public init(
        toOne name: String, _ destinationEntity: String, inverse: String? = nil,
        isOptional: Bool = true, deleteRule: DeleteRule = .nullify
    ) {
        self.name = name
        self.isOptional = isOptional
        self.destinationEntity = destinationEntity
        self.inverseName = inverse
        self.isToMany = false
        self.maxCount = 1
        self.deleteRule = deleteRule
    }

    /// Makes a relationship to any number of records.
    public init(
        toMany name: String, _ destinationEntity: String, inverse: String? = nil,
        isOptional: Bool = true, isOrdered: Bool = false, deleteRule: DeleteRule = .nullify
    ) {
        self.name = name
        self.isOptional = isOptional
        self.destinationEntity = destinationEntity
        self.inverseName = inverse
        self.isToMany = true
        self.maxCount = 0
        self.isOrdered = isOrdered
        self.deleteRule = deleteRule
    }
}

/// The effect on the destinations of a relationship when the source is deleted.
public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
    /// Leave the destinations as they are, even if they refer to nothing afterwards.
    case noAction = "No Action"
    /// Remove the source from the destinations' inverse.
    case nullify = "Nullify"
    /// Delete the destinations too.
    case cascade = "Cascade"
    /// Refuse the deletion while there are destinations.
    case deny = "Deny"
}
