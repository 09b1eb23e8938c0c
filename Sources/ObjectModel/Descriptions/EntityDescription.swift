/// One entity of a model: what its records hold.
public struct EntityDescription: Sendable, Hashable {
    /// The entity's name, unique within its model.
    public var name: String
    /// The Swift class of the entity's objects without a module; the entity's name unless the
    /// model says otherwise.
    public var managedObjectClassName: String
    /// The class as the model file spells it, with a leading "." for the current module.
    public var representedClassName: String?
    /// Whether all records belong to its subentities.
    public var isAbstract: Bool = false
    /// The name of the entity that this one inherits from.
    public var superentityName: String?
    /// The attributes that this entity itself declares.
    public var attributes: [AttributeDescription] = []
    /// The relationships that this entity itself declares.
    public var relationships: [RelationshipDescription] = []
    /// The fetched properties that this entity itself declares.
    public var fetchedProperties: [FetchedPropertyDescription] = []
    /// The indexes that this entity itself declares.
    public var indexes: [FetchIndexDescription] = []
    /// Sets of properties whose values together are unique.
    public var uniquenessConstraints: [[String]] = []
    /// Compound indexes in the style before Xcode 9, each a list of properties.
    public var compoundIndexes: [[String]] = []
    /// The name that this entity had in an older version of the model.
    public var renamingIdentifier: String?
    /// Tells versions apart that would otherwise have the same hash.
    public var versionHashModifier: String?
    /// The code that is generated: `class`, `category` (the properties only), or nil for none.
    public var codeGenerationType: String?
    /// Rules over a whole object, each a predicate format string with a message.
    public var validationPredicates: [ValidationPredicate] = []
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes an entity without properties.
    public init(_ name: String, superentityName: String? = nil, isAbstract: Bool = false) {
        self.name = name
        self.managedObjectClassName = name
        self.superentityName = superentityName
        self.isAbstract = isAbstract
    }
}
