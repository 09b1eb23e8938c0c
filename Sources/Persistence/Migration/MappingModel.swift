/// How the records of one version of a model become records of another.
public struct MappingModel: Sendable, Hashable {
    /// One mapping for each entity of either version, by the name of the destination's entity, and
    /// then those of removed entities.
    public var entityMappings: [EntityMapping]

    public init(entityMappings: [EntityMapping]) {
        self.entityMappings = entityMappings
    }
}

/// How the records of one entity become records of another.
public struct EntityMapping: Sendable, Hashable {
    /// The entity in the older version; nil for an entity that is new.
    public var sourceEntityName: String?
    /// The entity in the newer version; nil for an entity that is gone with its records.
    public var destinationEntityName: String?
    /// The name of the older attribute for each newer one that takes its values. The part of a
    /// composite attribute is named `address.street`. Others get their default values.
    public var attributes: [String: String] = [:]
    /// The name of the older relationship for each newer one that takes its destinations.
    public var relationships: [String: String] = [:]

    public init(sourceEntityName: String?, destinationEntityName: String?) {
        self.sourceEntityName = sourceEntityName
        self.destinationEntityName = destinationEntityName
    }
}

extension MappingModel {
    /// The mapping of an entity of the newer version, or nil.
    func mapping(to entity: String) -> EntityMapping? {
        entityMappings.first { $0.destinationEntityName == entity }
    }

    /// The names of entities of the newer version by those of the older one.
    var destinationNames: [String: String] {
        entityMappings.reduce(into: [:]) { names, mapping in
            if let source = mapping.sourceEntityName {
                names[source] = mapping.destinationEntityName
            }
        }
    }
}
