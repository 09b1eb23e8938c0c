import Foundation
import ObjectModel

/// Decodes a model from a store's archive.
struct ModelCacheDecoder {
    /// The reason why an archive contains no model.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A limit beyond any real model: the references between a small archive's objects may expand
    /// to any number of them.
    private static let maximumPropertyCount = 200_000

    private let archive: KeyedArchiveReader
    /// The composite attributes found so far.
    let composites = Composites()

    init(_ archive: KeyedArchiveReader) {
        self.archive = archive
    }

    func decode() throws -> ManagedObjectModel {
        guard let root = archive.root, root.className == "NSManagedObjectModel" else {
            throw Failure(description: "the archive holds no model")
        }
        var model = ManagedObjectModel()
        var propertyCount = 0
        var seen: Set<String> = []
        for (_, object) in root["NSEntities"]?.members ?? [] {
            guard let name = object.string("NSEntityName"), seen.insert(name).inserted else {
                throw Failure(description: "the name of an entity is missing or repeated")
            }
            let properties = object["NSProperties"]?.members ?? []
            propertyCount += properties.count
            guard propertyCount <= Self.maximumPropertyCount else {
                throw Failure(description: "the model has too many properties")
            }
            model.entities.append(try entity(object, name: name, properties.map(\.value)))
        }
        model.entities.sort { caseInsensitiveOrder($0.name, $1.name) }
        model.versionIdentifiers = (root["NSVersionIdentifiers"]?.elements ?? [])
            .compactMap(\.string).sorted()
        model.configurations = configurations(root)
        model.fetchRequestTemplates = (root["NSFetchRequestTemplates"]?.members ?? []).map {
            fetchRequest($0.value, named: $0.key)
        }.sorted { caseInsensitiveOrder($0.name, $1.name) }
        model.compositeAttributes = composites.descriptions
        guard !archive.isExhausted else {
            throw Failure(description: "the model is too large for its archive")
        }
        return model
    }

    private func configurations(_ root: ArchivedObject) -> [ConfigurationDescription] {
        (root["NSConfigurations"]?.members ?? []).map { name, entities in
            ConfigurationDescription(
                name, entityNames: entities.elements.compactMap { $0.string("NSEntityName") })
        }.sorted { $0.name < $1.name }
    }

    private func entity(
        _ object: ArchivedObject, name: String, _ properties: [ArchivedObject]
    ) throws -> EntityDescription {
        var entity = EntityDescription(name)
        if let className = object.string("NSClassNameForEntity"), className != "NSManagedObject" {
            entity.representedClassName = className
            entity.managedObjectClassName =
                className.split(separator: ".").last.map(String.init)
                ?? name
        }
        entity.isAbstract = object.boolean("NSIsAbstract")
        entity.superentityName = object["NSSuperentity"]?.string("NSEntityName")
        entity.versionHashModifier = object.string("NSVersionHashModifier")
        entity.renamingIdentifier = renaming(object, from: name)
        entity.userInfo = userInfo(object)
        entity.uniquenessConstraints = (object["NSUniqueTuples"]?.elements ?? []).map { tuple in
            tuple.elements.compactMap { $0.string ?? $0.string("NSPropertyName") }
        }.filter { !$0.isEmpty }
        try add(properties, to: &entity, inherited: inheritedNames(object))
        addIndexes(object, to: &entity)
        return entity
    }

    /// The names of inherited properties, which are among an entity's own.
    private func inheritedNames(_ object: ArchivedObject) -> Set<String> {
        Set((object["NSSuperentity"]?["NSProperties"]?.members ?? []).map(\.key))
    }

    private func add(
        _ properties: [ArchivedObject], to entity: inout EntityDescription, inherited: Set<String>
    ) throws {
        for property in properties {
            guard let name = property.string("NSPropertyName"), !inherited.contains(name) else {
                continue
            }
            switch property.className {
            case "NSRelationshipDescription":
                entity.relationships.append(try relationship(property, name: name))
            case "NSFetchedPropertyDescription":
                entity.fetchedProperties.append(fetchedProperty(property, name: name))
            case "_NSPropertyDescriptionProxy", "NSExpressionDescription", nil:
                continue
            default:
                entity.attributes.append(try attribute(property, name: name))
            }
        }
        entity.attributes.sort { caseInsensitiveOrder($0.name, $1.name) }
        entity.relationships.sort { caseInsensitiveOrder($0.name, $1.name) }
        entity.fetchedProperties.sort { caseInsensitiveOrder($0.name, $1.name) }
    }

    private func relationship(
        _ object: ArchivedObject, name: String
    ) throws -> RelationshipDescription {
        let destination =
            object.string("_NSDestinationEntityName")
            ?? object["NSDestinationEntity"]?.string("NSEntityName")
        guard let destination else {
            throw Failure(description: "the relationship \(name) has no destination")
        }
        let maxCount = object.integer("NSMaxCount") ?? 0
        var relationship = RelationshipDescription(toMany: name, destination)
        relationship.isToMany = maxCount != 1
        relationship.maxCount = maxCount
        relationship.minCount = object.integer("NSMinCount") ?? 0
        relationship.inverseName =
            object.string("_NSInverseRelationshipName")
            ?? object["NSInverseRelationship"]?.string("NSPropertyName")
        relationship.inverseEntity = relationship.inverseName.map { _ in destination }
        relationship.isOptional = object.boolean("NSIsOptional")
        relationship.isTransient = object.boolean("NSIsTransient")
        relationship.isOrdered = object.boolean("NSIsOrdered")
        relationship.deleteRule =
            object.integer("NSDeleteRule").flatMap(DeleteRule.init) ?? .nullify
        relationship.versionHashModifier = object.string("NSVersionHashModifier")
        relationship.renamingIdentifier = renaming(object, from: name)
        relationship.userInfo = userInfo(object)
        return relationship
    }

    private func fetchedProperty(
        _ object: ArchivedObject, name: String
    ) -> FetchedPropertyDescription {
        var property = FetchedPropertyDescription(
            name,
            fetchRequest: fetchRequest(
                object["NSFetchRequest"], named: "fetchedPropertyFetchRequest"))
        property.userInfo = userInfo(object)
        return property
    }

    private func fetchRequest(
        _ object: ArchivedObject?, named name: String
    ) -> FetchRequestTemplate {
        let entity = object?.string("NSEntityName") ?? object?["NSEntity"]?.string("NSEntityName")
        var template = FetchRequestTemplate(
            name: name, entityName: entity ?? "",
            predicateFormat: object?["NSPredicate"].flatMap { ArchivedPredicate.format(of: $0) })
        for (key, option) in [
            ("NSFetchLimit", "fetchLimit"), ("NSFetchBatchSize", "fetchBatchSize"),
        ] {
            if let number = object?.integer(key), number > 0 {
                template.options[option] = String(number)
            }
        }
        return template
    }

    func renaming(_ object: ArchivedObject, from name: String) -> String? {
        let identifier = object.string("NSRenamingIdentifier")
        return identifier == name ? nil : identifier
    }

    func userInfo(_ object: ArchivedObject) -> [String: String] {
        (object["NSUserInfo"]?.members ?? []).reduce(into: [:]) { info, member in
            if let text = member.value.string { info[member.key] = text }
        }
    }
}

/// The composite attributes of a model by name.
final class Composites {
    private var known: [String: CompositeAttributeDescription] = [:]

    var descriptions: [CompositeAttributeDescription] {
        known.values.sorted { caseInsensitiveOrder($0.name, $1.name) }
    }

    func contains(_ name: String) -> Bool { known[name] != nil }

    func add(_ composite: CompositeAttributeDescription) {
        known[composite.name] = composite
    }
}

extension ModelCacheDecoder {
    func attribute(_ object: ArchivedObject, name: String) throws -> AttributeDescription {
        guard let type = AttributeType(code: object.integer("NSAttributeType") ?? 0) else {
            throw Failure(description: "the attribute \(name) is of an unknown type")
        }
        var attribute = AttributeDescription(name, type)
        attribute.isOptional = object.boolean("NSIsOptional")
        attribute.isTransient = object.boolean("NSIsTransient")
        attribute.isIndexed = object.boolean("NSIsIndexed")
        attribute.isIndexedBySpotlight = object.boolean(ModelCacheFlags.spotlightKey)
        attribute.versionHashModifier = object.string("NSVersionHashModifier")
        attribute.renamingIdentifier = renaming(object, from: name)
        attribute.userInfo = userInfo(object)
        let flags = ModelCacheFlags(rawValue: object.integer("NSFlagsKey") ?? 0)
        attribute.allowsExternalBinaryDataStorage = flags.contains(.external)
        attribute.preservesValueInHistoryOnDeletion = flags.contains(.preserved)
        attribute.valueTransformerName = nonempty(object.string("NSValueTransformerName"))
        if type == .transformable {
            attribute.customClassName = nonempty(object.string("NSAttributeValueClassName"))
        }
        attribute.derivationExpression = object["NSDerivationExpression"].flatMap {
            ArchivedPredicate.derivation($0)
        }
        if type == .composite { try addComposite(object, to: &attribute) }
        setDefault(object["NSDefaultValue"], of: &attribute)
        setRules(object, of: &attribute)
        return attribute
    }

    /// Nil for an empty name.
    private func nonempty(_ text: String?) -> String? { text == "" ? nil : text }

    private func addComposite(
        _ object: ArchivedObject, to attribute: inout AttributeDescription
    ) throws {
        let name = object.string("NSCompositeName") ?? attribute.name
        attribute.compositeName = name
        guard !composites.contains(name) else { return }
        // Ends the recursion of a composite that contains itself.
        composites.add(CompositeAttributeDescription(name, attributes: []))
        let elements = try (object["NSElements"]?.elements ?? []).compactMap { element in
            try element.string("NSPropertyName").map { try self.attribute(element, name: $0) }
        }
        composites.add(CompositeAttributeDescription(name, attributes: elements))
    }

    private func setDefault(_ value: ArchivedObject?, of attribute: inout AttributeDescription) {
        guard let value else { return }
        switch attribute.attributeType {
        case .date:
            attribute.defaultDate = Self.date(value)
        case .boolean:
            attribute.defaultValueString = value.content.boolean.map { $0 ? "YES" : "NO" }
        case .uuid, .uri:
            // An object of another class is not a default.
            let plain = try? PropertyListUnarchiver.value(of: value)
            attribute.defaultValueString =
                (plain as? UUID)?.uuidString ?? (plain as? URL)?.absoluteString
        case .binaryData, .transformable:
            return
        default:
            attribute.defaultValueString = ArchivedPredicate.plainText(value)
        }
    }

    static func date(_ object: ArchivedObject) -> Date? {
        if case .date(let date) = object.content { return date }
        switch object["NS.time"]?.content {
        case .real(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
        case .integer(let seconds): return Date(timeIntervalSinceReferenceDate: Double(seconds))
        default: return nil
        }
    }

    /// Converts predicates to validation rules where possible.
    private func setRules(_ object: ArchivedObject, of attribute: inout AttributeDescription) {
        let warnings = object["NSValidationWarnings"]?.elements ?? []
        for (index, predicate) in (object["NSValidationPredicates"]?.elements ?? []).enumerated() {
            guard let format = ArchivedPredicate.format(of: predicate) else { continue }
            let message = index < warnings.count ? warnings[index].string ?? "" : ""
            if !ValidationRule.apply(format, to: &attribute) {
                attribute.validationPredicates.append(.init(format: format, message: message))
            }
        }
    }

    /// Decodes indexes. Newer frameworks repeat old-style ones among the new.
    func addIndexes(_ object: ArchivedObject, to entity: inout EntityDescription) {
        let compound = (object["NSCompoundIndexes"]?.elements ?? []).map { index in
            index.elements.compactMap { $0.string ?? $0.string("NSPropertyName") }
        }.filter { !$0.isEmpty }
        guard let list = object["NSFetchIndexDescriptions"] else {
            entity.compoundIndexes = compound
            return
        }
        let single = entity.attributes.filter(\.isIndexed).map { [$0.name] }
        for index in list.elements.compactMap(index) {
            let names = index.elements.compactMap(\.propertyName)
            let isOldStyle = index.name == names.joined(separator: "_")
            if isOldStyle && compound.contains(names) {
                entity.compoundIndexes.append(names)
            } else if !isOldStyle || !single.contains(names) {
                entity.indexes.append(index)
            }
        }
        for position in entity.attributes.indices {
            let name = entity.attributes[position].name
            if entity.indexes.contains(where: { $0.isOnly(name) }) {
                entity.attributes[position].isIndexed = false
            }
        }
    }

    private func index(_ object: ArchivedObject) -> FetchIndexDescription? {
        guard let name = object.string("NSIndexName") else { return nil }
        let elements = (object["NSIndexElements"]?.elements ?? []).compactMap(indexElement)
        var index = FetchIndexDescription(name, elements: elements)
        index.partialIndexPredicateFormat = object["NSPartialIndexPredicate"].flatMap {
            ArchivedPredicate.format(of: $0)
        }
        return index
    }

    private func indexElement(_ object: ArchivedObject) -> FetchIndexElementDescription? {
        let name = object.string("NSPropertyName") ?? object["NSProperty"]?.string("NSPropertyName")
        let expression = object["NSProperty"]?["NSExpression"].flatMap {
            ArchivedPredicate.expression($0)
        }
        var element: FetchIndexElementDescription
        if let name {
            element = FetchIndexElementDescription(propertyName: name)
        } else if let expression {
            element = FetchIndexElementDescription(expression: expression, type: nil)
        } else {
            return nil
        }
        element.isAscending = object.boolean("NSAscending")
        element.collationType = object.integer("NSFetchIndexElementType") == 1 ? .rTree : .binary
        return element
    }
}
