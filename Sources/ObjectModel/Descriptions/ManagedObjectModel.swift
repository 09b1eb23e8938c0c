/// The entities of a store, with their properties.
///
/// ```swift
/// let model = try ManagedObjectModel(contentsOf: "Cookbook.xcdatamodeld")
/// let title = model["Recipe"]?.attributes.first { $0.name == "title" }
/// ```
/// A model is a value: read from a model file, made in code, or merged from several models. A
/// container checks it when it opens a store.
public struct ManagedObjectModel: Sendable, Hashable {
    /// The entities, in the order of the model file. `model["Recipe"]` finds one by name.
    public var entities: [EntityDescription] = []
    /// The configurations: named lists of entities, each for a store.
    public var configurations: [ConfigurationDescription] = []
    /// The stored fetch requests. In Persistence,
    /// `fetchRequestFromTemplate` makes requests from them.
    public var fetchRequestTemplates: [FetchRequestTemplate] = []
    /// The composite attributes, each a type with several attributes.
    public var compositeAttributes: [CompositeAttributeDescription] = []
    /// The author's identifiers of this version of the model.
    public var versionIdentifiers: [String] = []
    /// The file of the model, for messages; nil for a model that was made in code.
    public var source: String?
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates a model in code.
    public init(entities: [EntityDescription] = []) {
        self.entities = entities
    }

    /// The entity with a name, or nil. Core Data's `entitiesByName`.
    public subscript(entityName: String) -> EntityDescription? {
        entities.first { $0.name == entityName }
    }
}

/// A named list of entities, for a store that contains only these.
public struct ConfigurationDescription: Sendable, Hashable {
    /// The name, unique among configurations.
    public var name: String
    /// The names of its entities.
    public var entityNames: [String]
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates a configuration from the names of its entities.
    public init(_ name: String, entityNames: [String]) {
        self.name = name
        self.entityNames = entityNames
    }
}

/// A type of attributes that consist of several attributes.
public struct CompositeAttributeDescription: Sendable, Hashable {
    /// The name, unique among composite attributes.
    public var name: String
    /// Its attributes.
    public var attributes: [AttributeDescription]
    /// The unknown attributes and children of the XML element.
    public var unknownXML = UnknownXML()

    /// Creates a type from its attributes.
    public init(_ name: String, attributes: [AttributeDescription]) {
        self.name = name
        self.attributes = attributes
    }
}
