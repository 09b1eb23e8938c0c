/// A property whose value is the result of a fetch. `$FETCH_SOURCE` in its predicate is the object.
public struct FetchedPropertyDescription: Sendable, Hashable {
    /// The property's name.
    public var name: String
    /// The request for the value.
    public var fetchRequest: FetchRequestTemplate
    /// Whether the model file marks the property as optional.
    public var isOptional: Bool = true
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates a property from its request.
    public init(_ name: String, fetchRequest: FetchRequestTemplate) {
        self.name = name
        self.fetchRequest = fetchRequest
    }
}

/// A fetch request in a model, with its predicate as a format string.
public struct FetchRequestTemplate: Sendable, Hashable {
    /// A key of the sort order.
    public struct SortOrder: Sendable, Hashable {
        /// The key path of the attribute.
        public var keyPath: String
        /// Whether the order is ascending.
        public var ascending: Bool

        /// Creates a sort key.
        public init(_ keyPath: String, ascending: Bool = true) {
            self.keyPath = keyPath
            self.ascending = ascending
        }
    }

    /// The template's name.
    public var name: String
    /// The entity to fetch.
    public var entityName: String
    /// A predicate format string, which may contain variables such as `$name`.
    public var predicateFormat: String?
    /// The sort order, for models made in code; model files have none.
    public var sortOrders: [SortOrder] = []
    /// The other attributes of the XML element, such as `fetchLimit`.
    public var options: [String: String] = [:]
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates a template for the records of an entity.
    public init(name: String, entityName: String, predicateFormat: String? = nil) {
        self.name = name
        self.entityName = entityName
        self.predicateFormat = predicateFormat
    }
}
