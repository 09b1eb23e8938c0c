import Foundation
import ObjectModel

extension ModelCacheEncoder {
    /// The members common to all properties.
    mutating func common(
        _ name: String, _ renaming: String?, _ userInfo: [String: String], _ modifier: String?,
        of entity: KeyedArchiveWriter.Reference
    ) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [
            "NSPropertyName": archive.add(.string(name)), "NSEntity": entity,
            "NSRenamingIdentifier": archive.add(renaming ?? name),
        ]
        if !userInfo.isEmpty { members["NSUserInfo"] = self.userInfo(userInfo) }
        if let modifier { members["NSVersionHashModifier"] = archive.add(.string(modifier)) }
        return members
    }

    mutating func encode(
        _ attribute: AttributeDescription, isIndexed: Bool,
        of entity: KeyedArchiveWriter.Reference
    ) -> KeyedArchiveWriter.Reference {
        var members = common(
            attribute.name, attribute.renamingIdentifier, attribute.userInfo,
            attribute.versionHashModifier, of: entity)
        members.merge(
            PropertyBits(
                isOptional: attribute.isOptional, isTransient: attribute.isTransient,
                isIndexed: isIndexed
            ).members
        ) { $1 }
        var flags: ModelCacheFlags = []
        if attribute.allowsExternalBinaryDataStorage { flags.insert(.external) }
        if attribute.preservesValueInHistoryOnDeletion { flags.insert(.preserved) }
        if attribute.isIndexedBySpotlight { members[ModelCacheFlags.spotlightKey] = .boolean(true) }
        let type = attribute.attributeType
        members["NSAttributeType"] = .integer(Int64(type.code))
        members["NSFlagsKey"] = .integer(Int64(flags.rawValue))
        members["NSAttributeValueClassName"] = archive.add(
            type.valueClassName ?? attribute.customClassName)
        members["NSValueTransformerName"] = archive.add(attribute.valueTransformerName)
        members["NSDefaultValue"] = add(AttributeValue(defaultOf: attribute))
        addRules(of: attribute, to: &members)
        var classNames = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
        if type == .composite {
            classNames.insert("NSCompositeAttributeDescription", at: 0)
            members["NSCompositeName"] = archive.add(attribute.compositeName)
            members["NSElements"] = elements(of: attribute, entity)
        }
        if let expression = attribute.derivationExpression {
            classNames.insert("NSDerivedAttributeDescription", at: 0)
            members["NSDerivationExpression"] = derivation(expression)
        }
        return archive.add(classNames, members)
    }

    /// The attributes of a composite one, with nested composites.
    private mutating func elements(
        of attribute: AttributeDescription, _ entity: KeyedArchiveWriter.Reference
    ) -> KeyedArchiveWriter.Reference {
        guard let name = attribute.compositeName, !openComposites.contains(name),
            let composite = model.compositeAttribute(named: name)
        else { return archive.addArray([]) }
        openComposites.insert(name)
        defer { openComposites.remove(name) }
        return archive.addArray(
            composite.attributes.map { encode($0, isIndexed: false, of: entity) })
    }

    mutating func add(_ value: AttributeValue) -> KeyedArchiveWriter.Reference {
        switch value {
        case .boolean(let value): archive.add(.boolean(value))
        case .integer(let value): archive.add(.integer(value))
        case .double(let value): archive.add(.real(value))
        case .string(let value): archive.add(.string(value))
        case .decimal(let value):
            archive.add(ArchivedDecimal.classNames, ArchivedDecimal.members(value))
        case .date(let value):
            archive.add(
                ["NSDate", "NSObject"],
                ["NS.time": .real(value.timeIntervalSinceReferenceDate)])
        case .uuid(let value):
            archive.add(
                ["NSUUID", "NSObject"],
                ["NS.uuidbytes": .data(withUnsafeBytes(of: value.uuid) { Data($0) })])
        case .url(let value): url(value)
        case .null, .data, .object, .transformable, .deferred: KeyedArchiveWriter.null
        }
    }

    private mutating func url(_ value: URL) -> KeyedArchiveWriter.Reference {
        let text = archive.add(.string(value.absoluteString))
        return archive.add(
            ["NSURL", "NSObject"], ["NS.relative": text, "NS.base": KeyedArchiveWriter.null])
    }

    private mutating func addRules(
        of attribute: AttributeDescription, to members: inout [String: PropertyListValue]
    ) {
        let isString = attribute.attributeType == .string
        var rules: [KeyedArchiveWriter.Reference] = []
        var warnings: [KeyedArchiveWriter.Reference] = []
        for (type, value) in limits(of: attribute) {
            let left =
                isString && type != 6 ? archive.addKeyPath("length") : archive.addEvaluatedObject()
            let constant = add(value)
            rules.append(archive.addComparison(left, type, archive.addConstant(constant)))
            warnings.append(archive.add(.integer(Self.warningCode(attribute, type))))
        }
        for rule in attribute.validationPredicates {
            guard let predicate = predicate(rule.format) else { continue }
            rules.append(predicate)
            warnings.append(archive.add(.string(rule.message)))
        }
        guard !rules.isEmpty else { return }
        members["NSValidationPredicates"] = archive.addArray(rules)
        members["NSValidationWarnings"] = archive.addArray(warnings)
    }

    /// The limits of an attribute's values, each with the number of its comparison.
    private func limits(of attribute: AttributeDescription) -> [(Int, AttributeValue)] {
        let type = attribute.attributeType == .string ? .integer32 : attribute.attributeType
        let least = attribute.minValueString.flatMap { AttributeValue(text: $0, of: type) }
        let greatest = attribute.maxValueString.flatMap { AttributeValue(text: $0, of: type) }
        let all: [(Int, AttributeValue?)] = [
            (3, least ?? attribute.minDate.map { .date($0) }),
            (1, greatest ?? attribute.maxDate.map { .date($0) }),
            (6, attribute.regularExpression.map { .string($0) }),
        ]
        return all.compactMap { type, value in value.map { (type, $0) } }
    }

    /// The validation error code that stands for a message.
    private static func warningCode(_ attribute: AttributeDescription, _ type: Int) -> Int64 {
        switch attribute.attributeType {
        case .string where type == 6: 1680
        case .date: type == 1 ? 1630 : 1640
        case .string: type == 1 ? 1660 : 1670
        default: type == 1 ? 1610 : 1620
        }
    }

    /// A derivation: a key path, or a function of one.
    private mutating func derivation(_ expression: String) -> KeyedArchiveWriter.Reference {
        guard let open = expression.firstIndex(of: "("), expression.hasSuffix(")") else {
            return archive.addKeyPath(expression)
        }
        let argument = expression[expression.index(after: open)...].dropLast()
        let arguments = argument.isEmpty ? [] : [archive.addKeyPath(String(argument))]
        return archive.addFunction(String(expression[..<open]), arguments)
    }

    // MARK: - Indexes

    mutating func lists(_ lists: [[String]]) -> KeyedArchiveWriter.Reference {
        let arrays = lists.map { names in
            archive.addArray(names.map { archive.add(.string($0)) })
        }
        return archive.addArray(arrays)
    }

    mutating func userInfo(_ info: [String: String]) -> KeyedArchiveWriter.Reference {
        let members = info.sorted { $0.key < $1.key }.map {
            (key: $0.key, value: archive.add(.string($0.value)))
        }
        return archive.addDictionary(members)
    }

    mutating func fetchIndexes(of entity: EntityDescription) -> KeyedArchiveWriter.Reference {
        let indexes = entity.allIndexes.map { encode($0) }
        return archive.addArray(indexes)
    }

    private mutating func encode(_ index: FetchIndexDescription) -> KeyedArchiveWriter.Reference {
        let reference = archive.reserve()
        let elements = index.elements.map { encode($0, of: reference) }
        let members: [String: PropertyListValue] = [
            "NSIndexName": archive.add(.string(index.name)),
            "NSIndexElements": archive.addArray(elements),
            "NSPartialIndexPredicate": predicate(index.partialIndexPredicateFormat)
                ?? KeyedArchiveWriter.null,
        ]
        archive.set(reference, ["NSFetchIndexDescription", "NSObject"], members)
        return reference
    }

    private mutating func encode(
        _ element: FetchIndexElementDescription, of index: KeyedArchiveWriter.Reference
    ) -> KeyedArchiveWriter.Reference {
        var members: [String: PropertyListValue] = [
            "NSPropertyName": archive.add(element.propertyName),
            "NSFetchIndexElementType": .integer(element.collationType == .rTree ? 1 : 0),
            "NSFetchIndexDescription": index,
        ]
        if element.isAscending { members["NSAscending"] = .boolean(true) }
        if let expression = element.expression.flatMap({ expression($0) }) {
            members["NSProperty"] = archive.add(
                ["NSExpressionDescription", "NSPropertyDescription", "NSObject"],
                ["NSExpression": expression])
        }
        return archive.add(["NSFetchIndexElementDescription", "NSObject"], members)
    }
}
