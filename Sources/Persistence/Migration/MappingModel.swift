import ObjectModel

/// How the records of one version of a model become records of another.
public struct MappingModel: Sendable, Hashable {
    /// One mapping for each entity of either version, by the name of the destination's entity, and
    /// then those of removed entities.
    public var entityMappings: [EntityMapping]
    /// The name of the older version as its model bundle has it (`Inventory 2`); nil if the mapping
    /// does not say.
    public var sourceVersion: String?
    /// The name of the newer version; nil if the mapping does not say.
    public var destinationVersion: String?

    /// Makes a mapping model in code.
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

    /// What gives newer properties values that are not just those of older ones, by the newer name.
    /// `$source` is the older object, `$destination` the newer one, `$manager` the migration,
    /// `$entityPolicy` the policy; `$entityMapping` and `$propertyMapping` are names.
    public var expressions: [String: FetchExpression] = [:]
    /// The older objects that are taken. Default: nil, for all of the entity itself.
    public var sourcePredicate: FetchPredicate?
    /// Whether the objects of subentities are taken too. Default: false.
    public var includesSubentities = false
    /// The name of the class that makes the newer objects. Default: nil, for
    /// ``EntityMigrationPolicy``.
    public var entityMigrationPolicyClassName: String?
    /// What expressions call the mapping: `CatToPet`, or the newer entity’s name if it is new.
    public var name: String
    /// Whether the entity is known to be stored otherwise in the newer version.
    var isAltered = false

    /// Makes a mapping of the records of one entity to another; nil where there is none on that side.
    public init(sourceEntityName: String?, destinationEntityName: String?) {
        self.sourceEntityName = sourceEntityName
        self.destinationEntityName = destinationEntityName
        name = [sourceEntityName, destinationEntityName].compactMap(\.self).joined(separator: "To")
    }

    /// What becomes of the entity.
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

/// What a mapping makes of an entity.
public enum EntityMappingType: Sendable, Hashable {
    /// The entity is new.
    case add
    /// The entity and its properties have their names still, and no properties came or went.
    case copy
    /// Properties come from others, are new or gone, or are stored otherwise.
    case transform
    /// The entity is gone.
    case remove
    /// A policy makes the objects.
    case custom
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

extension MappingModel {
    /// Whether objects have to be made to follow the mapping. Where it only tells which names stand
    /// for which, and types keep their values, SQL does it.
    func needsObjects(
        from source: ManagedObjectModel, to destination: ManagedObjectModel
    ) -> Bool {
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
