import Foundation

extension ModelWriter {
    func attribute(_ attribute: AttributeDescription) -> OutputElement {
        var element = OutputElement("attribute")
        let type = attribute.attributeType
        element.set("name", attribute.name)
        element.set("optional", attribute.isOptional)
        element.set("transient", attribute.isTransient)
        element.set("attributeType", type == .undefined ? nil : type.rawValue)
        element.set("composite", compositeName(of: attribute))
        element.set("minValueString", attribute.minValueString)
        element.set("maxValueString", attribute.maxValueString)
        element.set("minDateTimeInterval", interval(attribute.minDate))
        element.set("maxDateTimeInterval", interval(attribute.maxDate))
        element.set("defaultDateTimeInterval", interval(attribute.defaultDate))
        element.set("defaultValueString", attribute.defaultValueString)
        element.set("derived", attribute.isDerived)
        element.set("derivationExpression", attribute.derivationExpression)
        element.set("regularExpressionString", attribute.regularExpression)
        element.set("valueTransformerName", attribute.valueTransformerName)
        element.set("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
        element.set("usesScalarValueType", attribute.usesScalarValueType)
        element.set("customClassName", attribute.customClassName)
        element.set("indexed", attribute.isIndexed)
        element.set("preserveAfterDeletion", attribute.preservesValueInHistoryOnDeletion)
        element.set("elementID", attribute.renamingIdentifier)
        element.set("versionHashModifier", attribute.versionHashModifier)
        element.set("spotlightIndexingEnabled", attribute.isIndexedBySpotlight)
        element.add(userInfo(attribute.userInfo))
        element.add(attribute.unknownXML)
        return element
    }

    /// The composite's name, unless an unknown attribute of the element has it.
    private func compositeName(of attribute: AttributeDescription) -> String? {
        guard let name = attribute.compositeName,
            !attribute.unknownXML.attributes.values.contains(name)
        else { return nil }
        return name
    }

    private func interval(_ date: Date?) -> String? {
        guard let seconds = date?.timeIntervalSinceReferenceDate else { return nil }
        return Int64(exactly: seconds).map(String.init) ?? String(seconds)
    }

    func relationship(_ relationship: RelationshipDescription) -> OutputElement {
        var element = OutputElement("relationship")
        element.set("name", relationship.name)
        element.set("optional", relationship.isOptional)
        element.set("transient", relationship.isTransient)
        element.set("toMany", relationship.isToMany)
        element.set("minCount", limit(relationship.minCount))
        element.set("maxCount", limit(relationship.maxCount))
        element.set("deletionRule", relationship.deleteRule.rawValue)
        element.set("ordered", relationship.isOrdered)
        element.set("destinationEntity", relationship.destinationEntity)
        element.set("inverseName", relationship.inverseName)
        element.set("inverseEntity", inverseEntity(of: relationship))
        element.set("elementID", relationship.renamingIdentifier)
        element.set("versionHashModifier", relationship.versionHashModifier)
        element.add(userInfo(relationship.userInfo))
        element.add(relationship.unknownXML)
        return element
    }

    private func limit(_ count: Int) -> String? {
        count == 0 ? nil : String(count)
    }

    /// Xcode requires the inverse's entity wherever there is an inverse.
    private func inverseEntity(of relationship: RelationshipDescription) -> String? {
        relationship.inverseEntity
            ?? (relationship.inverseName == nil ? nil : relationship.destinationEntity)
    }

    func fetchedProperty(_ property: FetchedPropertyDescription) -> OutputElement {
        var element = OutputElement("fetchedProperty")
        element.set("name", property.name)
        element.set("optional", property.isOptional)
        element.add([fetchRequest(property.fetchRequest)])
        element.add(userInfo(property.userInfo))
        element.add(property.unknownXML)
        return element
    }
}
