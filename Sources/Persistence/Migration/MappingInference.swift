public import ObjectModel

/// Infers the mapping between two versions of a model from names and types.
struct MappingInference {
    let source: ManagedObjectModel
    let destination: ManagedObjectModel
    /// The source entities by the names of the destination's entities.
    let entityNames: [String: String]
    private let destinationNames: [String: String]

    init(from source: ManagedObjectModel, to destination: ManagedObjectModel) {
        self.source = source
        self.destination = destination
        entityNames = NameMatching.match(
            destination.entities.map(Self.name), to: source.entities.map(Self.name))
        destinationNames = Dictionary(uniqueKeysWithValues: entityNames.map { ($1, $0) })
    }

    private static func name(_ entity: EntityDescription) -> NameMatching.Name {
        .init(name: entity.name, renamingIdentifier: entity.renamingIdentifier)
    }

    /// - Throws: `MigrationError` with the part that cannot be inferred.
    func infer() throws -> MappingModel {
        let mapped = try destination.entities.sorted { $0.name < $1.name }.map(mapping)
        let removed = source.entities.map(\.name).filter { destinationNames[$0] == nil }.sorted()
        return MappingModel(
            entityMappings: mapped
                + removed.map {
                    EntityMapping(sourceEntityName: $0, destinationEntityName: nil)
                })
    }

    private func mapping(_ entity: EntityDescription) throws -> EntityMapping {
        var mapping = EntityMapping(
            sourceEntityName: entityNames[entity.name], destinationEntityName: entity.name)
        guard let sourceName = mapping.sourceEntityName else { return mapping }
        // An entity's hash does not include what it inherits.
        mapping.isAltered =
            source.lineage(of: sourceName).map(source.versionHash)
            != destination.lineage(of: entity.name).map(destination.versionHash)
        if entity.isAbstract, source[sourceName]?.isAbstract == false {
            throw MigrationError(
                entity: entity.name,
                reason: "it is abstract now, and nothing tells what becomes of its records")
        }
        mapping.attributes = try attributes(of: entity.name, from: sourceName)
        mapping.relationships = try relationships(of: entity.name, from: sourceName)
        return mapping
    }

    private func attributes(of entity: String, from sourceName: String) throws -> [String: String] {
        let new = Self.storedAttributes(of: entity, in: destination)
        let old = Self.storedAttributes(of: sourceName, in: source)
        let names = NameMatching.match(new.map(\.name), to: old.map(\.name))
        for (name, attribute) in new {
            let before = old.first { $0.name.name == names[name.name] }?.attribute
            try AttributeInference(entity: entity, before: before, after: attribute).run()
        }
        return names
    }

    private func relationships(
        of entity: String, from sourceName: String
    ) throws -> [String: String] {
        let new = destination.allRelationships(of: entity).filter { !$0.isTransient }
        let old = source.allRelationships(of: sourceName).filter { !$0.isTransient }
        let names = NameMatching.match(new.map(Self.name), to: old.map(Self.name))
        for relationship in new {
            guard let before = old.first(where: { $0.name == names[relationship.name] }) else {
                continue
            }
            guard leads(before, to: relationship.destinationEntity) else {
                throw MigrationError(
                    entity: entity, property: relationship.name,
                    reason: "it led to \(before.destinationEntity) and leads to "
                        + "\(relationship.destinationEntity), which is another entity")
            }
        }
        return names
    }

    private static func name(_ relationship: RelationshipDescription) -> NameMatching.Name {
        .init(name: relationship.name, renamingIdentifier: relationship.renamingIdentifier)
    }

    /// Whether the destinations of an older relationship may be records of an entity: the same one,
    /// its ancestor or its descendant.
    private func leads(_ before: RelationshipDescription, to entity: String) -> Bool {
        let isRelated = { (other: String) in
            destination.lineage(of: entity).contains { $0.name == other }
                || destination.lineage(of: other).contains { $0.name == entity }
        }
        if let name = destinationNames[before.destinationEntity] { return isRelated(name) }
        // If the entity is removed, its descendants decide.
        let successors = source.entities.filter { candidate in
            source.lineage(of: candidate.name).contains { $0.name == before.destinationEntity }
        }
        return successors.contains { destinationNames[$0.name].map(isRelated) ?? false }
    }

    /// The attributes with a column, including the parts of composite ones.
    private static func storedAttributes(
        of entity: String, in model: ManagedObjectModel
    ) -> [(name: NameMatching.Name, attribute: AttributeDescription)] {
        model.allAttributes(of: entity).flatMap { attribute in
            model.leafAttributes(of: attribute).filter { !$0.isTransient }.map { leaf in
                let part = leaf.name.dropFirst(attribute.name.count)
                let identifier = attribute.renamingIdentifier.map { $0 + part }
                return (.init(name: leaf.name, renamingIdentifier: identifier), leaf)
            }
        }
    }
}

extension MappingModel {
    /// Infers the mapping from names, renaming identifiers and types.
    ///
    /// - Throws: `MigrationError` with the entity and property that cannot be inferred.
    public static func inferred(
        from source: ManagedObjectModel, to destination: ManagedObjectModel
    ) throws -> MappingModel {
        try MappingInference(from: source, to: destination).infer()
    }
}

/// Decides whether the values of an attribute can be converted to its newer version.
struct AttributeInference {
    let entity: String
    /// The older version; nil for a new attribute.
    let before: AttributeDescription?
    let after: AttributeDescription

    /// - Throws: `MigrationError` if they cannot.
    func run() throws {
        if let before, !Self.keepsValues(from: before.attributeType, to: after.attributeType) {
            throw failure(
                "its type was \(before.attributeType.rawValue) and is "
                    + "\(after.attributeType.rawValue), which may not hold every value")
        }
    }

    private func failure(_ reason: String) -> MigrationError {
        MigrationError(entity: entity, property: after.name, reason: reason)
    }

    /// Whether every value of the old type is a value of the new one.
    static func keepsValues(from old: AttributeType, to new: AttributeType) -> Bool {
        if old == new { return true }
        let wider: Set<AttributeType> =
            switch old {
            case .boolean: [.integer16, .integer32, .integer64]
            case .integer16: [.integer32, .integer64, .decimal, .float, .double]
            case .integer32: [.integer64, .decimal, .double]
            // A Decimal has 38 digits, an integer 19.
            case .integer64: [.decimal]
            case .float: [.double]
            case .uri: [.string]
            default: []
            }
        return wider.contains(new)
    }
}

/// Matches the names of two versions of a model.
enum NameMatching {
    /// A name with its renaming identifier.
    struct Name {
        var name: String
        var renamingIdentifier: String?

        var canonical: String { renamingIdentifier ?? name }
    }

    /// The older names by the newer ones; each older name is used once at most.
    static func match(_ destinations: [Name], to sources: [Name]) -> [String: String] {
        var found: [String: String] = [:]
        var taken: Set<String> = []
        // A renaming identifier may be the same in every version, or the name in the last one.
        let rules: [(Name, Name) -> Bool] = [
            { $0.name == $1.name && $0.canonical == $1.canonical },
            { $0.canonical == $1.canonical },
            { $0.renamingIdentifier == $1.name },
            { $0.name == $1.name },
        ]
        for rule in rules {
            for destination in destinations where found[destination.name] == nil {
                let source = sources.first { !taken.contains($0.name) && rule(destination, $0) }
                guard let source else { continue }
                found[destination.name] = source.name
                taken.insert(source.name)
            }
        }
        return found
    }
}
