import Foundation
import ObjectModel

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

    /// A name; one that is empty is none.
    private func nonempty(_ text: String?) -> String? { text == "" ? nil : text }

    private func addComposite(
        _ object: ArchivedObject, to attribute: inout AttributeDescription
    ) throws {
        let name = object.string("NSCompositeName") ?? attribute.name
        attribute.compositeName = name
        guard !composites.contains(name) else { return }
        // Whatever is within itself comes to an end here.
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
            // An object of another class is no default.
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

    /// Reads the predicates that stand for least and greatest values; others stay predicates.
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

    /// Reads indexes. Stores of newer frameworks spell old-style ones a second time among the new.
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
