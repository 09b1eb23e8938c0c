/// A property whose value is the result of a fetch; `$FETCH_SOURCE` in its predicate is the object.
public struct FetchedPropertyDescription: Sendable, Hashable {
    /// The property's name.
    public var name: String
    /// The request for the value.
    public var fetchRequest: FetchRequestTemplate
    /// Whether the model file marks the property as optional.
    public var isOptional: Bool = true
    /// The application's own values.
    public var userInfo: [String: String] = [:]
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes a property whose values a request fetches.
    public init(_ name: String, fetchRequest: FetchRequestTemplate) {
        self.name = name
        self.fetchRequest = fetchRequest
    }
}

/// A fetch request as a model file stores it, with its predicate as a format string.
public struct FetchRequestTemplate: Sendable, Hashable {
    /// One key of the order of the records.
    public struct SortOrder: Sendable, Hashable {
        /// The key path of the attribute.
        public var keyPath: String
        /// Whether small values come first.
        public var ascending: Bool

        /// Sorts by a key path, ascending by default.
        public init(_ keyPath: String, ascending: Bool = true) {
            self.keyPath = keyPath
            self.ascending = ascending
        }
    }

    /// The template's name.
    public var name: String
    /// The entity to fetch.
    public var entityName: String
    /// A predicate format string; may hold variables such as `$name`.
    public var predicateFormat: String?
    /// The order of the records. Model files have none; it is for models built in code.
    public var sortOrders: [SortOrder] = []
    /// All other attributes of the XML element, such as `fetchLimit`.
    public var options: [String: String] = [:]
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes a template for the records of an entity.
    public init(name: String, entityName: String, predicateFormat: String? = nil) {
        self.name = name
        self.entityName = entityName
        self.predicateFormat = predicateFormat
    }
}
