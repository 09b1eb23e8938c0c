import ObjectModel

/// A mapping with its names resolved to the entities and properties of both versions.
struct VersionMapping {
    let source: ModelLayout
    let destination: ModelLayout
    /// By the number of the newer entity, its mapping and the older entity.
    private let origins: [(mapping: EntityMapping, entity: EntityLayout)?]
    /// By the number of the older entity, the newer one.
    private let successors: [EntityLayout?]

    init(_ mapping: MappingModel, from source: ModelLayout, to destination: ModelLayout) {
        self.source = source
        self.destination = destination
        origins = destination.entities.map { entity in
            guard let mapping = mapping.mapping(to: entity.name),
                let origin = mapping.sourceEntityName.flatMap(source.entity(named:))
            else { return nil }
            return (mapping, origin)
        }
        let names = mapping.destinationNames
        successors = source.entities.map { names[$0.name].flatMap(destination.entity(named:)) }
    }

    /// The older entity whose records become those of a newer one; nil for none.
    func origin(of entity: EntityLayout) -> EntityLayout? { origins[entity.number - 1]?.entity }

    /// The newer entity that takes the records of an older one; nil for none.
    func successor(of entity: EntityLayout) -> EntityLayout? { successors[entity.number - 1] }

    /// Whether the newer entity itself may have records.
    func hasRecords(_ entity: EntityLayout) -> Bool {
        origin(of: entity).map { !$0.description.isAbstract } ?? false
    }

    /// Whether a record of the older entity may be outside the newer one.
    func losesRecords(_ old: EntityLayout, _ new: EntityLayout) -> Bool {
        source.family(of: old).contains { member in
            guard !member.description.isAbstract else { return false }
            return successor(of: member).map { !$0.isKind(of: new) } ?? true
        }
    }

    /// Whether a record of the older entity may belong to any of the newer ones.
    func reaches(_ old: EntityLayout, _ entities: some Sequence<EntityLayout>) -> Bool {
        let numbers = Set(entities.map(\.number))
        return source.family(of: old).contains {
            successor(of: $0).map { numbers.contains($0.number) } ?? false
        }
    }

    /// The older property whose values a property takes, with the older entity.
    func sourceSlot(
        for slot: PropertySlot, of entity: EntityLayout
    ) -> (EntityLayout, PropertySlot)? {
        guard let (mapping, owner) = origins[entity.number - 1],
            let name = slot.relationship == nil
                ? mapping.attributes[slot.name] : mapping.relationships[slot.name],
            let old = owner.slot(named: name), !old.isTransient,
            (old.relationship == nil) == (slot.relationship == nil)
        else { return nil }
        return (owner, old)
    }
}
