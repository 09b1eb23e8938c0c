/// One direction of a relationship between two entities.
///
/// ```swift
/// var books = RelationshipDescription(
///     toMany: "books", "Book", inverse: "author", deleteRule: .cascade)
/// books.isOrdered = true
/// ```
public struct RelationshipDescription: Sendable, Hashable {
    /// The relationship's name, unique within its entity and the entity's ancestors.
    public var name: String
    /// The entity at the other end.
    public var destinationEntity: String
    /// The relationship at the other end; nil if there is none.
    public var inverseName: String?
    /// The entity of the inverse in the model file.
    public var inverseEntity: String?
    /// Whether a record may be saved without a destination. Default: true, as in Core Data; in a
    /// model file false unless the file says otherwise.
    public var isOptional: Bool
    /// Whether the relationship is not stored. Default: false.
    public var isTransient: Bool = false
    /// Whether there can be several destinations.
    public var isToMany: Bool
    /// Whether the destinations have an order. No effect on a to-one relationship.
    public var isOrdered: Bool = false
    /// The minimum number of destinations; 0 for none.
    public var minCount: Int = 0
    /// The maximum number of destinations; 0, a negative number or `Int.max` for none. A to-one
    /// relationship has 1.
    public var maxCount: Int {
        didSet { if maxCount < 0 || maxCount == .max { maxCount = 0 } }
    }
    /// The effect on the destinations when the source is deleted.
    public var deleteRule: DeleteRule = .nullify
    /// The relationship's name in an older version of the model. A migration then keeps its
    /// destinations.
    public var renamingIdentifier: String?
    /// Changes the version hash, so that a version with the same properties counts as another one.
    public var versionHashModifier: String?
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates a to-one relationship.
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

    /// Creates a to-many relationship.
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
    /// Does nothing, so that references to a missing record may remain.
    case noAction = "No Action"
    /// Removes the source from the destinations' inverse.
    case nullify = "Nullify"
    /// Deletes the destinations too.
    case cascade = "Cascade"
    /// Refuses the deletion while there are destinations.
    case deny = "Deny"
}
