public import Foundation

extension ManagedObjectModel {
    /// The version hash of each entity by its name. A model can open a store if all hashes are
    /// equal.
    public var entityVersionHashesByName: [String: Data] {
        Dictionary(entities.map { ($0.name, versionHash(of: $0)) }) { first, _ in first }
    }

    /// A hash of 32 bytes over everything in an entity that changes how its records are stored.
    ///
    /// It includes the name, the parent, whether the entity is abstract, and its own properties: of
    /// each the name, whether it is optional, transient, derived or preserved in the history, the
    /// type (of a composite, its parts), the destination, inverse, counts, order and delete rule. It
    /// excludes the class, user
    /// info, validation, default values, indexes and renaming identifiers. Apple's hash of the same
    /// entity differs, because its input is not public.
    ///
    /// The hash is the SHA-256 of this text in UTF-8, fields divided by U+001F, lines ended by
    /// U+001E, properties in the order of their names' code units:
    ///
    ///     entity, name, parent, abstract, modifier
    ///     attribute, name, optional, transient, derivation, type, modifier
    ///     preserved, only after the line of such an attribute
    ///     relationship, name, optional, transient, destination, inverse, to many,
    ///         minimum, maximum, ordered, delete rule, modifier
    ///     fetched, name, entity, predicate
    ///
    /// A missing value is an empty field, a flag is 0 or 1; the parts of a composite follow its
    /// line as further lines named `address.street`.
    public func versionHash(of entity: EntityDescription) -> Data {
        Data(SHA256.hash(versionText(of: entity).utf8))
    }

    private func versionText(of entity: EntityDescription) -> String {
        let head = line(
            "entity", entity.name, entity.superentityName, flag(entity.isAbstract),
            entity.versionHashModifier)
        let properties =
            entity.attributes.map { ($0.name, text(of: $0)) }
            + entity.relationships.map { ($0.name, text(of: $0)) }
            + entity.fetchedProperties.map { ($0.name, text(of: $0)) }
        return head
            + properties.sorted { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
            .map(\.1).joined()
    }

    private func text(of attribute: AttributeDescription) -> String {
        let own = line(of: attribute)
        let leaves = leafAttributes(of: attribute)
        return attribute.attributeType == .composite ? own + leaves.map(line).joined() : own
    }

    private func line(of attribute: AttributeDescription) -> String {
        let own = line(
            "attribute", attribute.name, flag(attribute.isOptional), flag(attribute.isTransient),
            attribute.derivationExpression, attribute.attributeType.rawValue,
            attribute.versionHashModifier)
        return attribute.preservesValueInHistoryOnDeletion ? own + line("preserved") : own
    }

    private func text(of relationship: RelationshipDescription) -> String {
        line(
            "relationship", relationship.name, flag(relationship.isOptional),
            flag(relationship.isTransient), relationship.destinationEntity,
            relationship.inverseName, flag(relationship.isToMany), String(relationship.minCount),
            String(relationship.maxCount),
            flag(relationship.isToMany && relationship.isOrdered), relationship.deleteRule.rawValue,
            relationship.versionHashModifier)
    }

    private func text(of property: FetchedPropertyDescription) -> String {
        line(
            "fetched", property.name, property.fetchRequest.entityName,
            property.fetchRequest.predicateFormat)
    }

    private func line(_ fields: String?...) -> String {
        fields.map { $0 ?? "" }.joined(separator: "\u{1F}") + "\u{1E}"
    }

    private func flag(_ value: Bool) -> String { value ? "1" : "0" }
}
