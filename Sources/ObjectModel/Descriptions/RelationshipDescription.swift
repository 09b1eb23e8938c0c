/// One direction of a relationship between two entities.
public struct RelationshipDescription: Sendable, Hashable {
    /// The relationship's name, unique within its entity and the entity's ancestors.
    public var name: String
    /// The entity at the other end.
    public var destinationEntity: String
    /// The relationship of the destination that leads back, or nil where there is none.
    public var inverseName: String?
    /// The entity that the model file says declares the inverse.
    public var inverseEntity: String?
    /// Whether a record may be saved without a destination. Default: true, as in Core Data; in a model file it
    /// is false for a relationship that says nothing of it.
    public var isOptional: Bool
    /// Whether the relationship lives in memory only. Default: false.
    public var isTransient: Bool = false
    /// Whether there may be several destinations.
    public var isToMany: Bool
    /// Whether the destinations have an order of the owner's own. It means nothing where there is but
    /// one.
    public var isOrdered: Bool = false
    /// The least number of destinations; 0 for no limit.
    public var minCount: Int = 0
    /// The greatest number of destinations; 0 for no limit, which negative numbers and `Int.max` mean
    /// as well. A to-one relationship has 1.
    public var maxCount: Int {
        didSet { if maxCount < 0 || maxCount == .max { maxCount = 0 } }
    }
    /// What happens to the destinations when the source is deleted.
    public var deleteRule: DeleteRule = .nullify
    /// The name that this relationship had in an older version of the model.
    public var renamingIdentifier: String?
    /// Makes two versions differ that would have the same hash.
    public var versionHashModifier: String?
    /// Values of the application's own.
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

/// What happens to the destinations of a relationship when the source is deleted.
public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
    /// Leave the destinations as they are, even if they refer to nothing afterwards.
    case noAction = "No Action"
    /// Take the source out of the destinations' inverse.
    case nullify = "Nullify"
    /// Delete the destinations too.
    case cascade = "Cascade"
    /// Refuse the deletion while there are destinations.
    case deny = "Deny"
}
