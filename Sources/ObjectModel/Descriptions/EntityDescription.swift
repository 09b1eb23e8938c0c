/// An entity of a model, with the properties of its records.
///
/// ```swift
/// var book = EntityDescription("Book")
/// book.attributes = [AttributeDescription("title", .string, isOptional: false)]
/// book.uniquenessConstraints = [["title"]]
/// ```
public struct EntityDescription: Sendable, Hashable {
    /// The entity's name, unique within its model.
    public var name: String
    /// The Swift class of the entity's objects, without a module. Default: the entity's name.
    public var managedObjectClassName: String
    /// The class in the model file's spelling, with a leading "." for the current module.
    public var representedClassName: String?
    /// Whether all records belong to subentities.
    public var isAbstract: Bool = false
    /// The name of the parent entity.
    public var superentityName: String?
    /// The attributes that the entity itself declares.
    public var attributes: [AttributeDescription] = []
    /// The relationships that the entity itself declares.
    public var relationships: [RelationshipDescription] = []
    /// The fetched properties that the entity itself declares.
    public var fetchedProperties: [FetchedPropertyDescription] = []
    /// The indexes that the entity itself declares.
    public var indexes: [FetchIndexDescription] = []
    /// Sets of properties whose combined values are unique.
    public var uniquenessConstraints: [[String]] = []
    /// Compound indexes in the style of Xcode before version 9, each a list of properties.
    public var compoundIndexes: [[String]] = []
    /// The entity's name in an older version of the model. A migration then keeps its records.
    public var renamingIdentifier: String?
    /// Changes the version hash, so that a version with the same properties counts as another one.
    public var versionHashModifier: String?
    /// The kind of generated code: `class`, `category` (the properties only), or nil for none.
    public var codeGenerationType: String?
    /// Validation predicates over a whole object, each with a message.
    public var validationPredicates: [ValidationPredicate] = []
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates an entity without properties.
    public init(_ name: String, superentityName: String? = nil, isAbstract: Bool = false) {
        self.name = name
        self.managedObjectClassName = name
        self.superentityName = superentityName
        self.isAbstract = isAbstract
    }
}
