import Foundation
import ObjectModel

/// Encodes a model as a store's archive.
struct ModelCacheEncoder {
    let model: ManagedObjectModel
    var archive = KeyedArchiveWriter()
    /// The composites around the current attribute, for the detection of cycles.
    var openComposites: Set<String> = []
    private var root = KeyedArchiveWriter.null
    private var entities: [String: KeyedArchiveWriter.Reference] = [:]
    /// The references of relationships by entity and name, because they refer to each other.
    private var relationships: [String: KeyedArchiveWriter.Reference] = [:]

    init(_ model: ManagedObjectModel) {
        self.model = model
    }

    mutating func encode() -> Data {
        root = archive.reserve()
        let names = model.entities.map(\.name).sorted()
        for name in names { entities[name] = archive.reserve() }
        for name in names {
            for relationship in model.allRelationships(of: name) {
                relationships["\(name).\(relationship.name)"] = archive.reserve()
            }
        }
        for entity in model.entities { encode(entity) }
        var members: [String: PropertyListValue] = [
            "NSEntities": knownKeys(names.map { ($0, reference(to: $0)) }),
            "NSFetchRequestTemplates": templates(),
            "NSVersionIdentifiers": versionIdentifiers(),
        ]
        if !model.configurations.isEmpty { members["NSConfigurations"] = configurations() }
        archive.set(root, ["NSManagedObjectModel", "NSObject"], members)
        return archive.data(root: root)
    }

    private func reference(to entity: String) -> KeyedArchiveWriter.Reference {
        entities[entity] ?? KeyedArchiveWriter.null
    }

    private mutating func versionIdentifiers() -> KeyedArchiveWriter.Reference {
        let identifiers = model.versionIdentifiers.isEmpty ? [""] : model.versionIdentifiers
        let strings = identifiers.map { archive.add(.string($0)) }
        return archive.addSet(strings)
    }

    private mutating func templates() -> KeyedArchiveWriter.Reference {
        guard !model.fetchRequestTemplates.isEmpty else { return KeyedArchiveWriter.null }
        return archive.addDictionary(
            model.fetchRequestTemplates.map { (key: $0.name, value: fetchRequest($0)) })
    }

    private mutating func configurations() -> KeyedArchiveWriter.Reference {
        let members = model.configurations.map { configuration in
            (
                key: configuration.name,
                value: archive.addArray(
                    configuration.entityNames.compactMap { entities[$0] })
            )
        }
        return archive.addDictionary(members)
    }

    private mutating func knownKeys(
        _ members: [(String, KeyedArchiveWriter.Reference)]
    ) -> KeyedArchiveWriter.Reference {
        let names = members.map { archive.add(.string($0.0)) }
        let mapping = archive.add(
            ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy", "NSObject"],
            [
                "length": .integer(Int64(members.count)), "version": .integer(1),
                "keys": archive.addArray(names),
            ])
        let values = archive.addArray(members.map(\.1))
        let token = archive.add(.string("__empty_slot_token_4c24_98dc_ac1e_b773__"))
        return archive.add(
            [
                "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary",
                "NSDictionary", "NSObject",
            ],
            [
                "searchMapping": mapping, "values": values, "emptyToken": token,
                "version": .integer(1),
            ])
    }

    private mutating func encode(_ entity: EntityDescription) {
        let subentities = model.subentities(of: entity.name).map {
            (key: $0.name, value: reference(to: $0.name))
        }
        var members: [String: PropertyListValue] = [
            "NSEntityName": archive.add(.string(entity.name)),
            "NSClassNameForEntity": archive.add(className(of: entity)),
            "NSManagedObjectModel": root,
            "NSSuperentity": entity.superentityName.map(reference) ?? KeyedArchiveWriter.null,
            "NSSubentities": archive.addDictionary(subentities),
            "NSProperties": properties(of: entity),
            "NSRenamingIdentifier": archive.add(entity.renamingIdentifier ?? entity.name),
            "NSVersionHashModifier": archive.add(entity.versionHashModifier),
            "NSUserInfo": userInfo(entity.userInfo),
            "NSFetchIndexDescriptions": fetchIndexes(of: entity),
            "NSCompoundIndexes": lists(entity.compoundIndexes),
        ]
        if entity.isAbstract { members["NSIsAbstract"] = .boolean(true) }
        if !entity.uniquenessConstraints.isEmpty {
            members["NSUniqueTuples"] = lists(entity.uniquenessConstraints)
        }
        archive.set(reference(to: entity.name), ["NSEntityDescription", "NSObject"], members)
    }

    /// The class in archives; nil if the model names none.
    private func className(of entity: EntityDescription) -> String? {
        if let name = entity.representedClassName {
            // A leading point stands for the module that the model is compiled in.
            return name.hasPrefix(".") ? String(name.dropFirst()) : name
        }
        return entity.managedObjectClassName == entity.name ? nil : entity.managedObjectClassName
    }

    /// The properties of an entity, including inherited ones.
    private mutating func properties(of entity: EntityDescription) -> KeyedArchiveWriter.Reference {
        var members: [(key: String, value: KeyedArchiveWriter.Reference)] = []
        for ancestor in model.lineage(of: entity.name) {
            for attribute in ancestor.attributes {
                let description = encode(
                    attribute, isIndexed: ancestor.isIndexedAlone(attribute),
                    of: reference(to: entity.name))
                members.append((attribute.name, description))
            }
        }
        for relationship in model.allRelationships(of: entity.name) {
            let reserved = relationships["\(entity.name).\(relationship.name)"]
            guard let reserved else { continue }
            encode(relationship, of: entity.name, as: reserved)
            members.append((relationship.name, reserved))
        }
        for property in model.lineage(of: entity.name).flatMap(\.fetchedProperties) {
            members.append((property.name, encode(property, of: reference(to: entity.name))))
        }
        return archive.addDictionary(members)
    }

    private mutating func encode(
        _ relationship: RelationshipDescription, of entity: String,
        as reserved: KeyedArchiveWriter.Reference
    ) {
        let destination = relationship.destinationEntity
        let inverse = relationship.inverseName.flatMap { relationships["\(destination).\($0)"] }
        var members = common(
            relationship.name, relationship.renamingIdentifier, relationship.userInfo,
            relationship.versionHashModifier, of: reference(to: entity))
        var bits = PropertyBits(
            isOptional: relationship.isOptional, isTransient: relationship.isTransient)
        bits.isOrdered = relationship.isOrdered
        members.merge(bits.members) { $1 }
        members.merge([
            "NSDestinationEntity": reference(to: destination),
            "_NSDestinationEntityName": archive.add(.string(destination)),
            "NSInverseRelationship": inverse ?? KeyedArchiveWriter.null,
            "_NSInverseRelationshipName": archive.add(relationship.inverseName),
            "NSDeleteRule": .integer(Int64(relationship.deleteRule.code)),
            "NSMinCount": .integer(Int64(relationship.minCount)),
            "NSMaxCount": .integer(Int64(relationship.maxCount)),
        ]) { $1 }
        archive.set(
            reserved, ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"], members)
    }

    private mutating func encode(
        _ property: FetchedPropertyDescription, of entity: KeyedArchiveWriter.Reference
    ) -> KeyedArchiveWriter.Reference {
        var members = common(property.name, nil, property.userInfo, nil, of: entity)
        members.merge(PropertyBits(isOptional: property.isOptional, isTransient: false).members) {
            $1
        }
        members["NSFetchRequest"] = fetchRequest(property.fetchRequest)
        return archive.add(
            ["NSFetchedPropertyDescription", "NSPropertyDescription", "NSObject"], members)
    }
}
