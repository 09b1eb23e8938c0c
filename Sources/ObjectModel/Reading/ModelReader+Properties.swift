extension ModelReader {
    mutating func attribute(_ element: ParsedElement, of entity: String) -> AttributeDescription {
        var reader = reader(for: element, entity: entity, property: element.attributes["name"])
        let name = reader.requiredString("name", of: "an attribute")
        let type = reader.choice("attributeType", AttributeType.self, else: .undefined)
        var attribute = AttributeDescription(name, type)
        attribute.isOptional = reader.flag("optional")
        attribute.isTransient = reader.flag("transient")
        attribute.isIndexed = reader.flag("indexed")
        attribute.isIndexedBySpotlight = reader.flag("spotlightIndexingEnabled")
        attribute.usesScalarValueType = reader.flag("usesScalarValueType")
        readRules(of: &attribute, from: &reader)
        attribute.allowsExternalBinaryDataStorage = reader.flag("allowsExternalBinaryDataStorage")
        attribute.preservesValueInHistoryOnDeletion = reader.flag("preserveAfterDeletion")
        attribute.valueTransformerName = reader.name("valueTransformerName")
        attribute.customClassName = reader.name("customClassName")
        attribute.compositeName = compositeName(from: &reader, attribute: attribute)
        attribute.renamingIdentifier = reader.name("elementID")
        attribute.versionHashModifier = reader.string("versionHashModifier")
        readDerivation(of: &attribute, from: &reader)
        attribute.userInfo = reader.userInfo()
        attribute.unknownXML = finish(reader)
        return attribute
    }

    private func readRules(
        of attribute: inout AttributeDescription, from reader: inout ElementReader
    ) {
        attribute.defaultValueString = reader.string("defaultValueString")
        attribute.defaultDate = reader.date("defaultDateTimeInterval")
        attribute.minValueString = reader.string("minValueString")
        attribute.maxValueString = reader.string("maxValueString")
        attribute.minDate = reader.date("minDateTimeInterval")
        attribute.maxDate = reader.date("maxDateTimeInterval")
        attribute.regularExpression = reader.string("regularExpressionString")
    }

    private func readDerivation(
        of attribute: inout AttributeDescription, from reader: inout ElementReader
    ) {
        let isDerived = reader.flag("derived")
        attribute.derivationExpression = reader.string("derivationExpression")
        if isDerived, attribute.derivationExpression == nil {
            reader.fault("the attribute is derived but has no derivationExpression")
        }
    }

    /// The composite of a composite attribute. Tools name it in different XML attributes, so any
    /// value that is a composite's name counts; without one it is the attribute's own name in upper
    /// case (`address` is an `Address`).
    private func compositeName(
        from reader: inout ElementReader, attribute: AttributeDescription
    ) -> String? {
        guard attribute.attributeType == .composite else { return nil }
        if let name = reader.name("composite") ?? reader.name("compositeName") { return name }
        let named = reader.unknown.attributes.sorted { $0.key < $1.key }.map(\.value)
            .first(where: compositeNames.contains)
        return named ?? attribute.name.prefix(1).uppercased() + attribute.name.dropFirst()
    }

    mutating func relationship(
        _ element: ParsedElement, of entity: String
    ) -> RelationshipDescription {
        var reader = reader(for: element, entity: entity, property: element.attributes["name"])
        let name = reader.requiredString("name", of: "a relationship")
        let destination = reader.requiredString("destinationEntity", of: "the relationship")
        var relationship =
            reader.flag("toMany")
            ? RelationshipDescription(toMany: name, destination)
            : RelationshipDescription(toOne: name, destination)
        relationship.inverseName = reader.name("inverseName")
        relationship.inverseEntity = reader.name("inverseEntity")
        relationship.isOptional = reader.flag("optional")
        relationship.isTransient = reader.flag("transient")
        relationship.isOrdered = reader.flag("ordered")
        relationship.minCount = reader.count("minCount") ?? 0
        relationship.maxCount = reader.count("maxCount") ?? relationship.maxCount
        relationship.deleteRule = reader.choice("deletionRule", DeleteRule.self, else: .nullify)
        relationship.renamingIdentifier = reader.name("elementID")
        relationship.versionHashModifier = reader.string("versionHashModifier")
        relationship.userInfo = reader.userInfo()
        relationship.unknownXML = finish(reader)
        return relationship
    }

    mutating func fetchedProperty(
        _ element: ParsedElement, of entity: String
    ) -> FetchedPropertyDescription {
        var reader = reader(for: element, entity: entity, property: element.attributes["name"])
        let name = reader.requiredString("name", of: "a fetched property")
        let requests = reader.children("fetchRequest").map {
            fetchRequest($0, entity: entity, property: name)
        }
        if requests.count != 1 {
            reader.fault("a fetched property has one fetchRequest, this one has \(requests.count)")
        }
        var property = FetchedPropertyDescription(
            name,
            fetchRequest: requests.first ?? FetchRequestTemplate(name: name, entityName: ""))
        property.isOptional = reader.flag("optional")
        property.userInfo = reader.userInfo()
        property.unknownXML = finish(reader)
        return property
    }
}
