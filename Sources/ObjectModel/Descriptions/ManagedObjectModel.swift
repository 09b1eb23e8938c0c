/// The description of all the records that a store can hold.
///
/// A model is a value: it is read from a model file, built in code, or merged from several models,
/// and checked before a store is opened with it.
public struct ManagedObjectModel: Sendable, Hashable {
    /// The entities, in the order of the model file.
    public var entities: [EntityDescription] = []
    /// The named subsets of entities.
    public var configurations: [ConfigurationDescription] = []
    /// The fetch requests that the model stores.
    public var fetchRequestTemplates: [FetchRequestTemplate] = []
    /// The composite attributes, each a type made of several attributes.
    public var compositeAttributes: [CompositeAttributeDescription] = []
    /// The identifiers that the author gave to this version of the model.
    public var versionIdentifiers: [String] = []
    /// Where the model was read from, for messages; nil for a model built in code.
    public var source: String?
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes a model in code.
    public init(entities: [EntityDescription] = []) {
        self.entities = entities
    }

    /// The entity of a name, or nil.
    public subscript(entityName: String) -> EntityDescription? {
        entities.first { $0.name == entityName }
    }
}

/// A named subset of a model's entities.
public struct ConfigurationDescription: Sendable, Hashable {
    /// The name, unique among configurations.
    public var name: String
    /// The names of the entities that belong to it.
    public var entityNames: [String]
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes a configuration.
    public init(_ name: String, entityNames: [String]) {
        self.name = name
        self.entityNames = entityNames
    }
}

/// A value that is made of several attributes.
public struct CompositeAttributeDescription: Sendable, Hashable {
    /// The name, unique among composite attributes.
    public var name: String
    /// The attributes that it consists of.
    public var attributes: [AttributeDescription]
    /// Attributes and children of the XML element that this library does not know.
    public var unknownXML = UnknownXML()

    /// Makes a composite attribute.
    public init(_ name: String, attributes: [AttributeDescription]) {
        self.name = name
        self.attributes = attributes
    }
}
