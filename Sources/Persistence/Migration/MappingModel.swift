import ObjectModel

/// The mapping of the records of one version of a model to those of another.
///
/// ```swift
/// var mapping = try MappingModel.inferred(from: older, to: newer)
/// mapping.entityMappings[0].expressions["motto"] = try FetchExpression(
///     mappingFormat: "uppercase($source.name)")
/// ```
/// `init(contentsOf:)` reads an `.xcmappingmodel` (<doc:MappingModels>).
public struct MappingModel: Sendable, Hashable {
    /// One mapping for each entity of the destination, by name, and then those of removed entities.
    public var entityMappings: [EntityMapping]
    /// The older version's name in the model bundle (`Inventory 2`); nil if unknown.
    public var sourceVersion: String?
    /// The newer version's name; nil if unknown.
    public var destinationVersion: String?

    /// Makes a mapping model in code.
    public init(entityMappings: [EntityMapping]) {
        self.entityMappings = entityMappings
    }
}

/// The mapping of the records of one entity to another.
public struct EntityMapping: Sendable, Hashable {
    /// The entity in the older version; nil for a new entity.
    public var sourceEntityName: String?
    /// The entity in the newer version; nil for a removed entity, whose records are deleted.
    public var destinationEntityName: String?
    /// The older attributes by the newer ones that take their values. The part of a composite
    /// attribute is named `address.street`. Other attributes get their default values.
    public var attributes: [String: String] = [:]
    /// The older relationships by the newer ones that take their destinations.
    public var relationships: [String: String] = [:]

    /// Expressions for the values of newer properties, by the newer name. `$source` is the older
    /// object, `$destination` the newer one, `$manager` the migration, `$entityPolicy` the policy;
    /// `$entityMapping` and `$propertyMapping` are names.
    public var expressions: [String: FetchExpression] = [:]
    /// Selects the older objects. Default: nil, for all of the entity itself.
    public var sourcePredicate: FetchPredicate?
    /// Whether objects of subentities are included. Default: false.
    public var includesSubentities = false
    /// The name of the policy class. Default: nil, for ``EntityMigrationPolicy``.
    public var entityMigrationPolicyClassName: String?
    /// The mapping's name in expressions: `CatToPet`, or the newer entity’s name if that is new.
    public var name: String
    /// Whether the newer version is known to store the entity differently.
    var isAltered = false

    /// Makes a mapping from one entity to another; nil where there is none on that side.
    public init(sourceEntityName: String?, destinationEntityName: String?) {
        self.sourceEntityName = sourceEntityName
        self.destinationEntityName = destinationEntityName
        name = [sourceEntityName, destinationEntityName].compactMap(\.self).joined(separator: "To")
    }

    /// The kind of mapping.
    public var mappingType: EntityMappingType {
        if entityMigrationPolicyClassName != nil { return .custom }
        if sourceEntityName == nil { return .add }
        if destinationEntityName == nil { return .remove }
        let names = [attributes, relationships]
        let isSame = names.allSatisfy { $0.allSatisfy { $0 == $1 } } && expressions.isEmpty
        return isSame && !isAltered && sourceEntityName == destinationEntityName
            ? .copy : .transform
    }
}

/// The kinds of entity mappings.
public enum EntityMappingType: Sendable, Hashable {
    /// The entity is new.
    case add
    /// The entity and its properties have the same names.
    case copy
    /// Properties are added, removed, renamed or stored differently.
    case transform
    /// The entity is removed.
    case remove
    /// A policy makes the objects.
    case custom
}

extension MappingModel {
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

extension MappingModel {
    /// Whether the mapping must create objects. SQL suffices if it only renames, and types keep
    /// their values.
    func needsObjects(from source: ManagedObjectModel, to destination: ManagedObjectModel) -> Bool {
        let sources = entityMappings.compactMap(\.sourceEntityName)
        let destinations = entityMappings.compactMap(\.destinationEntityName)
        return Set(sources).count < sources.count || Set(destinations).count < destinations.count
            || entityMappings.contains { mapping in
                !mapping.expressions.isEmpty || mapping.sourcePredicate != nil
                    || mapping.includesSubentities
                    || mapping.entityMigrationPolicyClassName != nil
                    || mapping.losesValues(from: source, to: destination)
            }
    }
}

extension EntityMapping {
    fileprivate func losesValues(
        from source: ManagedObjectModel, to destination: ManagedObjectModel
    ) -> Bool {
        guard let sourceEntityName, let destinationEntityName else { return false }
        let old = source.allAttributes(of: sourceEntityName).flatMap(source.leafAttributes)
        return destination.allAttributes(of: destinationEntityName)
            .flatMap(destination.leafAttributes)
            .filter { !$0.isTransient && !$0.isDerived }
            .contains { new in
                let before = old.first { $0.name == attributes[new.name] }
                guard let before else { return !new.isOptional && !new.hasDefault }
                return !AttributeInference.keepsValues(
                    from: before.attributeType, to: new.attributeType)
                    || (before.isOptional && !new.isOptional && !new.hasDefault)
            }
    }
}
